internal import FoundationEssentials
internal import Model

/// Rows that are kept: of recent answers in memory, and of what was played on the disk, so that a saved station plays
/// though the directory is away.
struct RadioBrowserShelf: Sendable {
    struct Entry: Codable, Sendable, Equatable {
        /// When the directory said so, in seconds since 1970.
        let at: Double
        let row: RadioBrowserRow
    }

    private static let mostRecent = 1000
    private static let mostPlayed = 200

    private var recent: [String: Entry] = [:]
    private var order: [String] = []
    /// By uuid, the oldest first.
    private(set) var played: [Entry] = []

    /// - Parameter bytes: as ``bytes`` gave them; anything else is an empty shelf.
    init(_ bytes: [UInt8]?) {
        // try?: a file that is broken is one that keeps nothing.
        let kept = bytes.flatMap { try? JSONDecoder().decode([Tolerant<Entry>].self, from: Data($0)) } ?? []
        for case .success(let entry) in kept.map(\.result).suffix(Self.mostPlayed) { played.append(entry) }
    }

    var bytes: [UInt8] {
        // Values of text and numbers always encode.
        guard let data = try? JSONEncoder().encode(played) else { preconditionFailure("plain values encode") }
        return Array(data)
    }

    subscript(uuid: String) -> Entry? { recent[uuid] ?? played.last { $0.row.stationuuid == uuid } }

    mutating func take(_ rows: [RadioBrowserRow], at date: Date) {
        for row in rows {
            if recent.updateValue(Entry(at: date.timeIntervalSince1970, row: row), forKey: row.stationuuid) == nil {
                order.append(row.stationuuid)
            }
        }
        while order.count > Self.mostRecent { recent[order.removeFirst()] = nil }
    }

    /// - Returns: whether that is news for the disk.
    mutating func play(_ entry: Entry) -> Bool {
        let before = played.last { $0.row.stationuuid == entry.row.stationuuid }
        // The date alone is not worth a write.
        guard before?.row != entry.row else { return false }
        played.removeAll { $0.row.stationuuid == entry.row.stationuuid }
        played.append(entry)
        if played.count > Self.mostPlayed { played.removeFirst() }
        return true
    }
}
