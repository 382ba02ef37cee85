import Model
import Testing

@testable import Core

struct MediaPlaylistReaderTests {
    @Test func aLiveWindowIsReadInOrder() throws {
        let playlist = try PlaylistTexts.media(PlaylistTexts.window(100..<103, duration: "6.4"))
        #expect(playlist.segments.map(\.sequence) == [100, 101, 102])
        #expect(playlist.segments.map(\.identity.name) == ["seg100.ts", "seg101.ts", "seg102.ts"])
        #expect(playlist.segments.allSatisfy { $0.key == .none && $0.initialization == nil && $0.range == nil })
        #expect(!playlist.isEnded)
        #expect(try PlaylistTexts.media(PlaylistTexts.window(1..<2, end: true)).isEnded)
        #expect(try PlaylistTexts.media("#EXTM3U\n#EXT-X-PLAYLIST-TYPE:VOD\n#EXTINF:1,\na\n").isRecording)
    }

    @Test func aTokenDoesNotMakeAnotherSegment() throws {
        let first = try PlaylistTexts.media(PlaylistTexts.window(5..<6, prefix: "/t/abc/seg", suffix: "?t=1"))
        let second = try PlaylistTexts.media(PlaylistTexts.window(5..<6, prefix: "/t/xyz/seg", suffix: "?t=2"))
        #expect(first.segments.map(\.identity) == second.segments.map(\.identity))
        #expect(first.addresses != second.addresses)
    }

    @Test func rangesFollowEachOtherInOneResource() throws {
        let text = """
            #EXTM3U
            #EXT-X-MAP:URI="all.mp4",BYTERANGE="700@0"
            #EXT-X-BYTERANGE:1000@700
            #EXTINF:6,
            all.mp4
            #EXT-X-BYTERANGE:500
            #EXTINF:6,
            all.mp4
            #EXT-X-BYTERANGE:500
            #EXTINF:6,
            other.mp4
            #EXTINF:6,
            whole.mp4
            """
        let playlist = try PlaylistTexts.media(text)
        #expect(playlist.segments.map(\.sequence) == [0, 1, 3], "a range without a start has none in another resource")
        #expect(
            playlist.segments.map(\.range) == [
                ByteRange(offset: 700, length: 1000), ByteRange(offset: 1700, length: 500), nil,
            ]
        )
        #expect(playlist.segments.first?.initialization?.range == ByteRange(offset: 0, length: 700))
        #expect(playlist.segments.first?.initialization?.address.target == "/live/all.mp4")
    }

    @Test(arguments: ["0@0", "x", "-1@0", "5@-1", "99999999999999@0", "1@99999999999999", "1@2@3", ""])
    func absurdRangesAreNone(text: String) { #expect(ByteRange(text, after: 0) == nil) }

    @Test func discontinuitiesAreCounted() throws {
        let text = """
            #EXTM3U
            #EXT-X-DISCONTINUITY-SEQUENCE:4
            #EXTINF:6,
            a.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:6,
            b.ts
            #EXT-X-DISCONTINUITY
            #EXTINF:6,
            c.ts
            """
        #expect(try PlaylistTexts.media(text).segments.map(\.discontinuity) == [4, 5, 6])
    }

    @Test func withoutATargetTheLongestSegmentIsIt() throws {
        let text = "#EXTM3U\n#EXTINF:4,\na\n#EXTINF:9.5,\nb\n"
        #expect(try PlaylistTexts.media(text).targetDuration == .seconds(9.5))
        #expect(try PlaylistTexts.media("#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:1\n").targetDuration == .seconds(10))
        for absurd in ["-5", "x", "1e9", "99999999", "nan", "inf"] {
            let text = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:\(absurd),\na\n"
            #expect(try PlaylistTexts.media(text).segments.map(\.duration) == [.seconds(6)])
        }
    }

    // MARK: Keys

    private func keys(_ tags: String, from base: String = PlaylistTexts.base) throws -> [SegmentKey] {
        try PlaylistTexts.media("#EXTM3U\n\(tags)\n#EXTINF:6,\nlast.ts\n", from: base).segments.map(\.key)
    }

    @Test func aKeyHoldsUntilTheNext() throws {
        let key = try PlaylistTexts.address("https://cdn.example/live/k1")
        let iv = [UInt8](repeating: 0, count: 15) + [7]
        let tags = """
            #EXTINF:6,
            a.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k1",IV=0x7
            #EXTINF:6,
            b.ts
            #EXT-X-KEY:METHOD=AES-128,URI="k1",KEYFORMAT="identity",KEYFORMATVERSIONS="1"
            #EXTINF:6,
            c.ts
            #EXT-X-KEY:METHOD=NONE
            """
        #expect(try keys(tags) == [.none, .aes128(key, iv: iv), .aes128(key, iv: nil), .none])
    }

    @Test(arguments: [
        "#EXT-X-KEY:METHOD=SAMPLE-AES,URI=\"k\"", "#EXT-X-KEY:METHOD=AES-256,URI=\"k\"", "#EXT-X-KEY:METHOD=AES-128",
        "#EXT-X-KEY:URI=\"k\"", "#EXT-X-KEY:METHOD=AES-128,URI=\"skd://k\"",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",KEYFORMAT=\"com.apple.streamingkeydelivery\"",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=7",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"k\",IV=0x0000000000000000000000000000000001",
        "#EXT-X-KEY:METHOD=AES-128,URI=\"http://cdn.example/k\"",
    ])
    func whatCannotBeOpenedIsRefused(tag: String) throws { #expect(try keys(tag) == [.refused]) }

    @Test func ofSeveralKindsThePlainKeyIsOurs() throws {
        let tags = """
            #EXT-X-KEY:METHOD=AES-128,URI="skd://k",KEYFORMAT="com.apple.streamingkeydelivery"
            #EXT-X-KEY:METHOD=AES-128,URI="k",KEYFORMAT="identity"
            """
        #expect(try keys(tags) == [.aes128(try PlaylistTexts.address("https://cdn.example/live/k"), iv: nil)])
    }

    @Test func aKeyOverPlainHTTPComesFromThePlaylistsOwnHostOnly() throws {
        let base = "http://box.example/live.m3u8"
        #expect(
            try keys("#EXT-X-KEY:METHOD=AES-128,URI=\"k\"", from: base)
                == [.aes128(try PlaylistTexts.address("http://box.example/k"), iv: nil)]
        )
        #expect(try keys("#EXT-X-KEY:METHOD=AES-128,URI=\"http://other.example/k\"", from: base) == [.refused])
        let secure = try keys("#EXT-X-KEY:METHOD=AES-128,URI=\"https://other.example/k\"", from: base)
        #expect(secure == [.aes128(try PlaylistTexts.address("https://other.example/k"), iv: nil)])
    }

    // MARK: Titles

    @Test(
        arguments: [
            ("", nil), ("no desc", nil), ("live", nil), ("segment_0012.ts", nil), ("12", nil),
            ("Nina Simone - Sinnerman", StreamTitle(extinf: "Nina Simone - Sinnerman")),
        ] as [(String, StreamTitle?)]
    )
    func wordsAfterTheCommaAreATitleWhereTheyAreWords(text: String, title: StreamTitle?) throws {
        #expect(try PlaylistTexts.media("#EXTM3U\n#EXTINF:6,\(text)\na\n").segments.map(\.title) == [title])
    }

    @Test func artistAndTitleComeApart() throws {
        let text = "#EXTM3U\n#EXTINF:6,title=\"Sinnerman - Live, 1965\",artist=\"Nina Simone\",url=\"song_spot=M\"\na\n"
        let title = try #require(try PlaylistTexts.media(text).segments.first?.title)
        #expect(title.artist == "Nina Simone")
        #expect(title.title == "Sinnerman - Live, 1965")
    }

    @Test func aDatedTitleBeginsWhereItsDateFalls() throws {
        let text = """
            #EXTM3U
            #EXT-X-DATERANGE:ID="0",START-DATE="2026-03-01T09:00:00Z",X-TITLE="Long ago"
            #EXT-X-DATERANGE:ID="1",START-DATE="2026-03-01T11:00:07.5+01:00",X-TITLE="Second",X-ARTIST="Her"
            #EXT-X-DATERANGE:ID="2",START-DATE="2026-03-01T23:00:00Z",X-TITLE="Tonight"
            #EXT-X-PROGRAM-DATE-TIME:2026-03-01T10:00:00.000Z
            #EXTINF:6,
            a
            #EXTINF:6,
            b
            #EXTINF:6,
            c
            """
        #expect(try PlaylistTexts.media(text).segments.map(\.title?.title) == ["Long ago", "Second", nil])
        #expect(try PlaylistTexts.media(text).segments[1].title?.artist == "Her")
    }

    @Test func withoutDatesATitleIsOfTheSegmentThatFollows() throws {
        let text =
            "#EXTM3U\n#EXTINF:6,\na\n#EXT-X-DATERANGE:ID=\"1\",START-DATE=\"soon\",X-TITLE=\"Next\"\n#EXTINF:6,\nb\n"
        #expect(try PlaylistTexts.media(text).segments.map(\.title?.title) == [nil, "Next"])
    }

    @Test(
        arguments: [
            ("1970-01-01T00:00:00Z", 0), ("2000-03-01T00:00:00Z", 951_868_800),
            ("2024-02-29T12:30:15.5+02:00", 1_709_202_615.5),
            ("2024-02-29 12:30Z", 1_709_209_800), ("2024-02-29T12:30:15", 1_709_209_815), ("yesterday", nil),
            ("2024-13-01T00:00Z", nil),
        ] as [(String, Double?)]
    )
    func datesAreSecondsToCompare(text: String, seconds: Double?) { #expect(ProgramDate.seconds(text) == seconds) }
}
