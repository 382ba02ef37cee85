import Model
import Testing

@testable import Core

struct XSPFListTests {
    private func track(_ children: (String, String)...) -> [XMLElement] {
        [XMLElement(name: "track", depth: 2)] + children.map { XMLElement(name: $0.0, depth: 3, text: $0.1) }
    }

    private let start = [
        XMLElement(name: "playlist", depth: 0), XMLElement(name: "title", depth: 1, text: "The list"),
        XMLElement(name: "location", depth: 1, text: "https://a.example/of-the-list"),
        XMLElement(name: "trackList", depth: 1),
    ]

    @Test func eachTrackGivesItsLocationsWithItsTitle() {
        let list = XSPFList(
            start + track(("location", " https://a.example/1\n"), ("title", "One"), ("location", "https://a.example/2"))
                + track(("title", "Nowhere")) + track(("location", "")) + track(("location", "https://a.example/3"))
        )
        #expect(
            list.entries == [
                WrapperEntry(address: "https://a.example/1", title: "One"),
                WrapperEntry(address: "https://a.example/2", title: "One"),
                WrapperEntry(address: "https://a.example/3"),
            ]
        )
    }

    @Test func locationsElsewhereAreNoTracks() {
        let foreign = [
            XMLElement(name: "track", depth: 2), XMLElement(name: "extension", depth: 3),
            XMLElement(name: "location", depth: 4, text: "https://a.example/no"),
        ]
        #expect(XSPFList(start + foreign).entries.isEmpty)
        #expect(XSPFList([]).entries.isEmpty)
        let other = [XMLElement(name: "rss", depth: 0)] + start.dropFirst() + track(("location", "https://a.example/1"))
        #expect(XSPFList(other).entries.isEmpty)
    }

    @Test func onlyTheFirstTwoHundredAreConsidered() {
        let tracks = (0..<300).flatMap { track(("location", "https://a.example/\($0)")) }
        #expect(XSPFList(start + tracks).entries.count == 200)
        let locations = (0..<300).map { XMLElement(name: "location", depth: 3, text: "https://a.example/\($0)") }
        #expect(XSPFList(start + track() + locations).entries.count == 200)
    }
}
