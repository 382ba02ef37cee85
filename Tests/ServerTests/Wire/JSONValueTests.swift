import Testing

@testable import Server

struct JSONValueTests {
    @Test(arguments: [
        ("{", 1, 2), ("{\"a\":1,}", 1, 8), ("{\"a\" 1}", 1, 6), ("[1,2", 1, 5), ("tru", 1, 1), ("{\"a\":\n  x}", 2, 3),
        ("\"abc", 1, 5), ("01", 1, 3), ("00", 1, 3), ("-00", 1, 4), ("{\"a\":00}", 1, 8), ("1.", 1, 3), ("-", 1, 2),
        ("{} {}", 1, 4), ("", 1, 1), ("\"\\x\"", 1, 4),
        ("\"\\ud800\"", 1, 8), ("{\"a\":1,\"a\":2}", 1, 8), ("\"\u{1}\"", 1, 2), ("1e999", 1, 6), ("NaN", 1, 1),
        ("{a:1}", 1, 2), ("'a'", 1, 1),
    ])
    func saysWhereATextStopsBeingJSON(_ text: String, _ line: Int, _ column: Int) {
        let fault = #expect(throws: JSONFault.self) { try JSONValue(Array(text.utf8)) }
        #expect(fault.map { [$0.line, $0.column] } == [line, column])
    }

    @Test(arguments: [
        ("null", JSONValue.null), (" true ", .bool(true)), ("-0", .number(0)), ("12.5e1", .number(125)),
        (#""\u00fc\ud83d\ude00\n""#, .string("ü😀\n")), ("[]", .array([])),
        ("[1,[2]]", .array([.number(1), .array([.number(2)])])),
        (#"{"a":{}}"#, .object([JSONValue.Member(name: "a", value: .object([]))])),
    ])
    func readsValues(_ text: String, _ value: JSONValue) throws { #expect(try JSONValue(Array(text.utf8)) == value) }

    @Test func refusesBottomlessNesting() {
        #expect(throws: JSONFault.self) { try JSONValue([UInt8](repeating: UInt8(ascii: "["), count: 60_000)) }
    }

    @Test(arguments: [(64, true), (65, false), (6_500, false)])
    func holdsNoMoreNamesThanACommandCouldNeed(_ count: Int, _ isGood: Bool) {
        let text = "{" + (0..<count).map { "\"n\($0)\":0" }.joined(separator: ",") + "}"
        let result = Result { try JSONValue(Array(text.utf8)) }
        switch result {
        case .success: #expect(isGood)
        case .failure(let error):
            #expect(!isGood)
            #expect((error as? JSONFault)?.reason == "an object may hold at most 64 names")
        }
    }

    @Test func refusesBytesThatAreNoText() {
        #expect(throws: JSONFault.self) { try JSONValue([0x22, 0xff, 0x22]) }
    }
}
