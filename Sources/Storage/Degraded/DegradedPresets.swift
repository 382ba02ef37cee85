package import Model

/// Presets of a degraded run: what could still be read from the disk, and no writes. Where nothing could be read an
/// empty list would be a lie, so reading fails too.
package struct DegradedPresets: PresetStore {
    private let known: [Preset]?

    /// - Parameter known: nil where the presets could not be read.
    package init(_ known: [Preset]? = nil) { self.known = known }

    package func save(_ presets: [Preset]) throws(StoreError) { throw .degraded }

    package func presets() throws(StoreError) -> [Preset] {
        guard let known else { throw .degraded }
        return known
    }
}
