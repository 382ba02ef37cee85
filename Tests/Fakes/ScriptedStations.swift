package import Model

/// A directory of stations that changes when a test says so.
package final class ScriptedStations: StationDirectory {
    private struct State {
        var catalogue: StationCatalogue
        var listeners: [AsyncStream<Int>.Continuation] = []
    }

    private let state: Lock<State>

    package init(_ catalogue: StationCatalogue) { self.state = Lock(State(catalogue: catalogue)) }

    package func catalogue() async -> StationCatalogue { state.withLock { $0.catalogue } }

    package func changes() async -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        state.withLock { $0.listeners.append(continuation) }
        return stream
    }

    package func become(_ catalogue: StationCatalogue) {
        let listeners = state.withLock { state in
            state.catalogue = catalogue
            return state.listeners
        }
        for listener in listeners { listener.yield(catalogue.revision) }
    }
}

extension StationCatalogue {
    /// Stations by ID, each named “Station ID”, with what differs from an active one.
    package static func fixture(
        _ ids: [String],
        states: [String: StationState] = [:],
        aliases: [String: String] = [:],
        lists: [(id: String, isVisible: Bool, stations: [String])] = [],
        names: [String: String] = [:],
        revision: Int = 1
    ) -> StationCatalogue {
        StationCatalogue(
            stations: ids.map { id in
                Station(
                    id: .fixture(id),
                    name: names[id] ?? "Station \(id)",
                    country: "US",
                    city: nil,
                    languages: [],
                    tags: [],
                    homepage: nil,
                    state: states[id] ?? .active,
                    successor: nil,
                    charset: nil,
                    silenceLimit: nil,
                    streams: [.fixture],
                    trust: .open,
                    external: [:]
                )
            },
            aliases: aliases.sorted { $0.key < $1.key }.map { alias, target in
                StationAlias(alias: alias, target: .fixture(target), reason: "rename", date: "2026-01-01")
            },
            lists: lists.map { list in
                StationList(
                    id: list.id,
                    name: list.id.uppercased(),
                    isVisible: list.isVisible,
                    stations: list.stations.map { .fixture($0) }
                )
            },
            problems: [],
            revision: revision,
            fold: { $0.lowercased() }
        )
    }
}

extension StationID {
    package static func fixture(_ text: String) -> StationID {
        guard let id = StationID(text) else { preconditionFailure("the fixture's station ID is broken") }
        return id
    }
}

extension Preset {
    /// A preset whose ID follows from its number.
    package static func fixture(_ number: Int, _ station: String) -> Preset {
        let digits = String(number, radix: 16)
        guard let id = PresetID(String(repeating: "0", count: 16 - digits.utf8.count) + digits) else {
            preconditionFailure("16 characters of hex are a preset's ID")
        }
        return Preset(id: id, station: .fixture(station), name: "Station \(station)")
    }
}
