package import Model

/// What a spoken or typed name means (PU17): an ID or alias, else the whole name, else its beginning, else its words.
/// It fails closed: no match means no match, and ties go to the station that is listed first.
package struct StationResolution: Sendable {
    package enum How: String, Sendable, CaseIterable { case id, alias, name, prefix, words }

    package let station: Station
    package let how: How

    /// - Returns: nil where nothing matches, or fewer than three letters were given.
    package init?(of query: String, in catalogue: StationCatalogue) {
        let query = String(query.prefix(128))
        if case .found(let station, let alias) = catalogue.find(query) {
            self.station = station
            self.how = alias == nil ? .id : .alias
            return
        }
        let wanted = Self.words(of: query, in: catalogue)
        guard wanted.joined().count >= 3 else { return nil }
        let names = catalogue.stations.map { Self.words(of: $0.name, in: catalogue) }
        let text = wanted.joined(separator: " ")
        let tests: [(How, ([String]) -> Bool)] = [
            (.name, { $0 == wanted }),
            (.prefix, { $0.joined(separator: " ").hasPrefix(text) }),
            (.words, { name in wanted.allSatisfy(name.contains) }),
        ]
        for (how, matches) in tests {
            guard let index = names.firstIndex(where: matches) else { continue }
            self.station = catalogue.stations[index]
            self.how = how
            return
        }
        return nil
    }

    /// Folded words without possessives and without what every station is called.
    private static func words(of text: String, in catalogue: StationCatalogue) -> [String] {
        catalogue.folded(text).split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "’" }
            .map { word in
                for ending in ["'s", "’s"] where word.hasSuffix(ending) { return String(word.dropLast(2)) }
                return word.filter { $0 != "'" && $0 != "’" }
            }
            .filter { !$0.isEmpty && $0 != "radio" && $0 != "station" }
    }
}
