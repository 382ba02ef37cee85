import Model
import Testing

@testable import Providers

struct StationCheckFileTests {
    private static func check(_ station: String, at: String = "2026-11-30T12:00:00Z") -> StationCheck {
        StationCheck(
            station: station,
            at: at,
            by: "Longwave/test",
            streams: [
                StreamCheck(
                    origin: "https://a.example",
                    heard: StreamHeard(
                        codec: "aac",
                        sampleRate: 44100,
                        bitrateKbps: 96,
                        sendsTitles: true,
                        title: "Ä - “ü”\n"
                    ),
                    fault: nil,
                    movedTo: "https://b.example",
                    tookMs: 812
                ),
                StreamCheck(origin: "https://c.example", heard: nil, fault: "upstream_gone", movedTo: nil, tookMs: 3),
            ]
        )
    }

    @Test func whatIsWrittenIsRead() {
        var file = StationCheckFile()
        file.add(Self.check("us.two"))
        file.add(Self.check("us.one", at: "2020-01-01T00:00:00Z"))
        file.add(Self.check("us.one"))
        #expect(StationCheckFile(file.bytes) == file)
        #expect(file.checks["us.one"]?.at == "2026-11-30T12:00:00Z")
        #expect(file.bytes.last == 0x0a)
    }

    @Test(arguments: ["", "{", "[]", "{}", #"{"stations": []}"#])
    func aBrokenFileSaysNothing(text: String) { #expect(StationCheckFile(Array(text.utf8)) == nil) }

    @Test func anEntryThatCannotBeReadCostsItself() throws {
        var file = StationCheckFile()
        file.add(Self.check("us.one"))
        let text = String(decoding: file.bytes, as: UTF8.self)
            .replacing(
                #"{"stations":{"#,
                with:
                    #"{"stations":{"us.bad":{"at":5},"NO ID":{},"us.other":{"at":"x","by":"y","station":"us.two","streams":[]},"#
            )
        let read = try #require(StationCheckFile(Array(text.utf8)))
        #expect(read == file)
    }

    @Test func theHostReadsItAgainWhenItChanges() async throws {
        let folder = try TemporaryFolder()
        let station = try #require(StationID("us.one"))
        var shelf = CheckShelf(path: "\(folder.path)/station-checks.json")
        #expect(shelf.check(of: station) == nil)
        var file = StationCheckFile()
        file.add(Self.check("us.one"))
        try folder.write(file.bytes, to: "station-checks.json")
        #expect(shelf.check(of: station) == Self.check("us.one"))
        file.add(Self.check("us.one", at: "2027-01-01T00:00:00Z"))
        try folder.write(file.bytes, to: "next")
        try folder.move("next", to: "station-checks.json")
        #expect(shelf.check(of: station)?.at == "2027-01-01T00:00:00Z")
        try folder.write("{", to: "next")
        try folder.move("next", to: "station-checks.json")
        #expect(shelf.check(of: station) == nil)
        try folder.remove("station-checks.json")
        #expect(shelf.check(of: station) == nil)
        var none = CheckShelf(path: nil)
        #expect(none.check(of: station) == nil)
    }
}
