import Fakes
import Model
import Networking
import Testing

struct XMLReaderTests {
    private let reader = XMLReader()

    private func read(_ text: String, _ mode: XMLMode = .xml) throws -> [XMLElement] {
        try reader.elements(in: Array(text.utf8), mode: mode)
    }

    private func fault(_ bytes: [UInt8], _ mode: XMLMode = .xml) -> XMLFault? {
        do throws(XMLFault) {
            _ = try reader.elements(in: bytes, mode: mode)
            return nil
        } catch {
            return error
        }
    }

    @Test func elementsComeInTheOrderInWhichTheyBegin() throws {
        #expect(
            try read("<?xml version='1.0'?>\n<!-- x --><a b='1' c=\"2\">one<d/>two<e>thr<![CDATA[<e>]]>e</e> </a>\n")
                == [
                    XMLElement(
                        name: "a",
                        depth: 0,
                        attributes: [.init(name: "b", value: "1"), .init(name: "c", value: "2")],
                        text: "onetwo "
                    ),
                    XMLElement(name: "d", depth: 1), XMLElement(name: "e", depth: 1, text: "thr<e>e"),
                ]
        )
    }

    @Test func namesLoseTheirPrefixAndReferencesAreText() throws {
        let found = try read(
            "<x:a xmlns:x='urn:x' x:b='1&amp;2&#38;amp;&lt;&#x41;&amp;#38;'>&amp;&lt;&gt;&quot;&apos;&#65;&#x42;&#38;amp;</x:a>"
        )
        #expect(found.map(\.name) == ["a"])
        #expect(found.first?["b"] == "1&2&amp;<A&#38;")
        #expect(found.first?.text == "&<>\"'AB&amp;")
    }

    @Test func theEncodingIsTheOneThatTheDocumentDeclares() throws {
        #expect(try read("<a>é</a>").first?.text == "é")
        let latin =
            Array("<?xml version='1.0' encoding='windows-1252'?><a>caf".utf8) + [0xe9, 0x80] + Array("</a>".utf8)
        #expect(try reader.elements(in: latin, mode: .xml).first?.text == "café€")
        #expect(try read("\u{feff}<a>é</a>").first?.text == "é")
        var wide: [UInt8] = [0xff, 0xfe]
        for unit in "<a>é</a>".utf16 { wide += [UInt8(unit & 0xff), UInt8(unit >> 8)] }
        #expect(try reader.elements(in: wide, mode: .xml).first?.text == "é")
    }

    @Test(arguments: [
        "", " ", "text", "<a>", "<a></b>", "<a b=1/>", "<a b='1' b='2'/>", "<a>&</a>", "<a>&nothing;</a>", "<a/><b/>",
        "<a>\u{0}</a>", "<a b='<'/>", "<a>&#0;</a>", "<?xml version='1.0' encoding='unheard-of'?><a/>", "<a", "<",
    ])
    func whatIsNotWellFormedIsRefused(text: String) { #expect(fault(Array(text.utf8)) == .malformed) }

    @Test func bytesThatAreNotUTF8AreRefused() {
        #expect(fault(Array("<a>".utf8) + [0xe9] + Array("</a>".utf8)) == .malformed)
    }

    /// Ten entities of ten others each, nine levels deep, are 3 GB.
    private static let laughs =
        "<!DOCTYPE a [<!ENTITY l0 \"lol\">"
        + (1...9).map { level in
            "<!ENTITY l\(level) \"" + String(repeating: "&l\(level - 1);", count: 10) + "\">"
        }.joined() + "]><a>&l9;</a>"

    @Test(arguments: [
        laughs, "<!DOCTYPE a><a/>", "<!DOCTYPE a SYSTEM 'file:///etc/passwd'><a/>",
        "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a>&x;</a>",
        "<!DOCTYPE a [<!ENTITY % x SYSTEM 'http://127.0.0.1:1/x'> %x;]><a/>",
        "<!DOCTYPE a PUBLIC '-//x' 'http://127.0.0.1:1/x.dtd'><a/>",
        "<!DOCTYPE a [<!ATTLIST a b CDATA 'default'>]><a/>",
    ])
    func aDocumentTypeIsRefused(text: String) {
        let took = ContinuousClock().measure { #expect(fault(Array(text.utf8)) == .declaresType) }
        #expect(took < .seconds(1))
    }

    @Test(arguments: [
        laughs, "<!DOCTYPE a [<!ENTITY x SYSTEM 'file:///etc/passwd'>]><a href='&x;'>&x;</a>",
        "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='file:///etc/passwd' parse='text'/></a>",
    ])
    func theTolerantReaderExpandsAndLoadsNothing(text: String) throws {
        let found = try read(text, .tolerant)
        let all = found.map(\.text).joined() + found.flatMap(\.attributes).map(\.value).joined()
        #expect(!all.contains("root:"))
        #expect(all.utf8.count < text.utf8.count)
    }

    @Test func nothingIsIncluded() throws {
        let text = "<a xmlns:xi='http://www.w3.org/2001/XInclude'><xi:include href='/etc/passwd' parse='text'/></a>"
        let found = try read(text)
        #expect(found.map(\.name) == ["a", "include"])
        #expect(found.allSatisfy { $0.text.isEmpty })
    }

    // MARK: What only looks like XML

    private func refs(_ text: String) throws -> [String] {
        try read(text, .tolerant).compactMap { $0.name == "ref" ? $0["href"] ?? "none" : nil }
    }

    @Test(arguments: [
        ("<asx version=\"3.0\"><entry><ref href=\"https://a.example/1\"/></entry></asx>", ["https://a.example/1"]),
        ("<ASX VERSION='3.0'><Entry><REF HREF='https://a.example/X?b=C'></Entry></asx>", ["https://a.example/X?b=C"]),
        (
            "<asx><entry><ref href=\"https://a.example/?a=1&b=2&copy=3&amp;d=4\" /></entry>",
            ["https://a.example/?a=1&b=2&copy=3&d=4"]
        ),
        (
            "<asx><ref href = https://a.example/1 ><ref href='https://a.example/2'></asx>",
            ["https://a.example/1", "https://a.example/2"]
        ),
        ("<Asx><Title>Rock & Roll</TITLE><entry><ref href=\"mms://a.example/\"/></ENTRY></Asx>", ["mms://a.example/"]),
        (
            "<?xml version=\"1.0\" encoding=\"windows-1252\"?>\r\n<asx><ref href=\"https://a.example/\u{e9}\"/></asx>",
            ["https://a.example/\u{e9}"]
        ),
        (
            "<asx><!-- <ref href='no'/> --><ref href='https://a.example/1'/><param name=\"x\" value='y'/></asx>",
            ["https://a.example/1"]
        ),
        ("<asx><entry><ref href='https://a.example/1'", ["https://a.example/1"]), ("<asx><ref/></asx>", ["none"]),
        ("", []), ("<", []), ("no list", []), ("<<<>>><ref href=x>", ["x"]), ("\0", []),
    ])
    func brokenMarkupIsReadAsFarAsItGoes(text: String, expected: [String]) throws {
        #expect(try refs(text) == expected)
    }

    @Test func itsTextIsThatOfTheElement() throws {
        let found = try read(
            "<asx><title>Rock & Roll &amp; more</title><entry><Title>caf\u{e9}</entry></asx>",
            .tolerant
        )
        #expect(found.filter { $0.name == "title" }.map(\.text) == ["Rock & Roll & more", "café"])
    }

    // MARK: Limits

    private func nested(_ depth: Int) -> String {
        (0..<depth).map { _ in "<x>" }.joined() + (0..<depth).map { _ in "</x>" }.joined()
    }

    @Test func everyLimitHolds() throws {
        let limits = [
            String(repeating: " ", count: XMLLimits.bytes - 4) + "<a/>",
            "<a>" + String(repeating: "<b/>", count: XMLLimits.elements - 1) + "</a>",
            nested(XMLLimits.depth), "<a>" + String(repeating: "x", count: XMLLimits.text) + "</a>",
            "<a b='" + String(repeating: "x", count: XMLLimits.tag - 10) + "'/>",
        ]
        for text in limits { #expect(fault(Array(text.utf8)) == nil, "\(text.prefix(20))") }
        let beyond = [
            String(repeating: " ", count: XMLLimits.bytes - 3) + "<a/>",
            "<a>" + String(repeating: "<b/>", count: XMLLimits.elements) + "</a>",
            nested(XMLLimits.depth + 1), "<a>" + String(repeating: "x", count: XMLLimits.text + 1) + "</a>",
            "<a b='" + String(repeating: "x", count: XMLLimits.tag) + "'/>",
        ]
        for text in beyond { #expect(fault(Array(text.utf8)) == .tooLarge, "\(text.prefix(20))") }
        #expect(fault(Array(beyond[0].utf8), .tolerant) == .tooLarge)
        #expect(fault(Array(beyond[4].utf8), .tolerant) == .tooLarge)
        #expect(try read(beyond[1], .tolerant).count == XMLLimits.elements)
        #expect(try read(beyond[2], .tolerant).count == XMLLimits.depth)
        #expect(try read(beyond[3], .tolerant).allSatisfy { $0.text.utf8.count <= XMLLimits.text })
    }

    /// The worst that 64 KiB can do to libxml2.
    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            "<a>", "</a>", "<a", "<a ", " a=''", "<a b=c>", "&", "&a", "&#", "<!", "<!--", "-->", "<![CDATA[", "<?",
            "]]>", "'",
            "<a/>", "<ref>", "</ref>", "<p>", "<table>", "</b><b>", "<ref href=x", "\u{0}", "\u{fffd}", "&amp;", "<a b",
            "<script>",
        ]
    )
    func theWorstDocumentIsReadInTime(pattern: String) {
        let unit = Array(pattern.utf8)
        let start = Array("<asx><a ".utf8)
        let flat = Array((0..<(XMLLimits.bytes - 8) / unit.count).flatMap { _ in unit })
        let opened = Array(String(repeating: "<a>", count: 9000).utf8)
        for bytes in [flat, start + flat, opened + flat.prefix(XMLLimits.bytes - opened.count)] {
            for mode in [XMLMode.xml, .tolerant] {
                let took = ContinuousClock().measure { _ = fault(bytes, mode) }
                #expect(took < .seconds(2), "\(pattern) took \(took)")
            }
        }
    }

    @Test(.timeLimit(.minutes(3))) func theTagWithTheMostAttributesIsReadInTime() {
        let names = (0..<2000).map { " " + String($0, radix: 36) }
        var bytes: [UInt8] = []
        while bytes.count < XMLLimits.bytes - XMLLimits.tag { bytes += Array("<a\(names.prefix(1900).joined())>".utf8) }
        let took = ContinuousClock().measure { #expect(fault(bytes, .tolerant) == nil) }
        #expect(took < .seconds(2), "it took \(took)")
    }

    @Test func manyMayReadAtOnce() async throws {
        let reader = reader
        let text = Array("<a><b c='&amp;'>é</b></a>".utf8)
        let expected = try reader.elements(in: text, mode: .xml)
        let results = try await withThrowingTaskGroup(of: [XMLElement].self) { group in
            for index in 0..<200 {
                group.addTask { try reader.elements(in: text, mode: index % 2 == 0 ? .xml : .tolerant) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count == 200 && results.allSatisfy { $0 == expected })
    }
}
