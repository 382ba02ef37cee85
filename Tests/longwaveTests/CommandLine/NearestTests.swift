import Testing

@testable import longwave

struct NearestTests {
    let words = ["serve", "play", "pause", "resume", "stop", "status", "stations", "--json", "--host"]

    @Test(arguments: [
        ("paly", ["play"]), ("pley", ["play"]), ("PLAY", ["play"]), ("paus", ["pause"]), ("sttus", ["status"]),
        ("stop!", ["stop"]), ("--jsno", ["--json"]), ("--js", ["--json"]), ("sta", ["status", "stations"]),
        ("p", []), ("", []), ("kexp", []), ("--", []),
    ])
    func slipsAreSeenAndGuessesAreNotWild(word: String, expected: [String]) {
        #expect(Nearest.to(word, among: words) == expected)
    }
}
