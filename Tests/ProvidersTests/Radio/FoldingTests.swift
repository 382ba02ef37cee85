import Testing

@testable import Providers

struct FoldingTests {
    @Test(arguments: [
        ("KEXP 90.3 FM", "kexp 90.3 fm"), ("Übersee", "ubersee"), ("Ö1", "o1"), ("U\u{308}bersee", "ubersee"),
        ("Straße", "strasse"), ("RTÉ", "rte"), ("Rádió", "radio"), ("Petőfi", "petofi"), ("Łódź", "lodz"),
        ("Ørsted", "orsted"), ("Æther", "aether"), ("İstanbul", "istanbul"), ("ﬁlm", "film"), ("ＦＭ", "fm"),
        ("Galway’s", "galway's"), ("Ραδιόφωνο", "ραδιοφωνο"), ("Ελλάδος", "ελλαδοσ"), ("", ""), ("A\u{ad}B", "ab"),
        ("日本", "日本"),
    ])
    func caseAccentsAndWidthVanish(text: String, folded: String) {
        #expect(fold(text) == folded)
    }

    @Test func foldingTwiceChangesNothing() {
        for value in UInt32(0x20)...0x2fff {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let once = fold("a\(scalar)b")
            #expect(fold(once) == once, "U+\(String(value, radix: 16))")
        }
    }
}
