import Fakes
import Testing

@testable import Core

struct M3UListTests {
    private func entries(_ text: String) -> [WrapperEntry] { M3UList(Array(text.utf8)).entries }

    @Test(arguments: [
        ("https://a.example/live", ["https://a.example/live"]),
        ("#EXTM3U\nhttps://a.example/1\nhttps://a.example/2\n", ["https://a.example/1", "https://a.example/2"]),
        (
            "\u{feff}#EXTM3U\r\nhttps://a.example/1\r\n\r\nhttps://a.example/2",
            ["https://a.example/1", "https://a.example/2"]
        ),
        (
            "\n  https://a.example/1  \n\t\r# a comment\rhttps://a.example/2",
            ["https://a.example/1", "https://a.example/2"]
        ),
        ("#EXTVLCOPT:http-user-agent=x\n#EXTGRP:y\nhttps://a.example/1", ["https://a.example/1"]),
        ("live.mp3\n/other\n../up", ["live.mp3", "/other", "../up"]),
        ("https://a.example/1#top\n#https://a.example/no", ["https://a.example/1"]),
        ("https://a.example/1|User-Agent=x&Referer=https://b.example/\n|x\n#", ["https://a.example/1"]),
        ("mms://a.example/1\nC:\\Music\\a.mp3", ["mms://a.example/1", "C:\\Music\\a.mp3"]),
        ("#EXTM3U", []), ("", []), ("\n\n", []), ("\0\0", []),
    ])
    func everyLineButCommentsIsAnAddress(text: String, addresses: [String]) {
        #expect(entries(text).map(\.address) == addresses)
    }

    @Test(arguments: [
        ("#EXTINF:-1,Artist - Title", "Artist - Title"),
        ("#extinf:0 , One, two and three", "One, two and three"),
        ("#EXTINF:-1 tvg-id=\"x\" group-title=\"News, talk\",The \"Real\" Name", "The \"Real\" Name"),
        ("#EXTINF:-1 tvg-name=\"never ends,The Name", "The Name"),
        ("#EXTINF:-1", nil), ("#EXTINF:-1,", nil), ("#EXTINF", nil),
    ])
    func theTitleStandsBehindTheComma(line: String, title: String?) {
        #expect(
            entries("#EXTM3U\n\(line)\n#EXTVLCOPT:x=1,2\nhttps://a.example/1\nhttps://a.example/2") == [
                WrapperEntry(address: "https://a.example/1", title: title),
                WrapperEntry(address: "https://a.example/2"),
            ]
        )
    }

    @Test func textOfWindowsIsRead() {
        let bytes = Array("#EXTINF:-1,Caf".utf8) + [0xe9] + Array("\nhttps://a.example/1".utf8)
        #expect(M3UList(bytes).entries == [WrapperEntry(address: "https://a.example/1", title: "Café")])
    }

    @Test func onlyTheFirstTwoHundredAreConsidered() {
        #expect(entries((1...3000).map { "https://a.example/\($0)" }.joined(separator: "\n")).count == 200)
    }

    @Test(arguments: [
        ("#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:6.4,\n1.ts", true),
        ("#EXTM3U\r\n#EXT-X-STREAM-INF:BANDWIDTH=1\r\nx", true),
        ("#EXTM3U\n#EXTINF:-1,#EXT-X-not\nhttps://a.example/1.m3u8", false), ("#EXTVLCOPT:x", false), ("", false),
    ])
    func hlsIsToldByItsTags(text: String, isHLS: Bool) { #expect(M3UList.isHLS(Array(text.utf8)) == isHLS) }
}
