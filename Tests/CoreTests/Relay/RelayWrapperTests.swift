import Fakes
import Model
import Testing

@testable import Core

/// Playlists in front of streams, through the relay.
@Suite(.timeLimit(.minutes(3)))
struct RelayWrapperTests {
    private let bench = RelayBench()
    private let audio = AudioBytes.adts(frames: 20)

    private func list(_ address: String, _ text: String, type: String = "audio/x-scpls") {
        bench.play(address, [.bytes(Array(text.utf8)), .end], headers: [("Content-Type", type)])
    }

    private func pls(_ address: String, _ entries: [String]) {
        let lines = entries.enumerated().map { "File\($0.offset + 1)=\($0.element)\r\n" }
        list(address, "[playlist]\r\n" + lines.joined())
    }

    private func open(
        _ address: String,
        trust: StationTrust = .open,
        kind: StreamKind = .wrapper,
        hosts: [String] = []
    ) async -> (RelayAnswer, FaultCode?) {
        let answer = await bench.open(await bench.grant([address], trust: trust, kinds: [kind], hosts: hosts))
        guard case .failed(let code) = bench.events.last else { return (answer, nil) }
        return (answer, code)
    }

    private var asked: [String] { bench.client.requests.map(\.address.requestAddress) }

    @Test(arguments: [
        ("audio/x-scpls", "[playlist]\nFile1=https://b.example/live\n"),
        ("text/plain", "[Playlist]\r\nfile1=https://b.example/live\r\n"),
        ("application/octet-stream", "https://b.example/live"),
        ("audio/x-mpegurl", "#EXTM3U\n#EXTINF:-1,Radio\nhttps://b.example/live"),
        ("audio/mpeg", "# a comment\nhttps://b.example/live\n"),
        ("audio/x-mpegurl", "//b.example/live"),
    ])
    func aListLeadsToItsStream(type: String, text: String) async throws {
        list("https://a.example/list", text, type: type)
        bench.play("https://b.example/live", [.bytes(audio), .end])
        for kind in [StreamKind.wrapper, .icecast] {
            let (answer, _) = await open("https://a.example/list", kind: kind)
            #expect(answer.status == 200)
            #expect(answer.header("Content-Type") == "audio/aac")
            #expect(try await answer.everything().starts(with: audio))
            bench.play("https://b.example/live", [.bytes(audio), .end])
            list("https://a.example/list", text, type: type)
        }
        let seen = SnapshotStream(origin: "https://b.example", codec: "aac", bitrateKbps: nil)
        #expect(bench.events.contains(.fetching(seen, index: 0)))
        // Nothing is kept: the second time the list is asked for again.
        #expect(asked.filter { $0 == "https://a.example/list" }.count == 2)
    }

    @Test(arguments: [ContentSniffer.ListKind.xspf, .asx])
    func xmlIsReadByItsReader(kind: ContentSniffer.ListKind) async {
        let isXSPF = kind == .xspf
        list("https://a.example/list", isXSPF ? "<playlist version=\"1\"></playlist>" : "<ASX></ASX>", type: "text/xml")
        let names = ["playlist", "trackList", "track"].enumerated().map { XMLElement(name: $1, depth: $0) }
        let location = XMLElement(name: "location", depth: 3, text: "https://b.example/live")
        let ref = XMLElement(name: "ref", depth: 1, attributes: [.init(name: "href", value: "https://b.example/live")])
        bench.xml.script(.success(isXSPF ? names + [location] : [ref]))
        bench.play("https://b.example/live", [.bytes(audio)])
        #expect(await open("https://a.example/list").0.status == 200)
        #expect(bench.xml.asked.map(\.mode) == [isXSPF ? .xml : .tolerant])
        bench.xml.script(.failure(.declaresType))
        list("https://a.example/list", "<playlist></playlist>")
        #expect(await open("https://a.example/list").1 == .malformedResponse)
    }

    @Test func deadEntriesArePassedOver() async {
        pls(
            "https://a.example/list",
            ["mms://b.example/x", "https://b.example/1", "https://b.example/2", "https://c.example/"]
        )
        bench.status("https://b.example/1", 404)
        list("https://b.example/2", "<html>full</html>", type: "text/html")
        bench.play("https://c.example/", [.bytes(audio)])
        #expect(await open("https://a.example/list").0.status == 200)
        #expect(
            asked == ["https://a.example/list", "https://b.example/1", "https://b.example/2", "https://c.example/"]
        )
    }

    @Test func theCodeThatTellsMostStandsForTheWholeList() async {
        pls("https://a.example/list", ["https://b.example/1", "https://b.example/2", "mms://b.example/3"])
        bench.status("https://b.example/2", 403)
        let (answer, code) = await open("https://a.example/list")
        #expect(answer.status == 502)
        #expect(code == .upstreamForbidden)
        #expect(bench.events.filter { if case .streamFailed = $0 { true } else { false } }.count == 1)
    }

    @Test(arguments: ["mms://b.example/x", "rtsp://b.example/x", "file:///etc/passwd"])
    func aListOfForeignSchemesEndsAtOnce(entry: String) async {
        pls("https://a.example/list", [entry, entry + "2"])
        #expect(await open("https://a.example/list").1 == .unsupportedStream)
        list("https://a.example/list", entry, type: "audio/x-mpegurl")
        #expect(await open("https://a.example/list").1 == .unsupportedStream)
        #expect(asked.count == 2)
    }

    @Test func guardsHoldForEntries() async {
        bench.resolver.script("inside.example", ["10.0.0.7"])
        let inside = ["https://127.0.0.1/", "https://inside.example/", "https://[::1]/", "http://b.example/"]
        for entry in inside {
            pls("https://a.example/list", [entry])
            #expect(await open("https://a.example/list").1 == .addressRefused)
        }
        #expect(asked.allSatisfy { $0 == "https://a.example/list" })
        pls("https://a.example/list", ["http://10.0.0.7/"])
        bench.play("http://10.0.0.7/", [.bytes(audio)])
        #expect(await open("https://a.example/list", trust: .lan).0.status == 200)
    }

    @Test func entriesMayBeRestrictedToHosts() async {
        pls("https://a.example/list", ["https://b.example/1", "https://c.example/1"])
        bench.play("https://b.example/1", [.bytes(audio)])
        bench.play("https://c.example/1", [.bytes(audio)])
        #expect(await open("https://a.example/list", hosts: ["c.example"]).0.status == 200)
        #expect(asked == ["https://a.example/list", "https://c.example/1"])
        pls("https://a.example/list", ["https://b.example/1", "https://c.example/1"])
        #expect(await open("https://a.example/list", hosts: ["d.example"]).1 == .addressRefused)
    }

    @Test func oneListInAnotherIsFollowedAndAThirdIsNot() async {
        pls("https://a.example/0", ["https://a.example/1"])
        list("https://a.example/1", "https://a.example/2")
        bench.play("https://a.example/2", [.bytes(audio)])
        #expect(await open("https://a.example/0").0.status == 200)
        pls("https://a.example/0", ["https://a.example/1"])
        list("https://a.example/1", "https://a.example/2")
        list("https://a.example/2", "https://a.example/3")
        bench.play("https://a.example/3", [.bytes(audio)])
        #expect(await open("https://a.example/0").1 == .tooManyRedirects)
        #expect(!asked.contains("https://a.example/3"))
    }

    @Test func listsThatLeadInACircleEnd() async {
        pls("https://a.example/self", ["https://a.example/self", "/self"])
        #expect(await open("https://a.example/self").1 == .tooManyRedirects)
        #expect(asked.count == 1)
        for _ in 0..<2 { pls("https://a.example/x", ["https://a.example/y"]) }
        bench.status("https://a.example/y", 302, headers: [("Location", "/x")])
        #expect(await open("https://a.example/x").1 == .tooManyRedirects)
        #expect(asked.count == 4)
    }

    @Test func relativeEntriesAreOfTheFinalAddress() async {
        bench.status("https://a.example/list", 302, headers: [("Location", "https://b.example/real/list.m3u")])
        list("https://b.example/real/list.m3u", "#EXTM3U\nlive.mp3|User-Agent=x\n", type: "audio/x-mpegurl")
        bench.play("https://b.example/real/live.mp3", [.bytes(audio)])
        #expect(await open("https://a.example/list").0.status == 200)
    }

    @Test func onlyTheMoveOfTheListedAddressIsTold() async {
        bench.status("https://a.example/list", 301, headers: [("Location", "https://b.example/list")])
        pls("https://b.example/list", ["https://b.example/1"])
        bench.status("https://b.example/1", 301, headers: [("Location", "https://c.example/live")])
        bench.play("https://c.example/live", [.bytes(audio)])
        #expect(await open("https://a.example/list").0.status == 200)
        let moves = bench.events.filter { if case .moved = $0 { true } else { false } }
        #expect(moves == [.moved(index: 0, from: "https://a.example", to: "https://b.example")])
    }

    @Test func aListIsReadOnlySoFar() async {
        let line = Array("#\(String(repeating: "x", count: 1022))\n".utf8)
        let steps = (0..<1000).map { _ in ScriptedBody.Step.bytes(line) }
        let upstream = bench.play("https://a.example/list", [.bytes(Array("#EXTM3U\n".utf8))] + steps)
        #expect(await open("https://a.example/list").1 == .malformedResponse)
        #expect(upstream.isCancelled && upstream.left > 900)
        bench.play("https://a.example/list", [.bytes(Array("[playlist]\nFile1=https://b.ex".utf8)), .fault(.dropped)])
        #expect(await open("https://a.example/list").1 == .streamDropped)
        list("https://a.example/list", "[playlist]\nNumberOfEntries=0\n")
        #expect(await open("https://a.example/list").1 == .emptyStream)
    }

    @Test func atMostEightEntriesAreAskedFor() async {
        pls("https://a.example/list", (0..<300).map { "https://b.example/\($0)" })
        #expect(await open("https://a.example/list").1 == .connectionRefused)
        #expect(asked.count == 9)
    }

    // MARK: Time

    /// Returns once the `count`th request hangs and its deadline runs beside that of the attempt. A list has a deadline of
    /// its own, which has ended by then.
    private func hanging(at count: Int) async {
        while asked.count < count { await Task.yield() }
        await bench.clock.sleepers(2)
    }

    @Test func aListThatNeverEndsHasThreeSeconds() async {
        let body = ScriptedBody([.bytes(Array("#EXTM3U\n".utf8))])
        bench.client.script("https://a.example/list", .answer(status: 200, headers: [], body: body))
        let grant = await bench.grant(["https://a.example/list"])
        let bench = bench
        async let answer = bench.open(grant)
        await bench.clock.sleepers(2)
        #expect(bench.clock.nextDeadline == .seconds(3))
        bench.clock.advance(by: .seconds(3))
        #expect(await answer.status == 504)
        #expect(bench.events.last == .failed(.upstreamTimeout))
        #expect(body.isCancelled)
    }

    @Test func entriesThatHangHaveThreeSecondsAndTheLastWhatIsLeftOfSeven() async {
        pls("https://a.example/list", ["https://b.example/1", "https://b.example/2"])
        bench.client.script("https://b.example/1", .never)
        bench.client.script("https://b.example/2", .never)
        let grant = await bench.grant(["https://a.example/list"])
        let bench = bench
        async let answer = bench.open(grant)
        await hanging(at: 2)
        #expect(bench.clock.nextDeadline == .seconds(3))
        bench.clock.advance(by: .seconds(3))
        while asked.count < 3 { await Task.yield() }
        bench.clock.advance(by: .milliseconds(3999))
        #expect(!bench.events.contains(.failed(.upstreamTimeout)))
        bench.clock.advance(by: .milliseconds(1))
        #expect(await answer.status == 504)
        #expect(bench.clock.now == .seconds(7))
        #expect(bench.client.abandoned == 2)
    }

    @Test func anEntryThatHangsGivesWayToOneThatPlays() async {
        pls("https://a.example/list", ["https://b.example/1", "https://c.example/2"])
        bench.client.script("https://b.example/1", .never)
        bench.play("https://c.example/2", [.bytes(audio)])
        let grant = await bench.grant(["https://a.example/list"])
        let bench = bench
        async let answer = bench.open(grant)
        await hanging(at: 2)
        bench.clock.advance(by: .seconds(3))
        #expect(await answer.status == 200)
    }

    @Test func aWrapperBeforeAnotherStreamHasThreeSecondsInAll() async {
        pls("https://a.example/list", ["https://b.example/1", "https://b.example/2"])
        bench.client.script("https://b.example/1", .never)
        bench.play("https://c.example/live", [.bytes(audio)])
        let grant = await bench.grant(["https://a.example/list", "https://c.example/live"], kinds: [.wrapper])
        let bench = bench
        async let answer = bench.open(grant)
        await hanging(at: 2)
        bench.clock.advance(by: .seconds(3))
        #expect(await answer.status == 200)
        #expect(bench.events.contains(.streamFailed(index: 0, origin: "https://a.example", .upstreamTimeout)))
    }
}
