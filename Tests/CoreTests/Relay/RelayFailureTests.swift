import Fakes
import Model
import Testing

@testable import Core

/// One pass over the listed streams, each with its deadline.
@Suite(.timeLimit(.minutes(3)))
struct RelayFailureTests {
    private let bench = RelayBench()
    private let audio = AudioBytes.adts(frames: 20)

    @Test(arguments: [
        (401, FaultCode.upstreamUnauthorized), (403, .upstreamForbidden), (451, .upstreamForbidden),
        (404, .upstreamNotFound), (410, .upstreamGone), (429, .upstreamBusy), (503, .upstreamBusy),
        (500, .upstreamError), (204, .emptyStream), (700, .malformedResponse),
    ])
    func aStatusEndsTheOnlyStream(status: Int, code: FaultCode) async {
        bench.status("https://a.example/live", status)
        let answer = await bench.open(await bench.grant(["https://a.example/live"]))
        #expect(answer.status == 502)
        #expect(answer.body == nil)
        #expect(
            bench.events == [
                .trying(index: 0, origin: "https://a.example"),
                .streamFailed(index: 0, origin: "https://a.example", code),
                .failed(code),
            ]
        )
        #expect(await bench.relay.tally(of: PlayID(1))?.fault == code)
    }

    @Test(arguments: [
        (HTTPFault.connectionRefused, FaultCode.connectionRefused, 502), (.tlsFailed, .tlsFailed, 502),
        (.tlsNotYetValid, .tlsNotYetValid, 502), (.malformedResponse, .malformedResponse, 502),
        (.timedOut, .upstreamTimeout, 504),
    ])
    func aFaultEndsTheOnlyStream(fault: HTTPFault, code: FaultCode, status: Int) async {
        bench.client.script("https://a.example/live", .fault(fault))
        #expect(await bench.open(await bench.grant(["https://a.example/live"])).status == status)
        #expect(bench.events.last == .failed(code))
    }

    @Test func anUnknownNameAndAnEmptyAnswer() async {
        #expect(await bench.open(await bench.grant(["https://nowhere.example/live"])).status == 502)
        #expect(bench.events.last == .failed(.nameUnresolved))
        bench.play("https://a.example/live", [.end])
        _ = await bench.open(await bench.grant(["https://a.example/live"]))
        #expect(bench.events.last == .failed(.emptyStream))
        bench.play("https://b.example/live", [.fault(.dropped)])
        _ = await bench.open(await bench.grant(["https://b.example/live"]))
        #expect(bench.events.last == .failed(.emptyStream))
        bench.play("https://c.example/live", [.bytes(Array(audio.prefix(100))), .fault(.dropped)])
        _ = await bench.open(await bench.grant(["https://c.example/live"]))
        #expect(bench.events.last == .failed(.streamDropped))
    }

    @Test(arguments: [
        ("text/html", "<html>offline</html>", FaultCode.notAudio),
        ("audio/mpeg", "<!doctype html><title>Server full</title>", .notAudio),
        ("application/json", "{}", .notAudio),
        ("image/jpeg", "x", .notAudio),
        ("audio/x-mpegurl", "#EXTM3U\n#EXT-X-VERSION:3\n", .malformedResponse),
        ("application/smil", "<smil><body/></smil>", .unsupportedStream),
    ])
    func whatIsNoAudioIsNeverPassedOn(type: String, text: String, code: FaultCode) async {
        let upstream = bench.play(
            "https://a.example/live",
            [.bytes(Array(text.utf8)), .end],
            headers: [("Content-Type", type)]
        )
        let answer = await bench.open(await bench.grant(["https://a.example/live"]))
        #expect(answer.status == 502)
        #expect(bench.events.last == .failed(code))
        #expect(upstream.isCancelled)
    }

    @Test func randomBytesUnderAnAudioHeaderAreRefused() async {
        let upstream = bench.play("https://a.example/live", [.bytes(AudioBytes.noise(8000, seed: 3))])
        #expect(await bench.open(await bench.grant(["https://a.example/live"])).status == 502)
        #expect(bench.events.last == .failed(.notAudio))
        #expect(upstream.isCancelled)
    }

    @Test func theNextListedStreamIsTriedInOrderAndOnlyOnce() async {
        bench.status("https://a.example/live", 404)
        bench.client.script("https://b.example/live", .fault(.connectionRefused))
        bench.play("https://c.example/live", [.bytes(audio)])
        let grant = await bench.grant(["https://a.example/live", "https://b.example/live", "https://c.example/live"])
        #expect(await bench.open(grant).status == 200)
        #expect(bench.client.requests.map(\.address.host) == ["a.example", "b.example", "c.example"])
        #expect(
            bench.events == [
                .trying(index: 0, origin: "https://a.example"),
                .streamFailed(index: 0, origin: "https://a.example", .upstreamNotFound),
                .trying(index: 1, origin: "https://b.example"),
                .streamFailed(index: 1, origin: "https://b.example", .connectionRefused),
                .trying(index: 2, origin: "https://c.example"),
                .fetching(SnapshotStream(origin: "https://c.example", codec: "aac", bitrateKbps: nil), index: 2),
            ]
        )
        #expect(await bench.relay.tally(of: PlayID(1))?.fault == nil)
    }

    @Test func theCodeThatTellsMostIsReportedOnceAtTheEnd() async {
        bench.status("https://a.example/live", 403)
        bench.client.script("https://b.example/live", .fault(.timedOut))
        let grant = await bench.grant(
            ["https://a.example/live", "https://b.example/live", "https://c.example/live"]
        )
        #expect(await bench.open(grant).status == 502)
        #expect(bench.events.last == .failed(.upstreamForbidden))
        #expect(bench.events.filter { if case .failed = $0 { true } else { false } }.count == 1)
    }

    @Test func theFirstOfTwoHasThreeSecondsAndTheLastWhatIsLeftOfSeven() async {
        bench.client.script("https://a.example/live", .never)
        bench.client.script("https://b.example/live", .never)
        let grant = await bench.grant(["https://a.example/live", "https://b.example/live"])
        let bench = bench
        async let answer = bench.open(grant)
        await bench.clock.sleepers(1)
        #expect(bench.clock.nextDeadline == .seconds(3))
        bench.clock.advance(by: .seconds(3))
        await bench.clock.sleepers(1)
        #expect(bench.clock.nextDeadline == .seconds(7))
        #expect(bench.events.contains(.streamFailed(index: 0, origin: "https://a.example", .upstreamTimeout)))
        bench.clock.advance(by: .milliseconds(3999))
        #expect(!bench.events.contains(.failed(.upstreamTimeout)))
        bench.clock.advance(by: .milliseconds(1))
        #expect(await answer.status == 504)
        #expect(bench.events.last == .failed(.upstreamTimeout))
    }

    /// Every way of never giving a first audio byte ends at the same moment.
    @Test(arguments: ["name", "head", "body", "trickle", "metadata"])
    func nothingOutlastsTheDeadline(where place: String) async {
        let body = ScriptedBody()
        switch place {
        case "name": bench.resolver.silence("a.example")
        case "head": bench.client.script("https://a.example/live", .never)
        case "metadata":
            bench.client.script(
                "https://a.example/live",
                .answer(status: 200, headers: [("icy-metaint", "1")], body: body)
            )
        default: bench.client.script("https://a.example/live", .answer(status: 200, headers: [], body: body))
        }
        let grant = await bench.grant(["https://a.example/live"])
        let bench = bench
        async let answer = bench.open(grant)
        await bench.clock.sleepers(1)
        for _ in 0..<6 {
            if place == "trickle" {
                await body.waiting()
                body.feed(.bytes([0xff]))
            } else if place == "metadata" {
                await body.waiting()
                body.feed(.bytes([0xff] + ICYInterleaver.block(of: "x")))
            }
            bench.clock.advance(by: .seconds(1))
        }
        #expect(bench.events == [.trying(index: 0, origin: "https://a.example")])
        #expect(bench.clock.nextDeadline == .seconds(7))
        bench.clock.advance(by: .seconds(1))
        #expect(await answer.status == 504)
        #expect(bench.events.last == .failed(.upstreamTimeout))
        if place == "head" { #expect(bench.client.abandoned == 1) }
        if ["body", "trickle", "metadata"].contains(place) { #expect(body.isCancelled) }
    }

    @Test func aBodyThatIsAllMetadataIsRefused() async {
        let block = [UInt8(0xff)] + [255] + [UInt8](repeating: 0x41, count: 255 * 16)
        let steps = (0..<300).map { _ in ScriptedBody.Step.bytes(block) }
        let upstream = bench.play("https://a.example/live", steps, headers: [("icy-metaint", "1")])
        _ = await bench.open(await bench.grant(["https://a.example/live"]))
        #expect(bench.events.last == .failed(.malformedResponse))
        #expect(upstream.isCancelled)
    }
}
