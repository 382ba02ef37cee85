/// Joins a new connection to what was given out of the one before: what a server replays on connect is dropped up to
/// the byte at which the old connection ended (design 5).
struct OverlapFilter: Sendable {
    /// Bytes that must come again, in a row, to be known: a quarter of a second at 128 kbit/s.
    static let tailLength = 4096
    /// Audio of the new connection in which they are looked for: twenty seconds at 320 kbit/s.
    static let searchLimit = 800_000
    /// How long they are looked for after the first piece: a replay comes at line speed.
    static let searchTime = Duration.seconds(1)

    fileprivate struct Search {
        let tail: [UInt8]
        /// For each start of `tail`, the length of its longest proper start that is also its end: no byte is looked at
        /// twice, whatever comes.
        let borders: [Int]
        var matched = 0
        var held: [StreamPiece] = []
        var heldCount = 0
        var until: Duration?
    }

    private var tail: [UInt8] = []
    private var search: Search?

    /// The connection was replaced: the pieces from now on are another one's.
    mutating func begin() {
        // The end of what was held and never given out was never heard.
        guard tail.count == Self.tailLength else { return search = nil }
        search = Search(tail: tail, borders: Self.borders(of: tail))
    }

    /// What of `pieces` is to be given out now; what is looked through is held back meanwhile.
    mutating func pass(_ pieces: [StreamPiece], at now: Duration) -> [StreamPiece] {
        guard var search else { return remember(pieces) }
        self.search = nil
        search.until = search.until ?? now + Self.searchTime
        for (index, piece) in pieces.enumerated() {
            guard case .audio(let audio) = piece else {
                search.held.append(piece)
                continue
            }
            if let end = search.find(in: audio) {
                let titles = search.held.filter(\.isTitle).suffix(1)
                let rest = end < audio.count ? [StreamPiece.audio(Array(audio[end...]))] : []
                return remember(titles + rest + pieces[(index + 1)...])
            }
            search.held.append(piece)
            search.heldCount += audio.count
        }
        let isOver = search.heldCount >= Self.searchLimit || search.until.map { $0 <= now } ?? true
        guard !isOver else { return remember(search.held) }
        self.search = search
        return []
    }

    private mutating func remember(_ pieces: [StreamPiece]) -> [StreamPiece] {
        for case .audio(let audio) in pieces {
            if audio.count >= Self.tailLength {
                tail = Array(audio.suffix(Self.tailLength))
            } else {
                tail.removeFirst(max(0, tail.count + audio.count - Self.tailLength))
                tail += audio
            }
        }
        return pieces
    }

    private static func borders(of tail: [UInt8]) -> [Int] {
        var borders = [Int](repeating: 0, count: tail.count)
        var length = 0
        for index in tail.indices.dropFirst() {
            while length > 0, tail[index] != tail[length] { length = borders[length - 1] }
            if tail[index] == tail[length] { length += 1 }
            borders[index] = length
        }
        return borders
    }
}

extension OverlapFilter.Search {
    /// Goes on through `audio`.
    ///
    /// - Returns: the index behind the whole tail; nil where it has not come yet.
    fileprivate mutating func find(in audio: [UInt8]) -> Int? {
        for (index, byte) in audio.enumerated() {
            while matched > 0, byte != tail[matched] { matched = borders[matched - 1] }
            if byte == tail[matched] { matched += 1 }
            if matched == tail.count { return index + 1 }
        }
        return nil
    }
}

extension StreamPiece {
    fileprivate var isTitle: Bool {
        if case .audio = self { return false }
        return true
    }
}
