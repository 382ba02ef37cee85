/// The stations of this host; re-read when the user's own change.
package protocol StationDirectory: Sendable {
    /// The catalogue as it is now.
    func catalogue() async -> StationCatalogue

    /// One value per change of the catalogue, newest wins; one consumer.
    func changes() async -> AsyncStream<Int>
}
