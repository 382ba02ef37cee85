import Fakes
import Testing

@testable import Core

struct ICYTitleTests {
    private func title(_ block: [UInt8], charset: String? = nil) -> String? {
        read(block, charset: charset)?.line
    }

    private func read(_ block: [UInt8], charset: String? = nil) -> StreamTitle? {
        var charset = TitleCharset(declared: charset, remembered: nil, languages: [])
        return ICYTitle.read(block) { charset.text($0) }
    }

    @Test(arguments: [
        ("StreamTitle='Guns N' Roses - Sweet Child O' Mine';StreamUrl='';", "Guns N' Roses - Sweet Child O' Mine"),
        ("StreamTitle='Yazoo - Don't Go';", "Yazoo - Don't Go"),
        ("StreamTitle='Yazoo - Don't Go'", "Yazoo - Don't Go"),
        ("StreamTitle='Yazoo - Don't Go' ", "Yazoo - Don't Go"),
        ("StreamTitle='Yazoo - Don't Go", "Yazoo - Don't Go"),
        ("StreamTitle='a'; b';", "a’; b"),
        ("StreamTitle='a'; b';StreamUrl='https://radio.example/x';", "a’; b"),
        ("StreamTitle='a'; StreamUrl='x';", "a"),
        ("StreamTitle='a';adw_ad='false';durationMilliseconds='10';", "a"),
        ("StreamTitle='a';adw_ad='true';durationMilliseconds='10';", "Advertisement"),
        ("StreamTitle='a';ADW_AD='true';", "Advertisement"),
        ("StreamTitle='a';StreamUrl='u';insertionType='preroll';", "Advertisement"),
        ("StreamTitle='a';vendor_key2='x", "a"),
        ("StreamTitle='a = b; c';", "a = b; c"),
        ("StreamTitle='a';b';", "a’;b"),
        ("StreamUrl='x';StreamTitle='late';", "late"),
        ("streamtitle='lower';", "lower"),
        ("StreamTitle='A &amp; B - C';", "A & B - C"),
        ("StreamTitle='A &amp;amp; B';", "A &amp; B"),
        ("StreamTitle='Don&#8217;t';", "Don’t"),
        ("StreamTitle='Don&#x2019;t';", "Don’t"),
        ("StreamTitle='&lt;b&gt; &quot;q&quot; &apos;a&apos;';", "<b> \"q\" 'a'"),
        ("StreamTitle='AT&T &unknown; &#0; &#xD800; &#99999999; &';", "AT&T &unknown; &#0; &#xD800; &#99999999; &"),
        ("StreamTitle='';", ""),
        ("StreamTitle='", ""),
        ("StreamTitle=''", ""),
        ("StreamTitle=' - ';", ""),
        ("StreamTitle='   ';", ""),
        ("StreamTitle='-';StreamUrl='';", ""),
        ("StreamTitle='X - text=\"Y\" song_spot=\"M\" MediaBaseId=\"1\"';", "X - Y"),
        ("StreamTitle=' - text=\"Y\" song_spot=\"M\"';", "Y"),
        ("StreamTitle='text=\"Y\" song_spot=\"M\"';", "Y"),
        ("StreamTitle='X - text=\"Spot Block\" song_spot=\"T\" MediaBaseId=\"1\"';", "Advertisement"),
        ("StreamTitle='He wrote text=\"Y\"';", "He wrote text=\"Y\""),
        ("StreamTitle='ARTIST~Title~~~~~2020-01-01T00:00';", "ARTIST~Title~~~~~2020-01-01T00:00"),
        ("StreamTitle='tab\tand\r\nbreak';", "tab and  break"),
        ("StreamTitle='A - B - C';", "A - B - C"),
    ])
    func oneBlockOneTitle(block: String, expected: String) {
        #expect(title(Array(block.utf8)) == expected)
        #expect(title(Array(block.utf8) + Array(repeating: 0, count: 9)) == expected, "with padding")
    }

    @Test(
        arguments: [
            ("A - B - C", "A", "B - C"), ("no dash", nil, "no dash"), ("Björk – Jóga", "Björk", "Jóga"),
            ("A — B", "A", "B"), ("AC-DC - T.N.T.", "AC-DC", "T.N.T."), ("A -B", nil, "A -B"), (" - B", nil, "- B"),
            ("A – B - C", "A – B", "C"), ("ARTIST~Title~~~~~2020-01-01", nil, "ARTIST~Title~~~~~2020-01-01"),
            ("X - text=\"Y\" song_spot=\"M\"", "X", "Y"),
        ] as [(String, String?, String)]
    )
    func artistAndTitleAreSplitOnceAndTheRawTextIsKept(sent: String, artist: String?, title: String) {
        let read = read(Array("StreamTitle='\(sent)';".utf8))
        #expect(read?.artist == artist)
        #expect(read?.title == title)
        #expect(read?.raw == TitleText.cleaned(sent))
    }

    @Test(arguments: ["", "StreamUrl='x';", "Title='x';", "StreamTitle", "StreamTitle=", "StreamTitle=bare;", "'"])
    func aBlockWithoutATitleChangesNothing(block: String) { #expect(title(Array(block.utf8)) == nil) }

    @Test func whatStandsBehindTheFirstNulIsPadding() {
        #expect(title(Array("StreamTitle='a';\0StreamTitle='b';".utf8)) == "a")
        #expect(title(Array("\0StreamTitle='b';".utf8)) == nil)
    }

    @Test func entitiesDoNotBringControlsBack() {
        #expect(title(Array("StreamTitle='a&#27;[31mb&#x202E;c';".utf8)) == "a[31mbc")
    }

    @Test func theGreatestBlockIsReadAndCut() throws {
        let block = Array("StreamTitle='".utf8) + Array(repeating: UInt8(ascii: "x"), count: 255 * 16 - 15)
        let text = try #require(title(block + Array("';".utf8)))
        #expect(text.utf8.count == TitleText.greatestLength)
    }

    @Test(arguments: 0..<300)
    func noBytesBreakIt(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let alphabet = Array("StreamTitle='; =\"&#x;text-\0".utf8) + [0xff, 0xc3, 0xa9, 0x1b]
        var block = Bool.random(using: &random) ? Array("StreamTitle='".utf8) : []
        for _ in 0..<Int.random(in: 0...400, using: &random) {
            block.append(
                Bool.random(using: &random)
                    ? alphabet.randomElement(using: &random) ?? 0 : UInt8.random(in: .min ... .max, using: &random)
            )
        }
        for charset in [nil, "windows-1251", "koi8-r", "cp949"] {
            guard let text = title(block, charset: charset) else { continue }
            #expect(text.utf8.count <= TitleText.greatestLength)
            #expect(text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7f...0x9f).contains($0.value) })
        }
    }
}
