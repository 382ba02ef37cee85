import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct HLSSourceTests {
    private let bench = HLSBench()

    /// The audio of each pull until the stream ends, and how it ended.
    private func everything(_ opened: StreamOpener.Opened) async -> (audio: [[UInt8]], end: HTTPFault?) {
        let bench = bench
        var audio = [opened.pieces.audio]
        do {
            while let pieces = try await bench.moving({ try await opened.source.next() }) { audio.append(pieces.audio) }
            return (audio, nil)
        } catch {
            return (audio, error as? HTTPFault)
        }
    }

    @Test func segmentsComeInOrderAndEachOnce() async throws {
        bench.serveSegments(100..<106)
        for numbers in [100..<103, 101..<104, 100..<103, 102..<105, 103..<106] { bench.list(numbers) }
        bench.status(HLSBench.list, 403)
        let (audio, end) = await everything(try await bench.open(100..<103))
        #expect(audio == (100..<106).map(HLSBench.audio))
        #expect(end == .dropped, "a token that ran out is a drop: the session begins at the catalogue's address")
        #expect(bench.asked.filter { $0.hasPrefix("seg") } == (100..<106).map { "seg\($0).ts" })
    }

    @Test func atMostOneSegmentIsFetchedAhead() async throws {
        bench.serveSegments(0..<20)
        let text = PlaylistTexts.window(0..<20, end: true).replacing(
            "#EXT-X-VERSION:3",
            with: "#EXT-X-PLAYLIST-TYPE:VOD"
        )
        let opened = try await bench.open(text)
        #expect(bench.asked == ["seg0.ts"])
        for pull in 1..<20 {
            let pieces = try #require(try await opened.source.next())
            #expect(pieces.audio == HLSBench.audio(pull))
            #expect(bench.asked.count <= pull + 2, "pull \(pull)")
        }
        await #expect(throws: HTTPFault.dropped) { try await opened.source.next() }
        await #expect(throws: HTTPFault.dropped) { try await opened.source.next() }
    }

    @Test func aMissingSegmentIsSkipped() async throws {
        bench.serveSegments(100..<101)
        bench.status("https://a.example/radio/seg101.ts", 404)
        bench.serveSegments(102..<104)
        bench.list(101..<104)
        bench.status(HLSBench.list, 410)
        let (audio, end) = await everything(try await bench.open(100..<103))
        #expect(audio == [100, 102, 103].map(HLSBench.audio))
        #expect(end == .dropped)
    }

    @Test func aSegmentThatNeverComesIsGivenUp() async throws {
        bench.serveSegments(100..<101)
        bench.client.script("https://a.example/radio/seg101.ts", .never)
        bench.serveSegments(102..<103)
        bench.status(HLSBench.list, 403)
        let (audio, _) = await everything(try await bench.open(100..<103))
        #expect(audio == [100, 102].map(HLSBench.audio))
        #expect(bench.client.abandoned == 1)
    }

    @Test func aListThatStandsStillHasStalled() async throws {
        bench.serveSegments(100..<103)
        bench.list(100..<103)
        bench.list(100..<103)
        for _ in 0..<8 { bench.list(100..<103) }
        let (audio, end) = await everything(try await bench.open(100..<103))
        #expect(audio.count == 3)
        #expect(end == .timedOut)
    }

    @Test func theListIsReadAgainWhereItsFinalAddressIs() async throws {
        bench.serveSegments(0..<2)
        bench.serve("https://a.example/radio/live.m3u8?session=9", PlaylistTexts.window(0..<2))
        bench.status("https://a.example/radio/live.m3u8?session=9", 403)
        let opened = try await bench.open(PlaylistTexts.window(0..<1), at: HLSBench.list + "?session=9")
        let (audio, _) = await everything(opened)
        #expect(audio.count == 2)
        #expect(
            bench.client.requests.filter { $0.address.target.contains("m3u8") }.allSatisfy {
                $0.address.target.hasSuffix("?session=9")
            }
        )
    }

    @Test func cancellingEndsEverything() async throws {
        bench.serveSegments(0..<1)
        bench.client.script("https://a.example/radio/seg1.ts", .never)
        let opened = try await bench.open(0..<2)
        let bench = bench
        let waiting = Task { try await opened.source.next() }
        while bench.client.requests.count < 2 { await Task.yield() }
        opened.source.cancel()
        opened.source.cancel()
        await #expect(throws: HTTPFault.cancelled) { try await waiting.value }
        await #expect(throws: HTTPFault.cancelled) { try await opened.source.next() }
        while bench.client.abandoned == 0 { await Task.yield() }
        #expect(bench.asked == ["seg0.ts", "seg1.ts"])
    }

    @Test func aForgottenSourceEndsItsRequest() async throws {
        bench.serveSegments(0..<2)
        bench.client.script("https://a.example/radio/seg2.ts", .never)
        var opened: StreamOpener.Opened? = try await bench.open(0..<3)
        _ = try await opened?.source.next()
        while bench.client.requests.count < 3 { await Task.yield() }
        opened = nil
        #expect(opened == nil)
        while bench.client.abandoned == 0 { await Task.yield() }
        #expect(bench.client.abandoned == 1)
    }

    @Test func anotherCodecIsADrop() async throws {
        bench.serveSegments(0..<1)
        bench.serve("https://a.example/radio/seg1.ts", AudioBytes.mp3(frames: 20))
        bench.serveSegments(2..<3)
        let text = PlaylistTexts.window(0..<3).replacing(
            "#EXTINF:6.0,\nseg1",
            with: "#EXT-X-DISCONTINUITY\n#EXTINF:6.0,\nseg1"
        )
        let (audio, end) = await everything(try await bench.open(text))
        #expect(audio == [HLSBench.audio(0)])
        #expect(end == .dropped)
        #expect(!bench.asked.contains("seg2.ts"))
    }

    @Test func titlesOfTheListComeWithTheirSegment() async throws {
        bench.serveSegments(0..<2)
        bench.status(HLSBench.list, 403)
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,no desc\nseg0.ts\n#EXTINF:6,title=\"Sinnerman\",artist=\"Nina Simone\"\nseg1.ts\n"
        let opened = try await bench.open(text)
        #expect(opened.pieces.titles.isEmpty)
        let next = try #require(try await opened.source.next())
        #expect(next.titles.map(\.line) == ["Nina Simone - Sinnerman"])
        #expect(next.first != .audio(next.audio), "a title stands before the audio that it is of")
    }
}
