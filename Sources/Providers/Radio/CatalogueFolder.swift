package import Model

/// Which catalogue a host with these folders would use now, read without a host.
package enum CatalogueFolder {
    /// Blocks for as long as the disk does.
    ///
    /// - Parameters:
    ///   - update: the folder of the newer catalogue, which need not exist.
    ///   - shipped: the shipped stations; nil where there are none.
    ///   - signing: whose newer catalogue counts.
    /// - Returns: the edition, and its stations in its order.
    package static func edition(
        update: String,
        shipped: String?,
        signing: SignatureRule
    ) -> (edition: CatalogueEdition, stations: [StationID]) {
        var shelf = CatalogueShelf(shipped: StationFolder(path: shipped ?? ""), update: update, signing: signing)
        let content = shelf.read()
        return (content.edition, content.files.flatMap { $0.stations.map(\.value.id) })
    }
}
