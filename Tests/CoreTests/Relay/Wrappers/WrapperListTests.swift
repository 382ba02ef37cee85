import Fakes
import Model
import Testing

@testable import Core

struct WrapperListTests {
    private let xml = ScriptedXML()

    private func code(_ bytes: [UInt8], _ kind: ContentSniffer.ListKind) -> FaultCode? {
        do throws(FaultCode) {
            _ = try WrapperList(bytes, kind: kind, xml: xml)
            return nil
        } catch {
            return error
        }
    }

    @Test func eachKindHasItsReader() throws {
        let pls = try WrapperList(Array("[playlist]\nFile1=https://a.example/1".utf8), kind: .pls, xml: xml)
        #expect(pls.kind == .pls && pls.entries.count == 1)
        #expect(try WrapperList(Array("https://a.example/1".utf8), kind: .m3u, xml: xml).entries.count == 1)
        xml.script(.success([XMLElement(name: "ref", depth: 0, attributes: [.init(name: "href", value: "x")])]))
        #expect(try WrapperList([0x41, 0xe9], kind: .asx, xml: xml).entries.map(\.address) == ["x"])
        #expect(try WrapperList([0x41, 0xe9], kind: .xspf, xml: xml).entries.isEmpty)
        // An XML document declares its encoding itself; the tolerant reader takes UTF-8.
        #expect(xml.asked.map(\.mode) == [.tolerant, .xml])
        #expect(xml.asked.map(\.bytes) == [Array("Aé".utf8), [0x41, 0xe9]])
    }

    @Test func whatCannotBeReadIsMalformed() {
        for fault in [XMLFault.malformed, .declaresType, .tooLarge] {
            xml.script(.failure(fault))
            #expect(code([0x3c], .xspf) == .malformedResponse)
            #expect(code([0x3c], .asx) == .malformedResponse)
        }
        let long = [UInt8](repeating: 0x0a, count: WrapperList.longest)
        #expect(code(long, .m3u) == nil)
        #expect(code(long + [0x0a], .m3u) == .malformedResponse)
    }

    /// Bytes changed, cut, doubled and mixed at random never trap and never give more than is considered.
    @Test(arguments: [
        (
            ContentSniffer.ListKind.pls,
            "[playlist]\r\nNumberOfEntries=2\r\nFile1=https://a.example/1\r\nTitle1=Caf\u{e9}\r\n"
                + "File2 = http://b.example:8000/x?y=1\nLength2=-1\nVersion=2"
        ),
        (
            .m3u,
            "#EXTM3U\n#EXTINF:-1 tvg-id=\"a,b\",A - B\nhttps://a.example/1|User-Agent=x#y\n#EXTVLCOPT:z\n../live.mp3\r"
        ),
    ])
    func noMutationTraps(kind: ContentSniffer.ListKind, text: String) throws {
        var random = SeededGenerator(seed: 7)
        var seen = 0
        for _ in 0..<2000 {
            let bytes = random.mutation(of: Array(text.utf8))
            let list = try WrapperList(bytes, kind: kind, xml: xml)
            #expect(list.entries.count <= WrapperList.considered)
            seen += list.entries.count
            _ = M3UList.isHLS(bytes)
        }
        #expect(seen > 500)
    }

    @Test(
        .timeLimit(.minutes(3)),
        arguments: [
            "=", "File1=", "#EXTINF:\",", "\r", "\"", ",", "|", "#", "File1=a\n", "a\n", "é",
        ]
    )
    func theLongestListIsReadInTime(pattern: String) throws {
        try readInTime(Array(pattern.utf8))
    }

    @Test(.timeLimit(.minutes(3)), arguments: [0x80, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xff])
    func theLongestListOfAnyByteIsReadInTime(byte: Int) throws { try readInTime([UInt8(byte)]) }

    private func readInTime(_ unit: [UInt8]) throws {
        let bytes = Array((0..<WrapperList.longest / unit.count).flatMap { _ in unit })
        let clock = ContinuousClock()
        let took = try clock.measure {
            _ = try WrapperList(bytes, kind: .pls, xml: xml)
            _ = try WrapperList(bytes, kind: .m3u, xml: xml)
        }
        #expect(took < .seconds(5), "it took \(took)")
    }
}
