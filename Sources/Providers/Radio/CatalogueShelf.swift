internal import Model

/// The catalogue that counts: the shipped one, or a newer one in a folder of its own.
struct CatalogueShelf: Sendable {
    /// The stations of one edition, and what is to be said of it.
    struct Content: Sendable {
        let edition: CatalogueEdition
        let files: [StationFile]
        var problems: [CatalogueProblem]
    }

    private static let greatestReport = 20

    private let shipped: Content
    private let shippedStations: [StationID]
    private let update: String?
    private let signing: SignatureRule
    /// The newer catalogue as it was when it was last whole.
    private var good: CatalogueCandidate?

    /// Reads the shipped folder, once: it changes only with the host itself.
    init(shipped folder: StationFolder, update: String?, signing: SignatureRule) {
        var shelf = StationShelf(folder: folder, origin: .shipped)
        let (files, problems) = shelf.read()
        self.shipped = Content(
            edition: CatalogueEdition(version: shelf.manifest?.version ?? 0, source: .shipped, signature: .absent),
            files: files,
            problems: problems
        )
        self.shippedStations = files.flatMap { $0.stations.map(\.value.id) }
        self.update = update
        self.signing = signing
    }

    /// Looks at the newer folder anew. One that is broken while it is in use goes on as it was; after a restart the
    /// shipped one counts until it is mended. Blocks for as long as the disk does.
    mutating func read() -> Content {
        guard let update else { return shipped }
        var problems: [CatalogueProblem] = []
        do throws(CatalogueCandidate.Refusal) {
            good = try CatalogueCandidate.read(update, signing: signing)
        } catch {
            let end = good == nil ? "; the shipped catalogue is used" : "; what it said before stays in use"
            problems = error.problems.prefix(Self.greatestReport).map {
                CatalogueProblem(file: "catalogue/\($0.file)", reason: $0.reason + end)
            }
        }
        guard let good, good.edition.version > shipped.edition.version else {
            var content = shipped
            content.problems += problems
            return content
        }
        let gone = good.vanished(from: shippedStations)
        problems += gone.prefix(Self.greatestReport).map {
            CatalogueProblem(file: "catalogue", reason: "\($0) is gone from it without an alias or a tombstone")
        }
        if gone.count > Self.greatestReport {
            let rest = gone.count - Self.greatestReport
            problems.append(CatalogueProblem(file: "catalogue", reason: "\(rest) more ids are gone from it"))
        }
        return Content(edition: good.edition, files: good.content, problems: problems)
    }
}
