/// What a stream says is on, artist and title apart.
package struct StreamTitle: Sendable, Equatable {
    package let artist: String?
    package let title: String
    /// As it was sent, decoded and cleaned, nothing split.
    package let raw: String
    package let isAdvertisement: Bool
    /// As it is to be shown: what was sent as one line stays as it was sent.
    private let shown: String

    /// A spot: its text is an advertiser's and is not shown.
    package static let advertisement = StreamTitle(
        artist: nil,
        title: "Advertisement",
        raw: "",
        shown: "Advertisement",
        isAdvertisement: true
    )

    /// For a stream that keeps artist and title apart: nothing is split again.
    init(artist: String?, title: String, raw: String) {
        let shown = artist.map { "\($0) - \(title)" } ?? title
        self.init(artist: artist, title: title, raw: raw, shown: shown)
    }

    /// For a stream that sends one line: split at the first ` - `, or else at the first such dash of another length.
    init(line: String, raw: String) {
        for dash in [" - ", " – ", " — "] {
            guard let range = line.firstRange(of: dash) else { continue }
            let artist = TitleText.cleaned(String(line[..<range.lowerBound]))
            let title = TitleText.cleaned(String(line[range.upperBound...]))
            guard !artist.isEmpty, !title.isEmpty else { break }
            self.init(artist: artist, title: title, raw: raw, shown: line)
            return
        }
        self.init(artist: nil, title: line, raw: raw, shown: line)
    }

    private init(artist: String?, title: String, raw: String, shown: String, isAdvertisement: Bool = false) {
        self.artist = artist
        self.title = title
        self.raw = raw
        self.isAdvertisement = isAdvertisement
        self.shown = shown
    }

    /// One line, as a renderer is told it and says it back.
    package var line: String {
        TitleText.cut(Self.spelt(shown), toBytes: TitleText.greatestLength)
    }

    /// `line` without what ends an ICY value.
    static func spelt(_ line: String) -> String { line.replacing("';", with: "\u{2019};") }
}
