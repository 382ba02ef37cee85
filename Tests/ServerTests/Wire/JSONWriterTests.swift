import Testing

@testable import Server

struct JSONWriterTests {
    @Test func writesWhatItsReaderReads() throws {
        let texts = ["", "plain", "\"quoted\" \\", "line\nbreak\ttab\u{1}", "ü 😀 \u{2028}"]
        let bytes = JSONWriter.object { json in
            json.member("texts", texts: texts)
            json.member("int", -5)
            json.member("absent", nil as String?)
            json.member("flag", true)
            json.member("object") { $0.member("inner", 1) }
            json.member("empty", array: [Int]()) { $0.value($1) }
            json.member("after", 2)
        }
        let value = try JSONValue(bytes)
        #expect(value["texts"]?.elements.map(\.string) == texts)
        #expect(value["int"] == .number(-5))
        #expect(value["absent"] == .null)
        #expect(value["object"]?["inner"] == .number(1))
        #expect(value.names == ["texts", "int", "absent", "flag", "object", "empty", "after"])
    }

    @Test(arguments: [
        ("", "\"\""), ("plain ü", "\"plain ü\""), ("\"", #""\"""#), (#"a\b"#, #""a\\b""#),
        ("\u{1f}", #""\u001f""#), ("end\n", #""end\u000a""#),
        (String(repeating: "x", count: 3000), "\"\(String(repeating: "x", count: 3000))\""),
    ])
    func escapesOnlyWhatItMust(_ text: String, _ written: String) {
        var json = JSONWriter()
        json.value(text)
        #expect(String(decoding: json.bytes, as: UTF8.self) == written)
    }

    @Test(arguments: [
        (1.0, "1"), (0.5, "0.5"), (-2.25, "-2.25"), (1.0005, "1.001"), (.nan, "null"), (.infinity, "null"),
        (1e300, "null"),
    ])
    func writesNumbersThatJSONKnows(_ number: Double, _ text: String) {
        var json = JSONWriter()
        json.value(number)
        #expect(String(decoding: json.bytes, as: UTF8.self) == text)
    }
}
