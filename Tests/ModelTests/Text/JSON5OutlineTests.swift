import Model
import Testing

struct JSON5OutlineTests {
    @Test func theLinesOfOuterListsAreFound() throws {
        let text = """
            // head
            { a: [ 1,
                   { b: [2, 3] }, [4,
              5] /* six
              seven */ , 'x\\
            y', "z"],
              'b': [], "c": [
                null,
              ], d: { a: [1] } }
            """
        let outline = try JSON5Outline(Array(text.utf8))
        #expect(outline.elementLines == ["a": [2, 3, 3, 5, 6], "c": [8]])
    }

    @Test(arguments: [
        "1", "-1", "+.5", "1e9", "0xFF", "-0x1f", "Infinity", "-NaN", "true", "null", "'a\"b'", "\"a'b\"", "[]", "[1,]",
        "{}", "{a:1,}", "{$_9ü:1}", "{'a b':1}", "\u{feff}1", "\u{a0}1\u{2028}", "1 // x", "/**/1", "'\\''",
    ])
    func allOfJSON5Passes(text: String) {
        #expect(throws: Never.self) { try JSON5Outline(Array(text.utf8)) }
    }

    @Test(arguments: [
        ("", 1, 1, "ends where a value"), ("\n\n", 3, 1, "ends where a value"), ("{", 1, 1, "this { is never closed"),
        ("{\n a: 1\n b: 2 }", 3, 2, "“,” or “}”"), ("[1\n 2]", 2, 2, "“,” or “]”"), ("{a 1}", 1, 4, "“:” is missing"),
        ("{\n 1: 2}", 2, 2, "a key should stand here"), ("{,}", 1, 2, "a key should stand here"),
        ("[,]", 1, 2, "a value should stand here"), ("[1,,]", 1, 4, "a value should stand here"),
        ("['a\n']", 1, 2, "never closed"), ("\"a", 1, 1, "never closed"), ("'a\\", 1, 1, "never closed"),
        ("/* a", 1, 1, "comment is never closed"), ("{a: yes}", 1, 5, "“yes” is neither"),
        ("1 2", 1, 3, "after the end"),
        ("{a:1, b:2,\n 'a':3}", 2, 2, "“a” stands here twice"), ("0x", 1, 1, "is neither"), ("[\u{0}]", 1, 2, "NUL"),
        ("'\u{0}'", 1, 2, "NUL"), (String(repeating: "[", count: 70), 1, 65, "nested more than 64 deep"),
    ])
    func aFaultSaysWhereAndWhy(text: String, line: Int, column: Int, reason: String) {
        let fault = #expect(throws: JSON5Outline.Fault.self) { try JSON5Outline(Array(text.utf8)) }
        #expect(fault?.line == line && fault?.column == column, "\(fault?.description ?? "")")
        #expect(fault?.reason.contains(reason) == true, "\(fault?.description ?? "")")
    }
}
