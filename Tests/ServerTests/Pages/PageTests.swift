import Fakes
import Model
import Testing

@testable import Server

struct PageTests {
    private func controls(_ bench: Bench) async -> [JSONValue] {
        await bench.ask(.get, "/v1/pages/now").json["controls"]?.elements ?? []
    }

    @Test func namesWhatPlays() async {
        let json = await Bench().ask(.get, "/v1/pages/now").json
        #expect(json["eyebrow"]?.string == "Playing")
        #expect(json["tone"]?.string == "sounds")
        #expect(json["title"]?.string == "WSUM 91.7 FM")
        #expect(json["detail"]?.elements.map(\.string) == ["Madison", "US"])
        #expect(
            json["evidence"]?["fields"]?.elements.map(\.string) == [
                "Heard by output", "Signal present", "pulse/lab", "192 kbit/s mp3", "https://stream.example",
            ]
        )
        #expect(json["position"]?["live"]?.bool == true)
        #expect(json["signalPath"] == .null)
        #expect(json["browser"]?["pairing"]?["paired"]?.bool == false)
        #expect(json["shell"]?["navigation"]?.elements.map { $0["id"]?.string } == ["now", "radio"])
    }

    @Test(arguments: PlaybackPhase.allCases)
    func hasTheSameControlsInEveryPhaseAndAReasonForEachThatIsOff(_ phase: PlaybackPhase) async {
        let bench = Bench()
        bench.player.change { snapshot in
            snapshot.phase = phase
            if phase == .idle { snapshot.item = nil }
        }
        let controls = await controls(bench)
        #expect(controls.map { $0["id"]?.string } == ["play", "pause", "stop", "previous", "next", "mute", "volume"])
        for control in controls {
            #expect((control["enabled"]?.bool == true) == (control["reason"] == .null))
            #expect(control["label"]?.string?.isEmpty == false)
        }
    }

    @Test(arguments: [
        (PlaybackPhase.idle, "Ready", "rests", [true, true, true]),
        (.resolving, "Looking up", "waits", [true, true, true]), (.playing, "Playing", "sounds", [true, true, true]),
        (.paused, "Paused", "rests", [true, true, true]), (.stopped, "Stopped", "rests", [true, true, true]),
        (.failed, "Could not play", "fails", [true, true, true]),
        (.stuck, "Not answering", "fails", [true, true, true]),
        (.waiting, "Waiting for an output", "waits", [true, true, true]),
    ])
    func decidesWhatCanBePressed(_ phase: PlaybackPhase, _ eyebrow: String, _ tone: String, _ enabled: [Bool]) async {
        let bench = Bench()
        bench.player.change { snapshot in
            snapshot.phase = phase
            snapshot.disallowed = []
            if phase == .idle { snapshot.item = nil }
            if phase == .waiting { snapshot.waitingFor = .output }
        }
        let json = await bench.ask(.get, "/v1/pages/now").json
        #expect(json["eyebrow"]?.string == eyebrow)
        #expect(json["tone"]?.string == tone)
        #expect(json["controls"]?.elements.prefix(3).map { $0["enabled"]?.bool } == enabled)
    }

    @Test func pausedOffersToResume() async {
        let bench = Bench()
        bench.player.change { snapshot in
            snapshot.phase = .paused
            snapshot.disallowed = []
        }
        let pause = await controls(bench)[1]
        #expect(pause["act"]?.string == "resume")
        #expect(pause["label"]?.string == "Pause")
        #expect(pause["path"]?.string == "/v1/players/main/resume")
        #expect(pause["pressed"]?.bool == true)
    }

    @Test func everyControlIsARouteThatTakesItsBody() async throws {
        let bench = Bench()
        for phase in PlaybackPhase.allCases {
            bench.player.change { snapshot in
                snapshot.phase = phase
                snapshot.notice = Notice(
                    code: "x",
                    severity: .error,
                    text: "X.",
                    action: Notice.Action("Try again", .play)
                )
            }
            let json = await bench.ask(.get, "/v1/pages/now").json
            let notices = json["notices"]?.elements.compactMap { $0["action"] } ?? []
            for control in (json["controls"]?.elements ?? []) + notices {
                let path = try #require(control["path"]?.string)
                var body = control["act"]?.string == "mute" ? #"{"muted":true}"# : "{}"
                if let field = control["field"]?.string { body = #"{"\#(field)":40}"# }
                #expect(await bench.ask(.post, path, body: body).status == 200)
            }
        }
    }

    @Test func showsOwnersTheSignalPath() async throws {
        let bench = Bench()
        let token = try await bench.ownerToken()
        let json = await bench.ask(.get, "/v1/pages/now", ["Authorization": "Bearer \(token)"]).json
        #expect(json["signalPath"]?["sentence"]?.string == "All hops are alive.")
        #expect(json["browser"]?["pairing"]?["text"]?.string == "This browser holds the token “Phone”.")
    }

    @Test func marksTheUsersOwnStations() async {
        let bench = Bench()
        bench.player.change { $0.item?.trust = .lan }
        #expect(await bench.ask(.get, "/v1/pages/now").json["tags"]?.elements.map(\.string) == ["LAN"])
        let rows = await bench.ask(.get, "/v1/pages/radio").json["rows"]?.elements ?? []
        #expect(rows[2]["tags"]?.elements.map(\.string) == ["LAN"])
    }

    @Test func listsStationsAndSaysWhyOneCannotBePlayed() async {
        let json = await Bench().ask(.get, "/v1/pages/radio").json
        #expect(json["eyebrow"]?.string == "4 stations")
        let rows = json["rows"]?.elements ?? []
        #expect(rows[0]["detail"]?.elements.map(\.string) == ["Madison", "US", "192 kbit/s mp3"])
        #expect(rows[3]["reason"]?.string == "This station has ended. Its successor is Radio Übersee.")
        #expect(json["play"]?["field"]?.string == "media")
        #expect(json["notices"]?.elements.first?["text"]?.string?.contains("line 3") == true)
        #expect(json["empty"] == .null)
    }

    @Test func saysThatNothingWasFound() async {
        let json = await Bench().ask(.get, "/v1/pages/radio?q=xyz").json
        #expect(json["eyebrow"]?.string == "0 of 4 stations")
        #expect(json["empty"]?["text"]?.string == "No station matches “xyz”.")
    }

    @Test func describesTheHost() async {
        let bench = Bench()
        bench.clock.advance(by: .seconds(3 * 86_400 + 4 * 3600))
        let json = await bench.ask(.get, "/v1/pages/host").json
        #expect(json["eyebrow"]?.string == "Something is missing")
        let lines = json["groups"]?.elements.flatMap { $0["lines"]?.elements ?? [] } ?? []
        #expect(lines.contains { $0["text"]?.string == "3 d 4 h" })
        #expect(lines.contains { $0["label"]?.string == "Engine" && $0["text"]?.string == "There is no sound card." })
    }

    /// P26: a client that knows only the parts, and no words, can render every page.
    @Test(arguments: ["now", "radio", "host"])
    func canBeReadAsText(_ page: String) async {
        let json = await Bench().ask(.get, "/v1/pages/\(page)").json
        let lines = [json["eyebrow"], json["title"]].compactMap { $0?.string }
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { !$0.isEmpty })
        #expect(json["shell"]?["product"]?.string == "Longwave")
    }
}
