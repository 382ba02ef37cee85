/// The stations of this host; re-read when the user's own change.
package protocol StationDirectory: Sendable {
    /// The catalogue as it is now.
    func catalogue() async -> StationCatalogue

    /// One value per change of the catalogue, newest wins; one consumer.
    func changes() async -> AsyncStream<Int>

    /// What the last check of this station's streams found; nil where nobody has checked it.
    func lastCheck(of station: StationID) async -> StationCheck?

    /// The larger catalogue of strangers beside this one; nil where it is not switched on.
    var openDirectory: (any OpenDirectory)? { get }
}

extension StationDirectory {
    package func lastCheck(of station: StationID) async -> StationCheck? { nil }
    package var openDirectory: (any OpenDirectory)? { nil }
}
