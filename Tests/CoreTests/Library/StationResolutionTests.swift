import Core
import Model
import Testing

struct StationResolutionTests {
    private let catalogue = StationCatalogue(
        stations: [
            station("us.wsum", "WSUM 91.7 FM"), station("de.nova", "Radio Übersee"),
            station("us.jazz.late", "Late Night Jazz"), station("us.jazz", "Jazz Night"),
            station("us.kids", "Children's Radio"), station("us.second", "Blue Note Two"),
            station("us.first", "Blue Note"), station("us.late", "The Blue Note"), station("us.twin1", "Twin"),
            station("us.twin2", "Twin"), station("dk.dr.p3", "P3"), station("fr.station", "Station"),
        ],
        aliases: StationID("us.wsum").map { [StationAlias(alias: "wsum-fm", target: $0, reason: "rename", date: "")] }
            ?? [],
        lists: [],
        problems: [],
        revision: 1,
        fold: { String($0.lowercased().map { $0 == "ü" ? "u" : $0 }) }
    )

    @Test(arguments: [
        ("us.wsum", "us.wsum", StationResolution.How.id), ("radio ubersee", "de.nova", .name),
        ("ÜBERSEE station", "de.nova", .name), ("jazz night", "us.jazz", .name), ("wsum", "us.wsum", .prefix),
        ("jazz late", "us.jazz.late", .words), ("children", "us.kids", .name), ("Children’s radio", "us.kids", .name),
        ("wsum-fm", "us.wsum", .alias), ("  wsum-fm ", "us.wsum", .alias), (" us.twin2 ", "us.twin2", .id),
        ("wsum fm radio", "us.wsum", .words), ("p3", "dk.dr.p3", .name), ("station", "fr.station", .name),
    ])
    func findsWhatIsMeant(_ query: String, _ id: String, _ how: StationResolution.How) {
        let resolution = StationResolution(of: query, in: catalogue)
        #expect(resolution?.station.id.description == id)
        #expect(resolution?.how == how)
    }

    @Test(arguments: [
        ("blue note", "us.first"), ("Blue  NOTE radio", "us.first"), ("blue", "us.second"), ("note", "us.second"),
        ("the", "us.late"), ("twin", "us.twin1"), ("note the", "us.late"), ("night jazz", "us.jazz.late"),
    ])
    func theBestFitWinsAndTiesGoByOrder(_ query: String, _ id: String) {
        #expect(StationResolution(of: query, in: catalogue)?.station.id.description == id)
    }

    @Test(arguments: [
        "", "  ", "radio", "radio station", "a radio station", "ws", "wsumm", "azz", "night jazz club", "'s", "?!",
        "p3 nova", "blu nots",
    ])
    func failsClosed(_ query: String) { #expect(StationResolution(of: query, in: catalogue) == nil) }

    @Test(arguments: ["purple ", "blue note ", "\u{301}"])
    func anEndlessRequestIsCutShort(_ unit: String) {
        let longest = Lock(0)
        let counting = StationCatalogue(
            stations: [],
            aliases: [],
            lists: [],
            problems: [],
            revision: 1,
            fold: { text in
                longest.withLock { $0 = max($0, text.unicodeScalars.count) }
                return text
            }
        )
        #expect(StationResolution(of: String(repeating: unit, count: 100_000), in: counting) == nil)
        #expect((1...200).contains(longest.withLock { $0 }))
    }

    private static func station(_ id: String, _ name: String) -> Station {
        guard let id = StationID(id) else { preconditionFailure("a station's ID") }
        return Station(
            id: id,
            name: name,
            country: "US",
            city: nil,
            languages: [],
            tags: [],
            homepage: nil,
            state: .active,
            successor: nil,
            charset: nil,
            silenceLimit: nil,
            streams: [],
            trust: .open,
            external: [:]
        )
    }
}
