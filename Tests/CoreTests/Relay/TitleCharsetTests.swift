import Fakes
import Model
import Testing

@testable import Core

struct TitleCharsetTests {
    private func text(
        _ bytes: [UInt8],
        declared: String? = nil,
        remembered: String? = nil,
        languages: [String] = []
    ) -> String {
        var charset = TitleCharset(declared: declared, remembered: remembered, languages: languages)
        return charset.text(bytes)
    }

    private func bytes(_ text: String, _ charset: String) throws -> [UInt8] {
        try #require(Charset(charset)?.bytes(of: text))
    }

    @Test(
        arguments: [
            (Array("Motörhead".utf8), nil, "Motörhead"),
            (Array("Привет – été".utf8), "windows-1251", "Привет – été"),
            ([0x4d, 0xf6, 0x74], nil, "Möt"),
            ([0x93, 0x41, 0x94], nil, "“A”"),
            ([0x80], "iso-8859-1", "€"),
            ([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2], "Windows-1251", "Привет"),
            ([0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4], "koi8-r", "Привет"),
            ([0xa3, 0xf3, 0x64, 0xbc], "iso-8859-2", "Łódź"),
            ([0xb0, 0xa1], "cp949", "가"),
            // Two signs or one syllable: too little to guess from.
            ([0xb0, 0xa1], nil, "°¡"),
            ([0x41, 0x81, 0x42], "windows-1252", "A\u{FFFD}B"),
            ([0xff, 0xff], "cp949", "\u{FFFD}\u{FFFD}"),
            ([0xcf, 0xf0], "martian", "Ïð"),
            ([UInt8](), nil, ""),
        ] as [([UInt8], String?, String)]
    )
    func utf8FirstThenTheStationFilesWord(bytes: [UInt8], charset: String?, text: String) {
        #expect(self.text(bytes, declared: charset) == text)
    }

    @Test(
        arguments: [
            ("Кино - Группа крови", "windows-1251", ["ru"]), ("Кино - Группа крови", "windows-1251", []),
            ("Кино - Группа крови", "koi8-r", ["ru"]), ("ДДТ - Осень", "windows-1251", ["bg"]),
            ("아이유 - 밤편지", "cp949", ["ko"]), ("아이유 - 밤편지", "cp949", []),
            ("椎名林檎 - 丸ノ内サディスティック", "shift_jis", ["ja"]), ("椎名林檎 - 丸ノ内", "euc-jp", ["ja"]),
            ("王菲 - 红豆", "gb18030", ["zh"]), ("Dvořák - Rusalka", "windows-1250", ["cs"]),
            ("Kayah - Śpij, kochanie", "windows-1250", ["pl"]), ("Τάνια Τσανακλίδου", "windows-1253", ["el"]),
            ("Sezen Aksu - Gülümse, şarkı", "windows-1254", ["tr"]), ("Ģirts - Rīts", "windows-1257", ["lv"]),
            ("עידן רייכל", "windows-1255", ["he"]), ("Café Tacvba - Eres", "windows-1252", ["es"]),
            ("Motörhead - Ace of Spades", "windows-1252", []), ("Sigur Rós – Hoppípolla", "windows-1252", ["is"]),
            // A foreign name on a station that writes Cyrillic otherwise.
            ("Beyoncé - Halo", "windows-1252", ["ru"]), ("Mötley Crüe", "windows-1252", ["ko"]),
            ("“Don’t” – 100 % © 2020", "windows-1252", []),
        ] as [(String, String, [String])]
    )
    func theWordsTellTheCharset(title: String, charset: String, languages: [String]) throws {
        #expect(text(try bytes(title, charset), languages: languages) == title)
    }

    @Test func whatTitlesHaveShownIsLearnedOnceAndUsedForShortOnes() throws {
        var charset = TitleCharset(declared: nil, remembered: nil, languages: [])
        _ = charset.text(try bytes("Кино", "windows-1251"))
        #expect(charset.takeLearned() == nil, "four letters are few")
        _ = charset.text(try bytes("Группа крови", "windows-1251"))
        #expect(charset.takeLearned()?.name == "windows-1251")
        #expect(charset.takeLearned() == nil)
        // Alone it could as well be a Latin-1 letter.
        #expect(charset.text([0xdf]) == "Я")
        #expect(text([0xdf]) == "ß")
        #expect(text([0xdf], remembered: "windows-1251") == "Я")
    }

    @Test func whatWasLearnedGivesWayToBetterKnowledge() throws {
        var charset = TitleCharset(declared: nil, remembered: "windows-1251", languages: ["ko"])
        #expect(charset.text(try bytes("아이유 - 밤편지", "cp949")) == "아이유 - 밤편지")
        _ = charset.text(try bytes("방탄소년단", "cp949"))
        #expect(charset.takeLearned()?.name == "cp949")
    }

    @Test func utf8AndDeclaredCharsetsTeachNothing() throws {
        var charset = TitleCharset(declared: nil, remembered: nil, languages: ["ru"])
        for _ in 0..<5 { _ = charset.text(Array("Группа крови на рукаве".utf8)) }
        #expect(charset.takeLearned() == nil)
        var declared = TitleCharset(declared: "koi8-r", remembered: nil, languages: ["ru"])
        for _ in 0..<5 { _ = declared.text(try bytes("Группа крови", "koi8-r")) }
        #expect(declared.takeLearned() == nil)
    }

    @Test(arguments: 0..<300)
    func noBytesBreakIt(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = (0..<Int.random(in: 0...300, using: &random)).map { _ in
            UInt8.random(in: .min ... .max, using: &random)
        }
        for declared in [nil] + Charset.names.map(Optional.some) {
            let text = text(bytes, declared: declared)
            #expect(text.utf8.count <= bytes.count * 12)
        }
    }
}
