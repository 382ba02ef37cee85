import Core
import Model
import Testing

struct StationResolutionTests {
    private let catalogue = StationCatalogue(
        stations: [
            station("us.wsum", "WSUM 91.7 FM"), station("de.nova", "Radio Übersee"),
            station("us.jazz.late", "Late Night Jazz"), station("us.jazz", "Jazz Night"),
            station("us.kids", "Children's Radio"),
        ],
        aliases: [],
        lists: [],
        problems: [],
        revision: 1,
        fold: { String($0.lowercased().map { $0 == "ü" ? "u" : $0 }) }
    )

    @Test(arguments: [
        ("us.wsum", "us.wsum", StationResolution.How.id), ("radio ubersee", "de.nova", .name),
        ("ÜBERSEE station", "de.nova", .name), ("jazz night", "us.jazz", .name), ("wsum", "us.wsum", .prefix),
        ("night jazz", "us.jazz.late", .words), ("children", "us.kids", .name), ("Children’s radio", "us.kids", .name),
    ])
    func findsWhatIsMeant(_ query: String, _ id: String, _ how: StationResolution.How) {
        let resolution = StationResolution(of: query, in: catalogue)
        #expect(resolution?.station.id.description == id)
        #expect(resolution?.how == how)
    }

    @Test(arguments: ["", "radio", "the radio station", "ws", "wsumm", "azz", "night jazz club"])
    func failsClosed(_ query: String) { #expect(StationResolution(of: query, in: catalogue) == nil) }

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
