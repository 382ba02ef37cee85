import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct StreamProbeTests {
    private let bench = ProbeBench()
    private let audio = AudioBytes.mp3(frames: 60)

    @Test func itHearsWhatTheFramesSayAndLetsGo() async {
        let body = bench.play("https://a.example/live", [.bytes(audio)])
        let check = await bench.check("https://a.example/live")
        #expect(
            check.heard
                == StreamHeard(codec: "mp3", sampleRate: 44100, bitrateKbps: 128, sendsTitles: false, title: nil)
        )
        #expect(check.fault == nil && check.movedTo == nil && check.origin == "https://a.example")
        #expect(body.isCancelled, "a probe is no listener")
    }

    @Test func itAsksAsAPlayerDoes() async throws {
        bench.play("https://a.example/live", [.bytes(audio)])
        _ = await bench.check("https://a.example/live")
        let request = try #require(bench.client.requests.first)
        #expect(request.headers.map(\.name) == ["Accept", "Icy-MetaData"])
        #expect(request.dial.map(\.description) == ["203.0.113.1"])
    }

    @Test func theFirstTitleEndsIt() async {
        let block = Array("StreamTitle='Somebody - Something';".utf8) + Array(repeating: 0, count: 14)
        let first = Array(AudioBytes.mp3(frames: 50).prefix(20_000))
        let body = bench.play(
            "https://a.example/live",
            [.bytes(first + [3] + block.prefix(48)), .bytes(audio), .bytes(audio)],
            headers: [("Content-Type", "audio/mpeg"), ("icy-metaint", "20000")]
        )
        let check = await bench.check("https://a.example/live")
        #expect(check.heard?.title == "Somebody - Something" && check.heard?.sendsTitles == true)
        #expect(body.left == 2, "nothing more was pulled")
    }

    @Test func withoutATitleItEndsAtSixtyFourKilobytes() async {
        let steps = (0..<40).map { _ in ScriptedBody.Step.bytes(AudioBytes.mp3(frames: 10)) }
        let body = bench.play(
            "https://a.example/live",
            steps,
            headers: [("Content-Type", "audio/mpeg"), ("icy-metaint", "16000000")]
        )
        let check = await bench.check("https://a.example/live")
        #expect(check.heard?.sendsTitles == true && check.heard?.title == nil)
        #expect(body.left == 24, "16 of 4,170 bytes are the first with 64 KiB: \(body.left)")
    }

    @Test func twelveSecondsWithoutAudioAreATimeout() async {
        bench.client.script("https://a.example/live", .never)
        async let check = bench.check("https://a.example/live")
        await bench.clock.sleepers(1)
        #expect(bench.clock.nextDeadline == .seconds(12))
        bench.clock.advance(by: .seconds(12))
        #expect(await check.fault == "upstream_timeout")
        #expect(await check.tookMs == 12_000)
        #expect(bench.client.abandoned == 1)
    }

    @Test func audioThatStopsComingIsStillHeard() async {
        let body = bench.play("https://a.example/live", [.bytes(AudioBytes.mp3(frames: 11))])
        async let check = bench.check("https://a.example/live")
        await body.waiting()
        await bench.clock.sleepers(1)
        bench.clock.advance(by: .seconds(12))
        #expect(await check.heard?.codec == "mp3")
        #expect(await check.fault == nil)
    }

    @Test func aStreamThatEndsAfterItsFirstAudioIsHeard() async {
        bench.play("https://a.example/live", [.bytes(AudioBytes.mp3(frames: 11)), .fault(.dropped)])
        #expect(await bench.check("https://a.example/live").heard?.bitrateKbps == 128)
    }

    @Test(arguments: [(301, "https://b.example" as String?), (308, "https://b.example"), (302, nil), (307, nil)])
    func onlyAPermanentRedirectIsAMove(status: Int, movedTo: String?) async {
        bench.redirect("https://a.example/live", status, to: "https://b.example/x?token=1")
        bench.play("https://b.example/x?token=1", [.bytes(audio)])
        let check = await bench.check("https://a.example/live")
        #expect(check.heard != nil)
        #expect(check.movedTo == movedTo)
        #expect(check.origin == "https://a.example")
    }

    @Test func aMoveEndsWhereASessionBegins() async {
        bench.redirect("https://a.example/live", 301, to: "https://b.example/live")
        bench.redirect("https://b.example/live", 302, to: "https://c.example/session")
        bench.play("https://c.example/session", [.bytes(audio)])
        #expect(await bench.check("https://a.example/live").movedTo == "https://b.example")
    }

    @Test func aMoveOnTheSameHostIsNone() async {
        bench.redirect("https://a.example/live", 301, to: "/other")
        bench.play("https://a.example/other", [.bytes(audio)])
        #expect(await bench.check("https://a.example/live").movedTo == nil)
    }

    @Test(arguments: ["https://house.example/", "http://c.example/live", "https://127.0.0.1/live"])
    func theGuardsAreThoseOfAPlayer(target: String) async {
        bench.resolver.script("house.example", ["10.0.0.1"])
        bench.redirect("https://a.example/live", 302, to: target)
        let check = await bench.check("https://a.example/live")
        #expect(check.fault == "redirect_refused")
        #expect(bench.client.requests.count == 1)
    }

    @Test(arguments: [(404, "upstream_not_found"), (403, "upstream_forbidden"), (503, "upstream_busy")])
    func aRefusalIsToldByItsCode(status: Int, fault: String) async {
        bench.client.script(
            "https://a.example/live",
            .answer(status: status, headers: [], body: ScriptedBody([.end]))
        )
        let check = await bench.check("https://a.example/live")
        #expect(check.fault == fault && check.heard == nil)
    }

    @Test func waitingForAnotherProbesHostIsNoTimeOfItsOwn() async throws {
        // Both lead to the same server behind their own names.
        bench.redirect("https://a.example/1", 302, to: "https://c.example/1")
        bench.redirect("https://b.example/2", 302, to: "https://c.example/2")
        let first = bench.play("https://c.example/1", [])
        bench.play("https://c.example/2", [.bytes(audio)])
        async let one = bench.check("https://a.example/1", as: 1)
        await first.waiting()
        async let two = bench.check("https://b.example/2", as: 2)
        // Two timers of 12 s; the second probe has no other wish to sleep while it waits for its turn.
        await bench.clock.sleepers(2)
        bench.clock.advance(by: .seconds(11))
        first.feed(.bytes(audio))
        #expect(await one.heard != nil)
        #expect(await two.heard != nil)
        #expect(await two.tookMs < 2000)
    }
}
