import Testing

@testable import Server

struct PathPatternTests {
    @Test(
        arguments: [
            ("/v1/players", "/v1/players", []),
            ("/v1/players/{player}", "/v1/players/main", ["main"]),
            ("/v1/players/{player}/explain", "/v1/players/a%2Fb/explain", ["a%2Fb"]),
            ("/a/{x}/{y}", "/a/ü/2", ["ü", "2"]),
        ] as [(String, String, [String])]
    )
    func findsTheParametersOfItsPath(_ pattern: String, _ path: String, _ values: [String]) {
        #expect(PathPattern(pattern).values(in: path) == values)
        #expect(PathPattern(pattern).depth == PathPattern.depth(of: path))
    }

    @Test(arguments: [
        "", "/", "v1/players/main", "/v1/players", "/v1/players/", "/v1/players//", "/v1/players/main/",
        "/v1/player/main",
        "/v1/playersX/main", "/V1/players/main", "//v1/players/main", "/v1/players/main/explain", "/v1/p",
    ])
    func isNoOtherPath(_ path: String) {
        #expect(PathPattern("/v1/players/{player}").values(in: path) == nil)
    }

    @Test func literalPartsAreComparedByteForByte() {
        // The Kelvin sign is a K to those who compare text.
        #expect(PathPattern("/K").values(in: "/\u{212A}") == nil)
        #expect(PathPattern("/K").values(in: "/K") == [])
    }
}
