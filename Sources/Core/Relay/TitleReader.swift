/// Follows the titles of one stream and says when what is on changes.
struct TitleReader: Sendable {
    private let text: TitleText
    private let stationName: String
    private var current = ""

    /// - Parameters:
    ///   - charset: of the station file.
    ///   - stationName: the catalogue's; a stream that sends it as its title says nothing.
    init(charset: String?, stationName: String) {
        self.text = TitleText(charset: charset)
        self.stationName = stationName
    }

    /// The title that begins with this block; empty where it clears the one before.
    ///
    /// - Returns: nil where the block changes nothing.
    mutating func read(_ block: [UInt8]) -> String? {
        ICYTitle.read(block, as: text).flatMap { changed(to: $0) }
    }

    /// The same for a title that came in a charset of its own.
    mutating func read(_ title: StreamTitle) -> String? { changed(to: title.line) }

    private mutating func changed(to line: String) -> String? {
        let title = line.lowercased() == stationName.lowercased() ? "" : line
        guard title != current else { return nil }
        current = title
        return title
    }
}
