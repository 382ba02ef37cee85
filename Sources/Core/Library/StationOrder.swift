package import Model

/// What Next and Previous mean on a station (PU19): the presets where it is one of them, else the first visible list
/// that has it. Both ends meet; what is not on the air is passed over.
package struct StationOrder: Sendable, Equatable {
    struct Entry: Sendable, Equatable {
        /// As the catalogue calls it now.
        let station: StationID
        /// As it was saved; differs where the station has got another ID since.
        let saved: StationID
        let isOnAir: Bool
    }

    struct Sequence: Sendable, Equatable {
        /// For people: `the presets`, `the list “Classical”`.
        let name: String
        let entries: [Entry]
    }

    package enum Direction: Sendable, Equatable { case next, previous }

    /// The presets first, then the visible lists in their order.
    private let sequences: [Sequence]

    package init(presets: [Preset], in catalogue: StationCatalogue) {
        func entry(_ id: StationID) -> Entry {
            guard let station = catalogue.savedStation(id) else {
                return Entry(station: id, saved: id, isOnAir: false)
            }
            let isOnAir = station.state == .active && !station.streams.isEmpty
            return Entry(station: station.id, saved: id, isOnAir: isOnAir)
        }
        let lists = catalogue.lists.filter(\.isVisible).map { list in
            Sequence(name: "the list “\(list.name)”", entries: list.stations.map(entry))
        }
        self.sequences = [Sequence(name: "the presets", entries: presets.map { entry($0.station) })] + lists
    }

    /// The stations that follow `media` in the direction, nearest first, each once; `media` itself is not among them.
    package func neighbours(
        of media: MediaRef,
        _ direction: Direction
    ) -> Result<[MediaRef], NoNeighbour> {
        guard case .station(let name) = media,
            let (sequence, place) = place(of: name)
        else { return .failure(.isInNoList) }
        let entries = sequence.entries
        let round: [Entry] =
            switch direction {
            case .next: Array(entries[(place + 1)...] + entries[..<place])
            case .previous: entries[..<place].reversed() + entries[(place + 1)...].reversed()
            }
        var met: Set<StationID> = [entries[place].station]
        let found = round.filter { $0.isOnAir && met.insert($0.station).inserted }
        guard !found.isEmpty else { return .failure(.isAlone(sequence.name)) }
        return .success(found.map { .station($0.station.description) })
    }

    private func place(of name: String) -> (Sequence, Int)? {
        for sequence in sequences {
            let place = sequence.entries.firstIndex { $0.station.description == name || $0.saved.description == name }
            if let place { return (sequence, place) }
        }
        return nil
    }

    /// Why there is no next station.
    package enum NoNeighbour: Error, Sendable, Equatable {
        case isInNoList
        /// In the sequence of that name.
        case isAlone(String)

        /// A sentence for people.
        package var reason: String {
            switch self {
            case .isInNoList: "This station is neither a preset nor in a list."
            case .isAlone(let name): "No other station of \(name) can be played now."
            }
        }
    }
}
