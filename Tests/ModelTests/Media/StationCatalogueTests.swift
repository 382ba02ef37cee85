import Model
import Testing

struct StationCatalogueTests {
    private static func station(_ id: String, _ name: String, city: String? = nil, tags: [String] = []) -> Station? {
        StationID(id).map { id in
            Station(
                id: id,
                name: name,
                country: "US",
                city: city,
                languages: [],
                tags: tags,
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

    private let catalogue: StationCatalogue

    init() throws {
        let alias = StationAlias(alias: "kexp", target: try #require(StationID("us.kexp")), reason: "import", date: "")
        let dead = StationAlias(alias: "gone", target: try #require(StationID("us.gone")), reason: "rename", date: "")
        catalogue = StationCatalogue(
            stations: [
                Self.station("us.kexp", "KEXP", city: "Seattle", tags: ["indie", "rock"]),
                Self.station("us.wsum", "WSUM 91.7 FM", city: "Madison", tags: ["college"]),
                Self.station("fr.fip", "FIP"),
                Self.station("fr.fip.jazz", "FIP Jazz", tags: ["jazz"]),
                Self.station("ch.srf.srf2", "SRF 2 Kultur", city: "Zürich"),
            ].compactMap { $0 },
            aliases: [alias, dead],
            lists: [],
            problems: [],
            revision: 1,
            fold: { $0.lowercased().replacing("ü", with: "u") }
        )
    }

    @Test(arguments: [
        ("us.kexp", "us.kexp", false), ("kexp", "us.kexp", true), ("fr.fip.jazz", "fr.fip.jazz", false),
    ])
    func anIDOrAnAliasIsFound(requested: String, id: String, isAlias: Bool) {
        guard case .found(let station, let alias) = catalogue.find(requested) else {
            Issue.record("not found")
            return
        }
        #expect(station.id.description == id)
        #expect((alias != nil) == isAlias)
    }

    @Test(arguments: [
        ("us.kexq", ["us.kexp"]), ("kexpp", ["us.kexp"]), ("us.wsun", ["us.wsum"]), ("fipjazz", ["fr.fip.jazz"]),
        ("FIP JAZ", ["fr.fip.jazz"]), ("srf 2 kultur", ["ch.srf.srf2"]), ("US.KEXP", ["us.kexp"]),
        ("gone", []), ("completely different words", []), ("", []),
    ])
    func theUnknownIsAnsweredWithNamesThatResembleIt(requested: String, nearest: [String]) {
        guard case .unknown(let found) = catalogue.find(requested) else {
            Issue.record("found")
            return
        }
        if let first = nearest.first {
            #expect(found.first?.id.description == first)
        } else {
            #expect(found.isEmpty)
        }
    }

    @Test func theNearestComeFirstAndTheListIsShort() {
        let nearest = catalogue.nearest(to: "fip", limit: 2).map(\.id.description)
        #expect(nearest.first == "fr.fip")
        #expect(nearest.count <= 2)
        #expect(catalogue.nearest(to: "fip", limit: 1).count == 1)
        #expect(catalogue.nearest(to: "fip", limit: 0).isEmpty)
    }

    @Test(arguments: ["\0\0\0", "👩‍👩‍👧‍👦🏴‍☠️", "'; DROP TABLE stations", "../../etc/passwd", "%s%s%n", "\u{202e}pxek"])
    func hostileTextFindsNothing(text: String) { #expect(catalogue.nearest(to: text, limit: 3).isEmpty) }

    /// Also where a million marks make one character.
    @Test(arguments: ["x", "\u{301}"])
    func theWorkDoesNotGrowWithTheText(unit: String) {
        let longest = Lock(0)
        let counting = StationCatalogue(
            stations: [Self.station("us.a", "A")].compactMap { $0 },
            aliases: [],
            lists: [],
            problems: [],
            revision: 1,
            fold: { text in
                longest.withLock { $0 = max($0, text.unicodeScalars.count) }
                return text
            }
        )
        _ = counting.nearest(to: String(repeating: unit, count: 1_000_000), limit: 3)
        #expect(longest.withLock { $0 } == 64)
    }

    @Test(arguments: [
        ("", 5), ("fip", 2), ("FIP jazz", 1), ("zurich", 1), ("ZÜRICH kultur", 1), ("rock seattle", 1), ("us.", 2),
        ("nothing", 0), ("   ", 5),
    ])
    func searchNeedsEveryWord(query: String, count: Int) { #expect(catalogue.search(query).count == count) }

    @Test func theFirstOfTwoWithOneIDWins() throws {
        let twice = StationCatalogue(
            stations: [Self.station("us.a", "First"), Self.station("us.a", "Second")].compactMap { $0 },
            aliases: [],
            lists: [],
            problems: [],
            revision: 1,
            fold: { $0 }
        )
        #expect(twice.station(try #require(StationID("us.a")))?.name == "First")
    }
}
