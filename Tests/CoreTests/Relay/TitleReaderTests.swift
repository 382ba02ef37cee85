import Testing

@testable import Core

struct TitleReaderTests {
    private func events(_ titles: [String]) -> [String?] {
        var reader = TitleReader(charset: nil, stationName: "Radio Example")
        return titles.map { reader.read(Array("StreamTitle='\($0)';".utf8)) }
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
        var reader = TitleReader(charset: nil, stationName: "x")
        #expect(reader.read(Array("StreamTitle='A';".utf8)) == "A")
        #expect(reader.read(Array("StreamUrl='u';".utf8)) == nil)
        #expect(reader.read(Array("StreamTitle='A';".utf8)) == nil)
    }
}
