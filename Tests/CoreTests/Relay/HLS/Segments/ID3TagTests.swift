import Testing

@testable import Core

struct ID3TagTests {
    @Test(
        arguments: [
            ([0, 0x42, 0x6a, 0xf6, 0x72, 0x6b], "Björk"),
            ([0] + Array("Björk".utf8), "Björk"),
            ([0, 0x93, 0x41, 0x94], "“A”"),
            ([1, 0xff, 0xfe, 0x42, 0, 0x6a, 0, 0xf6, 0, 0x72, 0, 0x6b, 0], "Björk"),
            ([1, 0xfe, 0xff, 0, 0x42, 0, 0x6a, 0, 0xf6, 0, 0x72, 0, 0x6b], "Björk"),
            ([1, 0x42, 0, 0x6a, 0, 0, 0], "Bj"),
            ([1, 0, 0x42, 0, 0x6a], "Bj"),
            ([2, 0, 0x42, 0, 0x6a, 0, 0xf6, 0, 0x72, 0, 0x6b, 0, 0], "Björk"),
            ([2, 0xff, 0xfe, 0x42, 0, 0x6a, 0], "Bj"),
            ([2, 0xd8, 0x3c, 0xdf, 0xb5], "🎵"),
            ([2, 0xd8, 0x3c, 0, 0x42, 0x43], "\u{FFFD}B"),
            ([3] + Array("日本\u{0}".utf8), "日本"),
            ([3, 0xf6], "ö"),
            ([3] + Array("A\u{0}B\u{0}\u{0}".utf8), "A, B"),
            ([1, 0xff, 0xfe, 0x41, 0, 0, 0, 0xfe, 0xff, 0, 0x42], "A, B"),
            ([3] + Array(" a\nb\u{202e}\u{7} ".utf8), "a b"),
            ([3], ""),
            ([], ""),
            ([9, 0x41], nil),
        ] as [([UInt8], String?)]
    )
    func textInEveryEncoding(content: [UInt8], expected: String?) {
        #expect(ID3Text.text(of: content[...]) == expected)
        #expect(ID3Tag(TagBytes.tag(TagBytes.frame("TIT2", content)), at: 0)?.title == expected)
    }

    @Test func artistAndTitleStayApart() {
        let tag = ID3Tag(TagBytes.song("Yazoo", "Don't Go - Remix"), at: 0)
        #expect(tag?.streamTitle == StreamTitle("Yazoo", "Don't Go - Remix"))
    }

    @Test(
        arguments: [
            (TagBytes.song(nil, "News"), StreamTitle("News")),
            (TagBytes.song("", "News"), StreamTitle("News")),
            (TagBytes.song("X", ""), StreamTitle("")),
            (TagBytes.song(nil, ""), StreamTitle("")),
            (TagBytes.tag(TagBytes.text("TPE1", "Host")), StreamTitle("Host")),
            (TagBytes.tag(TagBytes.text("TPE1", "")), nil),
            (TagBytes.tag(TagBytes.frame("PRIV", Array("com.apple.streaming.transportStreamTimestamp\0".utf8))), nil),
            (TagBytes.tag(TagBytes.frame("TXXX", [3] + Array("a\0b".utf8))), nil),
            (TagBytes.tag([]), nil),
        ] as [([UInt8], StreamTitle?)]
    )
    func whatATagSaysIsOn(bytes: [UInt8], expected: StreamTitle?) {
        #expect(ID3Tag(bytes, at: 0)?.streamTitle == expected)
        #expect(ID3Tag(bytes, at: 0)?.length == bytes.count)
    }

    private static let long = String(repeating: "x", count: 300)

    @Test(
        arguments: [
            TagBytes.tag(version: 2, TagBytes.text("TT2", long, version: 2) + TagBytes.text("TP1", "A", version: 2)),
            TagBytes.tag(version: 3, TagBytes.text("TIT2", long, version: 3) + TagBytes.text("TPE1", "A", version: 3)),
            TagBytes.tag(TagBytes.text("TIT2", long) + TagBytes.text("TPE1", "A")),
            // Sizes of eight bits a byte in 2.4, which older programs wrote.
            TagBytes.tag(TagBytes.text("TIT2", long, version: 3) + TagBytes.text("TPE1", "A") + [0, 0, 0]),
            // Extended headers: 2.3 leaves its size out, 2.4 counts it.
            TagBytes.tag(
                version: 3,
                flags: 0x40,
                number(6, 4) + number(0, 6) + TagBytes.text("TIT2", long, version: 3)
                    + TagBytes.text("TPE1", "A", version: 3)
            ),
            TagBytes.tag(
                flags: 0x40,
                number(6, 4) + [1, 0] + TagBytes.text("TIT2", long) + TagBytes.text("TPE1", "A")
            ),
            // A frame in a group, and one that tells its length.
            TagBytes.tag(
                TagBytes.frame("TIT2", [7, 3] + Array(long.utf8), flags: 0x40)
                    + TagBytes.frame("TPE1", [0, 0, 0, 2, 3, 0x41], flags: 0x01)
            ),
            // Compressed and encrypted frames are passed over.
            TagBytes.tag(
                TagBytes.frame("TIT2", [0, 0, 0, 9, 0x78], flags: 0x09) + TagBytes.frame("TIT2", [1, 2], flags: 0x04)
                    + TagBytes.text("TIT2", long) + TagBytes.text("TPE1", "A")
            ),
        ]
    )
    func everyVersionAndItsSizes(bytes: [UInt8]) {
        let tag = ID3Tag(bytes, at: 0)
        #expect(tag?.title == Self.long)
        #expect(tag?.artist == "A")
    }

    @Test func unsynchronisedTagsAreRestored() {
        let picture = TagBytes.frame("APIC", [0xff, 0xe0, 0xff, 0, 1], version: 3)
        let plain = picture + TagBytes.frame("TIT2", [1, 0xff, 0xfe, 0x41, 0], version: 3)
        let stuffed = Array(plain.flatMap { $0 == 0xff ? [0xff, 0] : [$0] })
        #expect(ID3Tag(TagBytes.tag(version: 3, flags: 0x80, stuffed), at: 0)?.title == "A")

        let frame = TagBytes.frame("TIT2", [1, 0xff, 0, 0xfe, 0x41, 0], flags: 0x02)
        #expect(ID3Tag(TagBytes.tag(frame), at: 0)?.title == "A")
        let byTag = TagBytes.frame("TIT2", [1, 0xff, 0, 0xfe, 0x41, 0])
        #expect(ID3Tag(TagBytes.tag(flags: 0x80, byTag), at: 0)?.title == "A")
    }

    @Test func theFooterBelongsToTheTag() {
        let body = TagBytes.text("TIT2", "A")
        let bytes = TagBytes.tag(flags: 0x10, body) + Array("3DI".utf8) + [4, 0, 0x10] + TagBytes.syncsafe(body.count)
        #expect(ID3Tag(bytes, at: 0)?.length == bytes.count)
        #expect(ID3Tag(Array(bytes.dropLast()), at: 0) == nil)
    }

    @Test(
        arguments: [
            Array("ID3".utf8) + [5, 0, 0, 0, 0, 0, 0], Array("ID3".utf8) + [4, 0xff, 0, 0, 0, 0, 0],
            Array("ID3".utf8) + [4, 0, 0, 0x80, 0, 0, 0], Array("ID3".utf8) + [4, 0, 0, 0, 0, 0],
            TagBytes.tag(Array(repeating: 0, count: 9)).dropLast(), [],
        ]
    )
    func whatIsNoWholeTagIsNone(bytes: [UInt8]) { #expect(ID3Tag(bytes, at: 0) == nil) }

    @Test(
        arguments: [
            TagBytes.tag(Array("TIT2".utf8) + [0x7f, 0x7f, 0x7f, 0x7f, 0, 0, 3, 0x41]),
            TagBytes.tag(version: 3, Array("TIT2".utf8) + [0xff, 0xff, 0xff, 0xff, 0, 0, 3, 0x41]),
            TagBytes.tag(Array("TIT2".utf8) + [0, 0]),
            TagBytes.tag(flags: 0x40, [0x7f, 0x7f, 0x7f, 0x7f] + TagBytes.text("TIT2", "A")),
            TagBytes.tag(flags: 0x40, [0, 0, 0, 0] + TagBytes.text("TIT2", "A")),
            TagBytes.tag(version: 2, flags: 0x40, TagBytes.text("TT2", "A", version: 2)),
            TagBytes.tag([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]),
        ]
    )
    func whatIsBrokenInATagIsLeftOut(bytes: [UInt8]) {
        let tag = ID3Tag(bytes, at: 0)
        #expect(tag?.length == bytes.count)
        #expect(tag?.streamTitle == nil)
    }

    @Test func aLongTextIsCut() {
        let bytes = TagBytes.song("A", String(repeating: "ä", count: 100_000))
        let title = ID3Tag(bytes, at: 0)?.streamTitle
        #expect(title?.title.utf8.count == TitleText.greatestLength)
        #expect(title?.raw.utf8.count ?? 0 <= TitleText.greatestLength)
    }
}
