internal import Model

/// An XSPF playlist: `playlist`, `trackList`, `track`, `location`.
struct XSPFList: Sendable, Equatable {
    let entries: [WrapperEntry]

    /// `elements` as ``XMLReading`` gives them.
    init(_ elements: [XMLElement]) {
        var entries: [WrapperEntry] = []
        // A track may name several locations of the same thing; its title may stand behind them.
        var locations: [String] = []
        var title: String?
        var path: [String] = []
        func endTrack() {
            entries += locations.map { WrapperEntry(address: $0, title: title) }
            locations = []
            title = nil
        }
        for element in elements {
            guard entries.count + locations.count < WrapperList.considered else { break }
            path = path.prefix(element.depth) + [element.name]
            let text = String(WrapperText.trimmed(element.text[...]))
            switch path {
            case ["playlist", "trackList", "track"]: endTrack()
            case ["playlist", "trackList", "track", "location"]: if !text.isEmpty { locations.append(text) }
            case ["playlist", "trackList", "track", "title"]: title = title ?? text
            default: break
            }
        }
        endTrack()
        self.entries = entries
    }
}
