import Testing

@testable import Model

struct SpokenStationTests {
    private let catalogue = StationCatalogue(
        stations: [
            station("us.second", "Blue Note Two"), station("us.first", "Blue Note"),
            station("us.late", "The Blue Note"),
            station("us.twin1", "Twin"), station("us.twin2", "Twin"),
        ],
        aliases: [],
        lists: [],
        problems: [],
        revision: 1,
        fold: { $0.lowercased() }
    )

    @Test(arguments: [
        ("blue note", "us.first"), ("Blue  NOTE radio", "us.first"), ("blue", "us.second"), ("note", "us.second"),
        ("the", "us.late"), ("twin", "us.twin1"), (" us.twin2 ", "us.twin2"), ("note the", "us.late"),
    ])
    func theBestFitWinsAndTiesGoByOrder(spoken: String, id: String) {
        guard case .found(let station, nil) = catalogue.resolve(spoken: spoken) else {
            Issue.record("no station for \(spoken)")
            return
        }
        #expect(station.id.description == id)
    }

    @Test func noMatchIsNoMatchWithNamesAsText() {
        guard case .unknown(let nearest) = catalogue.resolve(spoken: "blu nots") else {
            Issue.record("something was found")
            return
        }
        #expect(nearest.first?.name == "Blue Note")
    }

    @Test func anEndlessRequestIsCutShort() {
        guard case .unknown = catalogue.resolve(spoken: String(repeating: "purple ", count: 100_000)) else {
            Issue.record("something was found")
            return
        }
    }
}

private func station(_ id: String, _ name: String) -> Station {
    guard let id = StationID(id) else { preconditionFailure("\(id) is no station id") }
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
