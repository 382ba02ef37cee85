/// Everything known about stations at one moment: shipped ones and the user's own, aliases and lists.
package struct StationCatalogue: Sendable {
    /// In the order in which they are listed.
    package let stations: [Station]
    package let aliases: [StationAlias]
    package let lists: [StationList]
    /// What could not be read, for people: file, line and reason. A bad file costs its own stations, no others.
    package let problems: [CatalogueProblem]
    /// Rises with every change of content.
    package let revision: Int
    /// The stations' names without case, accents and width, in the order of ``stations``.
    package let foldedNames: [String]

    private let byID: [StationID: Int]
    private let byAlias: [String: StationAlias]
    private let fold: @Sendable (String) -> String

    /// `fold` takes case, accents and width away, so that `Übersee` and `ubersee` compare equal.
    package init(
        stations: [Station],
        aliases: [StationAlias],
        lists: [StationList],
        problems: [CatalogueProblem],
        revision: Int,
        fold: @escaping @Sendable (String) -> String
    ) {
        self.stations = stations
        self.aliases = aliases
        self.lists = lists
        self.problems = problems
        self.revision = revision
        self.fold = fold
        self.byID = Dictionary(stations.enumerated().map { ($1.id, $0) }, uniquingKeysWith: { first, _ in first })
        self.byAlias = Dictionary(aliases.map { ($0.alias, $0) }, uniquingKeysWith: { first, _ in first })
        self.foldedNames = stations.map { fold($0.name) }
    }

    package func station(_ id: StationID) -> Station? { byID[id].map { stations[$0] } }

    /// Text as names are compared: without case, accents and width.
    package func folded(_ text: String) -> String { fold(text) }

    /// What a requested ID means: a station, a station by one of its aliases, or nothing and the nearest names.
    package func find(_ requested: String) -> StationFinding {
        guard let (station, alias) = named(requested) else {
            return .unknown(nearest: nearest(to: requested, limit: 3))
        }
        return .found(station, alias: alias)
    }

    /// The station with exactly this ID or alias, without the work of looking for names near to it.
    package func named(_ requested: String) -> (station: Station, alias: StationAlias?)? {
        if let id = StationID(requested), let station = station(id) { return (station, nil) }
        if let alias = byAlias[requested], let station = station(alias.target) { return (station, alias) }
        return nil
    }

    /// The stations whose name, ID, city or tag holds every word of `query`, in catalogue order; all for an empty
    /// query.
    package func search(_ query: String) -> [Station] {
        let words = fold(query).split(separator: " ")
        guard !words.isEmpty else { return stations }
        return stations.indices.filter { index in
            let station = stations[index]
            let text =
                "\(foldedNames[index]) \(station.id) \(fold(station.city ?? "")) \(fold(station.tags.joined(separator: " ")))"
            return words.allSatisfy { text.contains($0) }
        }.map { stations[$0] }
    }

    /// Names that resemble `text`, as text for a person; nothing is ever played from them (C30).
    package func nearest(to text: String, limit: Int) -> [Station] {
        // No name is longer, and the work grows with the length of what a stranger sends.
        let wanted = fold(String(String.UnicodeScalarView(text.unicodeScalars.prefix(64))))
        guard !wanted.isEmpty else { return [] }
        let scored = stations.indices.map { index in
            let id = stations[index].id.description
            let tail = id.drop { $0 != "." }.dropFirst()
            return (
                index,
                min(
                    editDistance(wanted, foldedNames[index]),
                    editDistance(wanted, id),
                    editDistance(wanted, String(tail))
                )
            )
        }
        let limitDistance = max(2, wanted.count / 2)
        return scored.filter { $0.1 <= limitDistance }
            .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
            .prefix(limit).map { stations[$0.0] }
    }
}

/// An old or short name of a station: `kexp` for `us.kexp`.
package struct StationAlias: Sendable, Equatable {
    package let alias: String
    package let target: StationID
    /// `rename`, `merge`, `split`, `typo`, `import`.
    package let reason: String
    package let date: String

    package init(alias: String, target: StationID, reason: String, date: String) {
        self.alias = alias
        self.target = target
        self.reason = reason
        self.date = date
    }
}

/// A named, ordered choice of stations.
package struct StationList: Sendable, Equatable {
    package let id: String
    package let name: String
    package let isVisible: Bool
    package let stations: [StationID]

    package init(id: String, name: String, isVisible: Bool, stations: [StationID]) {
        self.id = id
        self.name = name
        self.isVisible = isVisible
        self.stations = stations
    }
}

/// One thing in a catalogue file that could not be used.
package struct CatalogueProblem: Sendable, Equatable {
    /// The file's name inside its folder.
    package let file: String
    package let reason: String

    package init(file: String, reason: String) {
        self.file = file
        self.reason = reason
    }
}

package enum StationFinding: Sendable {
    case found(Station, alias: StationAlias?)
    case unknown(nearest: [Station])
}

/// Levenshtein distance in scalars.
private func editDistance(_ left: String, _ right: String) -> Int {
    let left = Array(left.unicodeScalars)
    let right = Array(right.unicodeScalars)
    var previous = Array(0...right.count)
    for (row, character) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            current.append(
                min(current[column] + 1, previous[column + 1] + 1, previous[column] + (character == other ? 0 : 1))
            )
        }
        previous = current
    }
    return previous[right.count]
}
