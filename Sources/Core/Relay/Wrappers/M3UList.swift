/// An M3U playlist: one address a line, with or without `#EXTM3U` (reference/radio.md 2.2). Not for HLS, which only
/// looks alike.
struct M3UList: Sendable, Equatable {
    let entries: [WrapperEntry]

    init(_ bytes: [UInt8]) {
        var entries: [WrapperEntry] = []
        var title: Substring?
        for line in WrapperText.lines(bytes) where entries.count < WrapperList.considered {
            if line.first == "#" {
                if let words = Self.information(line) { title = Self.title(in: words) }
                continue
            }
            // What follows `|` are headers for one player; a fragment is for none.
            let address = WrapperText.trimmed(line.prefix { $0 != "|" && $0 != "#" })
            if !address.isEmpty {
                entries.append(WrapperEntry(address: String(address), title: title.map(String.init)))
            }
            title = nil
        }
        self.entries = entries
    }

    /// Whether these bytes are an HLS playlist: its tags say so, neither its name nor its type.
    static func isHLS(_ bytes: [UInt8]) -> Bool {
        WrapperText.lines(bytes).contains { $0.prefix(7).uppercased() == "#EXT-X-" }
    }

    /// What follows `#EXTINF:`; nil for every other line.
    private static func information(_ line: Substring) -> Substring? {
        let mark = "#extinf:"
        return line.prefix(mark.count).lowercased() == mark ? line.dropFirst(mark.count) : nil
    }

    /// Behind the first comma that stands in no quotes; behind the first of all where a quote never ends.
    private static func title(in words: Substring) -> Substring? {
        var isQuoted = false
        for index in words.indices {
            if words[index] == "\"" { isQuoted.toggle() }
            if words[index] == ",", !isQuoted { return WrapperText.trimmed(words[words.index(after: index)...]) }
        }
        return words.firstIndex(of: ",").map { WrapperText.trimmed(words[words.index(after: $0)...]) }
    }
}
