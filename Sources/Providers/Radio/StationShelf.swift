internal import Model

/// One folder of stations over time: what it says now, and, for a file that cannot be read now, what it said last.
///
/// A slip of the keyboard must not take stations away: a file that is broken, unreadable or too large keeps its last
/// good content until it is mended or removed. A file that is removed takes its stations along.
struct StationShelf: Sendable {
    let folder: StationFolder
    let origin: StationOrigin
    private var good: [String: StationFile] = [:]
    /// Of the host's own folder; nil where it does not say.
    private(set) var manifest: CatalogueManifest?

    init(folder: StationFolder, origin: StationOrigin) {
        self.folder = folder
        self.origin = origin
    }

    /// Looks at the folder anew; files in order of name. Blocks for as long as the disk does.
    mutating func read() -> (files: [StationFile], problems: [CatalogueProblem]) {
        var problems: [CatalogueProblem] = []
        switch folder.read() {
        case .absent:
            good = [:]
            // The user need not have a folder; the host's own must be there.
            if origin == .shipped { problems.append(CatalogueProblem(file: ".", reason: "there is no such folder")) }
        case .unreadable(let reason):
            problems.append(CatalogueProblem(file: ".", reason: reason + (good.isEmpty ? "" : Self.keeps)))
        case .files(let files, let others):
            problems = others
            var readable: [String: StationFile] = [:]
            for (name, bytes) in files {
                do throws(StationFile.Fault) {
                    let bytes = try bytes.mapError { StationFile.Fault(reason: $0.reason) }.get()
                    if origin == .shipped, name == CatalogueManifest.fileName {
                        manifest = try CatalogueManifest(bytes)
                        continue
                    }
                    readable[name] = try StationFile(name: name, bytes: bytes, origin: origin)
                } catch {
                    let last = good[name]
                    readable[name] = last
                    problems.append(
                        CatalogueProblem(file: name, reason: error.reason + (last == nil ? "" : Self.keeps))
                    )
                }
            }
            good = readable
        }
        let files = good.values.sorted { $0.name < $1.name }
        return (files, problems + files.flatMap(\.problems))
    }

    private static let keeps = "; what it said before stays in use"
}
