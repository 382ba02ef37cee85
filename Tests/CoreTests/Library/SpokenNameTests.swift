import Testing

@testable import Core

struct SpokenNameTests {
    @Test(arguments: [
        ("kexp 90.3 fm", ["kexp", "90", "3", "fm"]), ("galway's finest", ["galway", "finest"]),
        ("galway’s", ["galway"]), ("classic 21 80's", ["classic", "21", "80"]), ("l'heure", ["l", "heure"]),
        ("jazzin'", ["jazzin"]), ("radio station", []), ("swiss radio", ["swiss"]), ("it's", ["it"]), ("", []),
        ("boss's", ["boss"]), ("s", ["s"]), ("'s", ["s"]),
    ])
    func possessivesAndFillersGo(text: String, essential: [String]) {
        #expect(SpokenName(folded: text).essential == essential)
    }

    @Test(
        arguments: [
            ("radio nova", "radio nova", .literal), ("nova", "radio nova", .exact),
            ("nova station", "radio nova", .exact),
            ("nova", "nova planet", .prefix), ("nov", "radio nova", .prefix), ("planet", "nova planet", .wholeWords),
            ("plan", "nova planet", nil), ("no", "nova", nil), ("p3", "p3", .literal), ("p3", "dr p3", nil),
            ("dr p3", "dr p3", .literal), ("p3 dr", "dr p3", .wholeWords), ("nova jazz", "nova planet", nil),
            ("radio", "radio", .literal), ("radio", "radio nova", nil), ("", "", nil), ("", "nova", nil),
        ] as [(String, String, SpokenName.Fit?)]
    )
    func theFitIsExactThenPrefixThenWholeWords(request: String, name: String, fit: SpokenName.Fit?) {
        #expect(SpokenName(folded: request).fit(SpokenName(folded: name)) == fit)
    }
}
