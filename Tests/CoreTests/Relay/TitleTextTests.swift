import Testing

@testable import Core

struct TitleTextTests {
    @Test(
        arguments: [
            (Array("Motörhead".utf8), nil, "Motörhead"),
            ([0x4d, 0xf6, 0x74], nil, "Möt"),
            ([0x93, 0x41, 0x94], nil, "“A”"),
            ([0x80], "iso-8859-1", "€"),
            ([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "windows-1251", "Привет"),
            ([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "Windows-1251", "Привет"),
            ([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], "koi8-r", "Привет"),
            ([0xa3, 0xf3, 0x64, 0xbc], "iso-8859-2", "Łódź"),
            ([0xb0, 0xa1], "cp949", "°¡"),
            ([0xb0, 0xa1], nil, "°¡"),
            ([0xff, 0xff], nil, "ÿÿ"),
            ([0x41, 0x81, 0x42], nil, "A\u{FFFD}B"),
            ([UInt8](), nil, ""),
        ] as [([UInt8], String?, String)]
    )
    func utf8FirstThenTheStationsCharset(bytes: [UInt8], charset: String?, text: String) {
        #expect(TitleText(charset: charset).decode(bytes) == text)
    }

    @Test func theStationsCharsetNeverTouchesValidUTF8() {
        #expect(TitleText(charset: "windows-1251").decode(Array("Привет – été".utf8)) == "Привет – été")
    }

    @Test(arguments: [
        ("é", "Ã©"), ("É", "Ã\u{89}"), ("É", "Ã‰"), ("Don’t", "Donâ€™t"), ("日本", "æ—¥æœ¬"), ("naïve", "naÃ¯ve"),
    ])
    func oneEncodingTooManyIsUndone(text: String, sent: String) {
        #expect(TitleText(charset: nil).decode(Array(sent.utf8)) == text)
    }

    @Test(arguments: ["é", "Ã", "Café Ã la carte", "Привет", "naïve – ©", "Ã© и", "A", ""])
    func whatIsNoDoubleEncodingStays(text: String) { #expect(TitleText(charset: nil).decode(Array(text.utf8)) == text) }

    @Test func aCharacterTornAtTheEndIsDroppedOnlyAfterWholeOnes() {
        let text = TitleText(charset: nil)
        #expect(text.decode(Array("Привет".utf8).dropLast()) == "Приве")
        #expect(text.decode(Array("Café 日".utf8).dropLast(2)) == "Café ")
        #expect(text.decode([0x43, 0x61, 0x66, 0xe9]) == "Café")
    }

    @Test(arguments: [
        ("  a  ", "a"), ("a\u{202e}b\u{2066}c", "abc"), ("a\u{7}b\u{9b}c", "abc"), ("\u{feff}a", "a"), ("a\tb", "a b"),
        ("\u{1b}]0;x\u{7}", "]0;x"), ("👩‍👩‍👧", "👩‍👩‍👧"),
    ])
    func controlsAndOverridesAreGone(text: String, clean: String) { #expect(TitleText.cleaned(text) == clean) }

    @Test func lengthIsCappedInBytesWithoutATornCharacter() {
        let cut = TitleText.cleaned(String(repeating: "日", count: 1000))
        #expect(cut.utf8.count == 999)
        #expect(TitleText.cut("a" + String(repeating: "\u{301}", count: 5000), toBytes: 10).utf8.count == 9)
        #expect(TitleText.cut("abc", toBytes: 3) == "abc")
    }
}
