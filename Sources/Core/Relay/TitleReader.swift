internal import Model

/// Follows the titles of one stream and says when what is on changes.
struct TitleReader: Sendable {
    private var charset: TitleCharset
    private let stationName: String
    private var current = StreamTitle(line: "", raw: "")

    /// A stream that sends `stationName`, the catalogue's, as its title says nothing.
    init(charset: TitleCharset, stationName: String) {
        self.charset = charset
        self.stationName = stationName
    }

    /// The title that begins with this block; an empty one where it clears the one before.
    ///
    /// - Returns: nil where the block changes nothing.
    mutating func read(_ block: [UInt8]) -> StreamTitle? {
        ICYTitle.read(block) { charset.text($0) }.flatMap { changed(to: $0) }
    }

    /// The same for a title that came in a charset of its own.
    mutating func read(_ title: StreamTitle) -> StreamTitle? { changed(to: title) }

    /// The charset that the titles have shown, once.
    mutating func takeLearnedCharset() -> Charset? { charset.takeLearned() }

    private mutating func changed(to said: StreamTitle) -> StreamTitle? {
        let title = said.line.lowercased() == stationName.lowercased() ? StreamTitle(line: "", raw: said.raw) : said
        guard title.line != current.line || title.isAdvertisement != current.isAdvertisement else { return nil }
        current = title
        return title
    }
}
