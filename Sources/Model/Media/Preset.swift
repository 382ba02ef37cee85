/// A saved station: a place of its own in the user's list, kept also where the catalogue no longer has the station.
package struct Preset: Sendable, Equatable {
    package let id: PresetID
    /// As the catalogue called it when it was saved, canonical.
    package let station: StationID
    /// The station's name as it was last known.
    package var name: String

    package init(id: PresetID, station: StationID, name: String) {
        self.id = id
        self.station = station
        self.name = name
    }

    package var media: MediaRef { .station(station.description) }
}

/// The name of one preset: 16 characters of lower-case hex.
package struct PresetID: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Returns: nil where the text is not 16 characters of lower-case hex.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.utf8.allSatisfy(\.isLowerHex) else { return nil }
        self.description = text
    }

    package init(random: Randomness) { self.description = random.hex(bytes: 8) }
}
