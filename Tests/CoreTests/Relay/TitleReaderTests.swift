import Testing

@testable import Core

struct TitleReaderTests {
    private func events(_ titles: [String]) -> [String?] {
        var reader = TitleReader(
            charset: TitleCharset(declared: nil, remembered: nil, languages: []),
            stationName: "Radio Example"
        )
        return titles.map { reader.read(Array("StreamTitle='\($0)';".utf8))?.line }
    }

    @Test func onlyAChangeIsAnEvent() {
        #expect(events(["A", "A", "B", "B", "A"]) == ["A", nil, "B", nil, "A"])
    }

    @Test func anEmptyTitleClearsOnce() {
        #expect(events(["", "A", "", " - ", "A"]) == [nil, "A", "", nil, "A"])
    }

    @Test func theStationsOwnNameIsNoTitle() {
        #expect(
            events(["RADIO example", "A", "Radio Example", "Radio Example 2"]) == [nil, "A", "", "Radio Example 2"]
        )
    }

    @Test func aBlockWithoutATitleKeepsTheOneBefore() {
        var reader = TitleReader(charset: TitleCharset(declared: nil, remembered: nil, languages: []), stationName: "x")
        #expect(reader.read(Array("StreamTitle='A';".utf8))?.line == "A")
        #expect(reader.read(Array("StreamUrl='u';".utf8)) == nil)
        #expect(reader.read(Array("StreamTitle='A';".utf8)) == nil)
    }

    @Test func anAdvertisementIsOneEventAndTheSongComesBackAfterIt() {
        var reader = TitleReader(
            charset: TitleCharset(declared: nil, remembered: nil, languages: []),
            stationName: "x"
        )
        let blocks = [
            "StreamTitle='A - B';", "StreamTitle='Buy';adw_ad='true';", "StreamTitle='More';insertionType='midroll';",
            "StreamTitle='A - B';adw_ad='false';",
        ]
        let titles = blocks.map { reader.read(Array($0.utf8)) }
        #expect(titles.map { $0?.isAdvertisement } == [false, true, nil, false])
        #expect(titles.map { $0?.line } == ["A - B", "Advertisement", nil, "A - B"])
        #expect(titles[1]?.raw == "", "an advertiser's text goes nowhere")
    }
}
