import Fakes
import Model
import Networking
import Testing

@testable import Core

/// XSPF and ASX as they are found, through the real XML reader.
struct XMLListTests {
    private let xml = XMLReader()

    private static let xspf = """
        <?xml version="1.0" encoding="UTF-8"?>
        <playlist version="1" xmlns="http://xspf.org/ns/0/"><title>List</title>
          <trackList>
            <track><location>https://a.example/1?a=1&amp;b=2</location><title>Caf\u{e9} &amp; Co</title></track>
            <track>
              <title><![CDATA[Two]]></title>
              <location>
                https://a.example/2
              </location>
              <extension application="x"><location>https://a.example/no</location></extension>
            </track>
          </trackList>
        </playlist>
        """

    private static let asx = """
        <ASX version = "3.0">
          <Title>Rock & Roll Radio</title>
          <ENTRY><REF HREF="mms://a.example/live"/><ref href='https://a.example/1?a=1&b=2' /><Title>One</Title></Entry>
          <entry><param name="x" value="y"><Ref href=https://a.example/2></entry>
          <EntryRef HREF="https://a.example/more.asx" />
        </asx>
        """

    private func addresses(_ text: String, _ kind: ContentSniffer.ListKind) throws -> [String] {
        try WrapperList(Array(text.utf8), kind: kind, xml: xml).entries.map(\.address)
    }

    @Test func aRealListGivesItsEntries() throws {
        #expect(
            try WrapperList(Array(Self.xspf.utf8), kind: .xspf, xml: xml).entries == [
                WrapperEntry(address: "https://a.example/1?a=1&b=2", title: "Café & Co"),
                WrapperEntry(address: "https://a.example/2", title: "Two"),
            ]
        )
        #expect(
            try addresses(Self.asx, .asx) == [
                "mms://a.example/live", "https://a.example/1?a=1&b=2", "https://a.example/2",
                "https://a.example/more.asx",
            ]
        )
    }

    @Test func anASXOfWindowsIsRead() throws {
        let bytes =
            Array("<asx><entry><title>Caf".utf8) + [0xe9] + Array("</title><ref href='https://a.example/'/>".utf8)
        #expect(
            try WrapperList(bytes, kind: .asx, xml: xml).entries == [
                WrapperEntry(address: "https://a.example/", title: "Café")
            ]
        )
    }

    @Test(arguments: [
        "<!DOCTYPE playlist [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><playlist><trackList><track>"
            + "<location>https://a.example/&x;</location></track></trackList></playlist>",
        "<playlist><trackList><track><location>https://a.example/?a=1&b=2</location></track></trackList></playlist>",
        "<playlist><trackList><track><location>https://a.example/1</location>", "not XML",
    ])
    func anXSPFThatIsNotPlainXMLIsMalformed(text: String) {
        #expect(throws: FaultCode.malformedResponse) { try addresses(text, .xspf) }
    }

    @Test func aDocumentTypeInAnASXExpandsNothing() throws {
        let text =
            "<!DOCTYPE asx [<!ENTITY x SYSTEM 'file:///etc/hostname'>]><asx><ref href='https://a.example/&x;'/></asx>"
        #expect(try addresses(text, .asx) == ["https://a.example/&x;"])
    }

    /// Bytes changed, cut, doubled and mixed at random never trap and never give more than is considered.
    @Test(.timeLimit(.minutes(3)), arguments: [(ContentSniffer.ListKind.xspf, xspf), (.asx, asx)])
    func noMutationTraps(kind: ContentSniffer.ListKind, text: String) {
        var random = SeededGenerator(seed: 11)
        var read = 0
        for _ in 0..<2000 {
            let bytes = random.mutation(of: Array(text.utf8))
            do throws(FaultCode) {
                let list = try WrapperList(bytes, kind: kind, xml: xml)
                #expect(list.entries.count <= WrapperList.considered)
                read += 1
            } catch {
                #expect(error == .malformedResponse)
            }
        }
        #expect(read > 50, "\(read) lists could be read")
    }
}
