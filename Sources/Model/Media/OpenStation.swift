/// The name of a station in an open directory: `rb:` and the directory's own UUID. The colon keeps it apart from every
/// canonical id for ever.
package struct OpenStationID: Hashable, Sendable, CustomStringConvertible {
    /// How every such name begins.
    package static let prefix = "rb:"

    /// Lower case, with its dashes.
    package let uuid: String

    /// Reads `rb:` and a UUID in lower case; nothing is repaired.
    package init?(_ text: String) {
        guard text.hasPrefix(Self.prefix) else { return nil }
        self.init(uuid: String(text.dropFirst(Self.prefix.count)))
    }

    package init?(uuid: String) {
        let groups = uuid.utf8.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
        guard groups.map(\.count) == [8, 4, 4, 4, 12] else { return nil }
        guard groups.joined().allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }) else {
            return nil
        }
        self.uuid = uuid
    }

    package var description: String { Self.prefix + uuid }
}

/// A station as an open directory describes it. Strangers wrote it: it is shown as theirs, and its address passes the
/// guards of an open station.
package struct OpenStation: Sendable, Equatable {
    package let id: OpenStationID
    package let name: String
    /// ISO 3166-1 alpha-2, upper case; nil where nobody says.
    package let country: String?
    package let languages: [String]
    package let tags: [String]
    package let homepage: String?
    package let stream: StationStream

    package init(
        id: OpenStationID,
        name: String,
        country: String?,
        languages: [String],
        tags: [String],
        homepage: String?,
        stream: StationStream
    ) {
        self.id = id
        self.name = name
        self.country = country
        self.languages = languages
        self.tags = tags
        self.homepage = homepage
        self.stream = stream
    }
}
