import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct SegmentFetchTests {
    private let bench = HLSBench()
    private let plain = Array("sixteen bytes, and then some".utf8)
    private let key = [UInt8](repeating: 0x5a, count: 16)
    private let base = "https://a.example/radio/"

    private var fetch: SegmentFetch { segmentFetch(.open) }

    private func segmentFetch(_ trust: StationTrust) -> SegmentFetch {
        SegmentFetch(
            fetch: GuardedFetch(client: bench.client, resolver: bench.resolver),
            cipher: ScriptedCipher(),
            trust: trust
        )
    }

    private func segments(_ tags: String, first: Int = 0) throws -> [MediaSegment] {
        try PlaylistTexts.media("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\(first)\n\(tags)\n", from: base + "live.m3u8").segments
    }

    /// `plain` as a server would encrypt it, padding and all.
    private func encrypted(iv: [UInt8], padding: [UInt8]? = nil) -> [UInt8] {
        let missing = 16 - plain.count % 16
        let padded = plain + (padding ?? Array(repeating: UInt8(missing), count: missing))
        return ScriptedCipher().decryptAES128CBC(padded, key: key, iv: iv) ?? []
    }

    @Test func aKeyIsFetchedOnceAndOpensEachSegmentWithItsNumber() async throws {
        bench.serve(base + "k", key)
        for number in [258, 259] {
            let iv = [UInt8](repeating: 0, count: 14) + [1, UInt8(number - 256)]
            bench.serve(base + "s\(number)", encrypted(iv: iv))
        }
        let segments = try segments(
            "#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\ns258\n#EXTINF:6,\ns259",
            first: 258
        )
        let first = try await fetch.fetch(segments[0], holding: SegmentFetch.Held())
        let second = try await fetch.fetch(segments[1], holding: first.held)
        #expect(first.bytes == plain)
        #expect(second.bytes == plain)
        #expect(bench.asked == ["k", "s258", "s259"])
    }

    @Test func aGivenVectorIsUsed() async throws {
        bench.serve(base + "k", key)
        bench.serve(base + "s", encrypted(iv: Array(0..<16)))
        let tags = "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x000102030405060708090A0B0C0D0E0F\n#EXTINF:6,\ns"
        let fetched = try await fetch.fetch(try #require(try segments(tags).first), holding: SegmentFetch.Held())
        #expect(fetched.bytes == plain)
    }

    @Test(arguments: [[], [0, 0, 0, 0], [4, 4, 3, 4], [17, 17, 17, 17], [4, 4, 4]] as [[UInt8]])
    func whatTheKeyDoesNotFitIsMalformed(padding: [UInt8]) async throws {
        bench.serve(base + "k", key)
        let whole = plain + padding
        let iv = [UInt8](repeating: 0, count: 16)
        bench.serve(base + "s", ScriptedCipher().decryptAES128CBC(whole, key: key, iv: iv) ?? whole)
        let segment = try #require(try segments("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\ns").first)
        await #expect(throws: FaultCode.malformedResponse) {
            try await fetch.fetch(segment, holding: SegmentFetch.Held())
        }
    }

    @Test(arguments: [0, 15, 17])
    func aKeyOfAnotherLengthIsNone(length: Int) async throws {
        bench.serve(base + "k", [UInt8](repeating: 1, count: length))
        bench.serve(base + "s", plain)
        let segment = try #require(try segments("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"\n#EXTINF:6,\ns").first)
        await #expect(throws: (any Error).self) { try await fetch.fetch(segment, holding: SegmentFetch.Held()) }
        #expect(bench.asked == ["k"])
    }

    @Test func aKeyPassesTheSameGuards() async throws {
        bench.resolver.script("house.example", ["192.168.1.1"])
        bench.serve(base + "s", plain)
        let tags = "#EXT-X-KEY:METHOD=AES-128,URI=\"https://house.example/k\"\n#EXTINF:6,\ns"
        let segment = try #require(try segments(tags).first)
        await #expect(throws: FaultCode.addressRefused) {
            try await fetch.fetch(segment, holding: SegmentFetch.Held())
        }
        #expect(bench.client.requests.isEmpty)
    }

    @Test func anInitializationSectionIsFetchedOnceWhateverItsToken() async throws {
        bench.serve(base + "init?t=1", "INIT")
        bench.serve(base + "a", plain)
        bench.serve(base + "b", plain)
        let tags = "#EXT-X-MAP:URI=\"init?t=1\"\n#EXTINF:6,\na\n#EXT-X-MAP:URI=\"init?t=2\"\n#EXTINF:6,\nb"
        let segments = try segments(tags)
        let first = try await fetch.fetch(segments[0], holding: SegmentFetch.Held())
        #expect(first.held.section == Array("INIT".utf8))
        let second = try await fetch.fetch(segments[1], holding: first.held)
        #expect(second.held.section == Array("INIT".utf8))
        #expect(bench.asked == ["init", "a", "b"])
    }

    @Test func anotherSectionTakesThePlaceOfTheFirst() async throws {
        bench.serve(base + "init1", "ONE")
        bench.serve(base + "init2", "TWO")
        for name in ["a", "b", "c"] { bench.serve(base + name, plain) }
        let tags = "#EXT-X-MAP:URI=\"init1\"\n#EXTINF:6,\na\n#EXT-X-MAP:URI=\"init2\"\n#EXTINF:6,\nb"
        let segments = try segments(tags)
        let first = try await fetch.fetch(segments[0], holding: SegmentFetch.Held())
        let second = try await fetch.fetch(segments[1], holding: first.held)
        #expect(second.held.section == Array("TWO".utf8))
        let bare = try #require(try self.segments("#EXTINF:6,\nc").first)
        #expect(try await fetch.fetch(bare, holding: second.held).held.section.isEmpty)
    }

    @Test(arguments: [206, 200])
    func aRangeIsThatPartWhetherTheServerKnowsRangesOrNot(status: Int) async throws {
        let part = Array(plain[4..<10])
        bench.serve(base + "all", status == 206 ? part : plain, status: status)
        let segment = try #require(try segments("#EXT-X-BYTERANGE:6@4\n#EXTINF:6,\nall").first)
        #expect(try await fetch.fetch(segment, holding: SegmentFetch.Held()).bytes == part)
        #expect(bench.client.requests.first?.headers.contains { $0.name == "Range" && $0.value == "bytes=4-9" } == true)
    }

    @Test(arguments: [206, 200])
    func aRangeThatIsNotThereIsMalformed(status: Int) async throws {
        bench.serve(base + "all", Array(plain.prefix(3)), status: status)
        let segment = try #require(try segments("#EXT-X-BYTERANGE:6@4\n#EXTINF:6,\nall").first)
        await #expect(throws: FaultCode.malformedResponse) {
            try await fetch.fetch(segment, holding: SegmentFetch.Held())
        }
    }

    @Test func aSegmentWithoutEndIsCutOff() async throws {
        let piece = [UInt8](repeating: 0, count: 1 << 20)
        let body = ScriptedBody((0..<40).map { _ in .bytes(piece) })
        bench.client.script(base + "s", .answer(status: 200, headers: [], body: body))
        let segment = try #require(try segments("#EXTINF:6,\ns").first)
        await #expect(throws: FaultCode.malformedResponse) {
            try await fetch.fetch(segment, holding: SegmentFetch.Held())
        }
        #expect(body.isCancelled)
        #expect(body.pulls <= 17)
    }
}
