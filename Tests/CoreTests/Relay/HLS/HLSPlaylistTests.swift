import Fakes
import Model
import Testing

@testable import Core

struct HLSPlaylistTests {
    @Test func aPlaylistIsToldByItsTags() throws {
        let master = try PlaylistTexts.master("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n")
        #expect(master.variants.map(\.address.requestAddress) == ["https://cdn.example/live/a.m3u8"])
        let media = try PlaylistTexts.media("#EXTM3U\n#EXTINF:6,\na.aac\n")
        #expect(media.addresses == ["https://cdn.example/live/a.aac"])
    }

    @Test(arguments: [
        "", "\n", "#EXTM3U", "#EXTM3U\na.mp3\n", "<html>", "[playlist]", "#EXT-X-VERSION:3\n#EXTM3U\n#EXTINF:1,\na",
    ])
    func whatIsNoneIsMalformed(text: String) throws {
        let address = try PlaylistTexts.address()
        #expect(throws: FaultCode.malformedResponse) { try HLSPlaylist(Array(text.utf8), from: address) }
    }

    @Test(arguments: [
        "#EXTM3U\r\n#EXT-X-TARGETDURATION:6\r\n#EXT-X-MEDIA-SEQUENCE:7\r\n#EXTINF:5.99,\r\na.ts\r\n",
        "\u{feff}#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:5.99,\na.ts",
        "\n\n#EXTM3U  \n\n#ext-x-targetduration:6\n#ext-x-media-sequence:7\n# a comment\n#extinf:5.99,\n\n  a.ts  \n",
        "#extm3u\n#EXT-X-FUTURE:A=1\n#EXT-X-TARGETDURATION:6\n#EXT-X-MEDIA-SEQUENCE:7\n#EXTINF:5.99\n#EXT-Y\na.ts",
    ])
    func theFormMayBeLoose(text: String) throws {
        let playlist = try PlaylistTexts.media(text)
        #expect(playlist.targetDuration == .seconds(6))
        #expect(playlist.segments.map(\.sequence) == [7])
        #expect(playlist.segments.map(\.duration) == [.seconds(5.99)])
        #expect(playlist.addresses == ["https://cdn.example/live/a.ts"])
    }

    @Test(arguments: [
        ("b.ts", "https://cdn.example/live/b.ts"),
        ("/b.ts", "https://cdn.example/b.ts"),
        ("../b.ts?c=%3d", "https://cdn.example/b.ts?c=%3d"),
        ("//other.example:8443/b.ts", "https://other.example:8443/b.ts"),
        ("https://other.example/b.ts", "https://other.example/b.ts"),
        ("?n=4", "https://cdn.example/live/radio.m3u8?n=4"),
        ("b c\u{e9}.ts", "https://cdn.example/live/b%20c%C3%A9.ts"),
        ("b.ts?u=https://x.example/", "https://cdn.example/live/b.ts?u=https://x.example/"),
    ])
    func referencesAreResolvedAgainstTheFinalAddress(reference: String, address: String) throws {
        #expect(try PlaylistTexts.media("#EXTM3U\n#EXTINF:6,\n\(reference)\n").addresses == [address])
    }

    @Test func credentialsGoAlongToTheSameOriginOnly() throws {
        let text = "#EXTM3U\n#EXTINF:6,\na.ts\n#EXTINF:6,\nhttp://b.example/b.ts\n"
        let playlist = try PlaylistTexts.media(text, from: "http://me:secret@a.example/x.m3u8")
        #expect(playlist.segments.map { $0.address.credentials?.user } == ["me", nil])
    }

    @Test func anEntryThatCannotBeFetchedKeepsItsNumber() throws {
        let text = """
            #EXTM3U
            #EXT-X-MEDIA-SEQUENCE:10
            #EXTINF:6,
            ftp://a.example/a
            #EXTINF:6,
            b.ts
            #EXT-X-GAP
            #EXTINF:6,
            c.ts
            #EXTINF:6,
            d.ts
            """
        let playlist = try PlaylistTexts.media(text)
        #expect(playlist.segments.map(\.sequence) == [11, 13])
        #expect(playlist.firstSequence == 10)
        #expect(playlist.endSequence == 14)
    }

    @Test func boundsHold() throws {
        let address = try PlaylistTexts.address()
        let long = "#EXTM3U\n#EXTINF:6,\na.ts\n" + String(repeating: "#", count: HLSPlaylist.greatestLength)
        #expect(throws: FaultCode.malformedResponse) { try HLSPlaylist(Array(long.utf8), from: address) }
        let many = "#EXTM3U\n" + String(repeating: "#EXTINF:6,\na.ts\n", count: 5000)
        #expect(throws: FaultCode.malformedResponse) { try HLSPlaylist(Array(many.utf8), from: address) }
        let fitting = "#EXTM3U\n" + String(repeating: "#EXTINF:6,\na.ts\n", count: 4999)
        #expect(try PlaylistTexts.media(fitting).segments.count == 4999)
    }

    @Test(arguments: ["-1", "x", "1.5", "99999999999999999999", "9007199254740993"])
    func numbersThatNoCounterFollowsAreMalformed(number: String) throws {
        let address = try PlaylistTexts.address()
        let text = "#EXTM3U\n#EXT-X-MEDIA-SEQUENCE:\(number)\n#EXTINF:6,\na.ts\n"
        #expect(throws: FaultCode.malformedResponse) { try HLSPlaylist(Array(text.utf8), from: address) }
    }

    @Test func noBytesBringItDown() throws {
        let address = try PlaylistTexts.address()
        var generator = SeededGenerator(seed: 7)
        let words = [
            "#EXTM3U", "#EXTINF:", "#EXT-X-KEY:", "METHOD=AES-128,", "URI=\"", "\"", ",", "\n", "\r\n", "#EXT-X-MAP:",
            "BYTERANGE=", "99999999@", "#EXT-X-BYTERANGE:", "#EXT-X-DATERANGE:START-DATE=\"2026-", "X-TITLE=", ":",
            "#EXT-X-STREAM-INF:", "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=a,", "\u{0}", "é", "#EXT-X-DISCONTINUITY\n",
            "a.ts\n",
            "#EXT-X-PROGRAM-DATE-TIME:2026-01-01T00:00:00+", "#EXT-X-DISCONTINUITY-SEQUENCE:4503599627370495\n",
        ]
        var read = 0
        for _ in 0..<2000 {
            let body = (0..<Int.random(in: 0..<40, using: &generator))
                .map { _ in words.randomElement(using: &generator) ?? "" }.joined()
            let bytes = Array(("#EXTM3U\n#EXTINF:1,\n" + body).utf8)
            // What is refused is as good as what is read: the test is that it returns.
            if (try? HLSPlaylist(bytes, from: address)) != nil { read += 1 }
        }
        #expect(read > 1000)
    }
}
