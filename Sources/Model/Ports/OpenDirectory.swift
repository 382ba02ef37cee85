package import FoundationEssentials

/// A larger catalogue that strangers keep on the internet. It is there only where the owner switched it on; its stations
/// have names of their own and are never mixed with those of the catalogue.
package protocol OpenDirectory: Sendable {
    /// Stations whose name holds `query`, the most heard first, at most fifty.
    func search(_ query: String) async throws(OpenDirectoryFault) -> OpenDirectoryAnswer

    /// One station; counts nothing.
    func station(_ id: OpenStationID) async throws(OpenDirectoryFault) -> OpenDirectoryAnswer

    /// A user asked to play this station: where it is resolved within the next seconds, the directory may count it once.
    /// Asks nobody.
    func willPlay(_ id: OpenStationID) async

    /// What to play, quickly: a kept copy serves where it is young or the directory does not answer.
    func resolve(_ id: OpenStationID) async throws(OpenDirectoryFault) -> OpenStation
}

package struct OpenDirectoryAnswer: Sendable, Equatable {
    package let stations: [OpenStation]
    /// When the directory said so.
    package let at: Date
    /// It did not answer now, and this is a kept copy.
    package let isStale: Bool

    package init(stations: [OpenStation], at: Date, isStale: Bool) {
        self.stations = stations
        self.at = at
        self.isStale = isStale
    }
}

package enum OpenDirectoryFault: Error, Sendable, Equatable {
    /// None of its servers answered as it should, and there is no copy.
    case unavailable
    /// It knows no such station.
    case unknownStation
    /// It has no https address for this station.
    case noSafeAddress
}
