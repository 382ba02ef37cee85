package import Model

/// Which station a person means who says or types a name (PU17): by ID or alias, else by name, exact over beginning over
/// whole words. It fails closed: no match means no match, and ties go to the station that is listed first.
package struct StationResolution: Sendable {
    package enum How: String, Sendable, CaseIterable { case id, alias, name, prefix, words }

    /// No name is longer, and the work grows with the length of what a stranger sends.
    private static let longest = 200

    package let station: Station
    package let how: How

    /// Only the first 200 scalars of `query` are read.
    ///
    /// - Returns: nil where nothing matches, or where fewer than three letters or digits were given that are not the
    ///   whole name of a station.
    package init?(of query: String, in catalogue: StationCatalogue) {
        let text = String(String.UnicodeScalarView(query.unicodeScalars.prefix(Self.longest)))
        let name = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if let (station, alias) = catalogue.named(name) {
            self.station = station
            self.how = alias == nil ? .id : .alias
            return
        }
        let request = SpokenName(folded: catalogue.folded(name))
        var best: (station: Station, fit: SpokenName.Fit)?
        for (station, folded) in zip(catalogue.stations, catalogue.foldedNames) {
            guard let fit = request.fit(SpokenName(folded: folded)) else { continue }
            if best.map({ fit < $0.fit }) ?? true { best = (station, fit) }
        }
        guard let best else { return nil }
        self.station = best.station
        self.how =
            switch best.fit {
            case .literal, .exact: .name
            case .prefix: .prefix
            case .wholeWords: .words
            }
    }
}
