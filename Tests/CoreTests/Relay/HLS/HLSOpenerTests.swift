import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct HLSOpenerTests {
    private let bench = HLSBench()

    private static func master(_ names: [String]) -> String {
        "#EXTM3U\n"
            + names.map { "#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS=\"mp4a.40.2\"\n\($0)\n" }.joined()
    }

    @Test func aMasterLeadsToTheFirstSegment() async throws {
        bench.list(100..<103)
        bench.serveSegments(100..<103)
        let opened = try await bench.open(Self.master(["live.m3u8"]), at: HLSBench.master)
        #expect(bench.asked == ["live.m3u8", "seg100.ts"])
        #expect(opened.pieces.audio == HLSBench.audio(100))
        #expect(opened.audio.codec == "aac")
        #expect(opened.audio.contentType == "audio/aac")
        #expect(opened.origin == "https://a.example")
        #expect(opened.sendsTitles)
        #expect(opened.source.patience == .seconds(36))
    }

    @Test func referencesAreThoseOfTheFinalAddress() async throws {
        bench.status(HLSBench.list, 302, headers: [("Location", "https://b.example/edge/x.m3u8?s=1")])
        bench.serve("https://b.example/edge/x.m3u8?s=1", PlaylistTexts.window(7..<8))
        bench.status("https://b.example/edge/seg7.ts", 307, headers: [("Location", "/cache/7")])
        bench.serve("https://b.example/cache/7", HLSBench.audio(7))
        let opened = try await bench.open(Self.master(["live.m3u8"]), at: HLSBench.master)
        #expect(opened.origin == "https://b.example")
        #expect(bench.asked == ["live.m3u8", "x.m3u8", "seg7.ts", "7"])
    }

    @Test func aListInAListIsFollowedAndAThirdIsNot() async throws {
        bench.serve("https://a.example/radio/second.m3u8", Self.master(["live.m3u8"]))
        bench.list(100..<103)
        bench.serveSegments(100..<103)
        #expect(try await bench.open(Self.master(["second.m3u8"]), at: HLSBench.master).audio.codec == "aac")
        let other = HLSBench()
        other.serve("https://a.example/radio/second.m3u8", Self.master(["third.m3u8"]))
        other.serve("https://a.example/radio/third.m3u8", Self.master(["live.m3u8"]))
        await #expect(throws: FaultCode.malformedResponse) {
            try await other.open(Self.master(["second.m3u8"]), at: HLSBench.master)
        }
    }

    @Test func aVariantThatFailsHandsOverToTheNext() async throws {
        bench.status("https://a.example/radio/gone.m3u8", 404)
        bench.list(100..<103)
        bench.serveSegments(100..<103)
        _ = try await bench.open(Self.master(["gone.m3u8", "live.m3u8"]), at: HLSBench.master)
        #expect(bench.asked == ["gone.m3u8", "live.m3u8", "seg100.ts"])
        let other = HLSBench()
        for name in ["a", "b", "c", "d"] { other.status("https://a.example/radio/\(name)", name == "b" ? 403 : 404) }
        await #expect(throws: FaultCode.upstreamForbidden) {
            try await other.open(Self.master(["a", "b", "c", "d"]), at: HLSBench.master)
        }
        #expect(other.asked == ["a", "b", "c"], "three tries are enough")
    }

    @Test(arguments: [
        ("https://b.example/seg.ts", "10.0.0.1", FaultCode.addressRefused),
        ("http://a.example/seg.ts", "203.0.113.1", .addressRefused),
        ("https://127.0.0.1/seg.ts", "203.0.113.1", .addressRefused),
    ])
    func noSegmentLeadsIntoTheHouse(reference: String, address: String, code: FaultCode) async throws {
        let bench = HLSBench()
        bench.resolver.script("b.example", [address])
        bench.resolver.script("house.example", [address])
        let reference = reference.replacing("b.example", with: "house.example")
        let list = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n" + (0..<3).map { "#EXTINF:6,\n\(reference)?\($0)\n" }.joined()
        await #expect(throws: code) { try await bench.open(list) }
        #expect(bench.client.requests.isEmpty)
    }

    @Test func theWholeStationIsReadThroughTheRelayWhateverItsKindIsSaidToBe() async throws {
        for kind in [StreamKind.hls, .icecast] {
            let relay = RelayBench()
            let list = PlaylistTexts.window(0..<1)
            relay.play(
                "https://a.example/x",
                [.bytes(Array(list.prefix(9).utf8)), .bytes(Array(list.dropFirst(9).utf8)), .end],
                headers: [("Content-Type", "Application/X-MpegURL")]
            )
            relay.play("https://a.example/seg0.ts", [.bytes(HLSBench.audio(0)), .end])
            let answer = await relay.open(await relay.grant(["https://a.example/x"], kinds: [kind]))
            #expect(answer.status == 200)
            #expect(answer.header("content-type") == "audio/aac")
            #expect(try await answer.body?.next() == HLSBench.audio(0))
            answer.body?.cancel()
            #expect(
                relay.events.last
                    == .fetching(SnapshotStream(origin: "https://a.example", codec: "aac", bitrateKbps: nil), index: 0)
            )
        }
    }

    @Test func aStreamThatIsNoPlaylistPlaysThoughItsKindSaysHLS() async throws {
        let relay = RelayBench()
        relay.play("https://a.example/x.m3u8", [.bytes(AudioBytes.mp3(frames: 12))])
        #expect(await relay.open(await relay.grant(["https://a.example/x.m3u8"], kinds: [.hls])).status == 200)
    }

    @Test(arguments: [
        ("#EXTM3U\n#EXT-X-VERSION:3\n", FaultCode.malformedResponse),
        ("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1,CODECS=\"ec-3\"\na\n", .unsupportedStream),
        ("#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n#EXT-X-ENDLIST\n", .streamDropped),
        ("#EXTM3U\n#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"\n#EXTINF:6,\na\n#EXTINF:6,\nb\n", .unsupportedStream),
    ])
    func whatCannotBePlayedIsSaidAtOnce(text: String, code: FaultCode) async throws {
        await #expect(throws: code) { try await bench.open(text) }
        #expect(bench.client.requests.isEmpty)
    }

    @Test func aFirstSegmentWithoutSoundIsSkipped() async throws {
        bench.serve("https://a.example/radio/seg0.ts", "<html>not here</html>")
        bench.serveSegments(1..<3)
        #expect(try await bench.open(0..<3).pieces.audio == HLSBench.audio(1))
    }

    @Test func cancellingEndsTheRequest() async throws {
        bench.client.script("https://a.example/radio/seg0.ts", .never)
        let bench = bench
        let task = Task { try await bench.open(0..<1) }
        while bench.client.requests.isEmpty { await Task.yield() }
        task.cancel()
        await #expect(throws: FaultCode.streamDropped) { try await task.value }
        while bench.client.abandoned == 0 { await Task.yield() }
        #expect(bench.client.abandoned == 1)
    }
}
