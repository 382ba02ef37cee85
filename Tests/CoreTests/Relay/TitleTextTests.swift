import Testing

@testable import Core

struct TitleTextTests {
    @Test(arguments: [
        ("é", "Ã©"), ("É", "Ã\u{89}"), ("É", "Ã‰"), ("Don’t", "Donâ€™t"), ("日本", "æ—¥æœ¬"), ("naïve", "naÃ¯ve"),
    ])
    func oneEncodingTooManyIsUndone(text: String, sent: String) {
        #expect(TitleText.utf8(Array(sent.utf8)) == text)
    }

    @Test(arguments: ["é", "Ã", "Café Ã la carte", "Привет", "naïve – ©", "Ã© и", "A", ""])
    func whatIsNoDoubleEncodingStays(text: String) { #expect(TitleText.utf8(Array(text.utf8)) == text) }

    @Test func aCharacterTornAtTheEndIsDroppedOnlyAfterWholeOnes() {
        #expect(TitleText.utf8(Array("Привет".utf8).dropLast()) == "Приве")
        #expect(TitleText.utf8(Array("Café 日".utf8).dropLast(2)) == "Café ")
        #expect(TitleText.utf8([0x43, 0x61, 0x66, 0xe9]) == nil, "more likely another charset")
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
