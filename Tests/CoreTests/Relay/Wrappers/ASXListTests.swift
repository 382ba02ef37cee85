import Model
import Testing

@testable import Core

struct ASXListTests {
    private func ref(_ href: String?, name: String = "ref") -> XMLElement {
        XMLElement(name: name, depth: 2, attributes: href.map { [.init(name: "href", value: $0)] } ?? [])
    }

    @Test func refsAndEntryrefsAreEntriesInTheirOrder() {
        let list = ASXList([
            XMLElement(name: "asx", depth: 0), XMLElement(name: "title", depth: 1, text: "The list"),
            XMLElement(name: "entry", depth: 1), XMLElement(name: "title", depth: 2, text: " One "),
            ref("mms://a.example/1"), ref(" https://a.example/2 "), ref(nil), ref(" "),
            XMLElement(name: "entry", depth: 1), ref("https://a.example/3"),
            ref("https://a.example/more.asx", name: "entryref"), ref("https://a.example/no", name: "param"),
        ])
        #expect(
            list.entries == [
                WrapperEntry(address: "mms://a.example/1", title: "One"),
                WrapperEntry(address: "https://a.example/2", title: "One"),
                WrapperEntry(address: "https://a.example/3"), WrapperEntry(address: "https://a.example/more.asx"),
            ]
        )
    }

    @Test func onlyTheFirstTwoHundredAreConsidered() {
        #expect(ASXList((0..<300).map { ref("https://a.example/\($0)") }).entries.count == 200)
    }
}
