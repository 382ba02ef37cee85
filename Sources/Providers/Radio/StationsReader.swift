internal import Model

/// Makes one catalogue of the shipped folder, or of the newer one in its place, and the user's own.
///
/// The user's stations and lists come first: someone put them there by hand. But an id means one thing for ever, so
/// where the user gives a shipped station's, list's or alias's name to something else, the shipped meaning stays and
/// the other is reported.
struct StationsReader: Sendable {
    private var shelf: CatalogueShelf
    private var own: StationShelf

    /// Reads the shipped folder, once: it changes only with the host itself.
    ///
    /// - Parameters:
    ///   - shipped: comes with the host.
    ///   - update: holds a newer catalogue, where there is one.
    ///   - own: the user's.
    ///   - signing: whose newer catalogue counts.
    init(
        shipped: StationFolder,
        update: String? = nil,
        own: StationFolder,
        signing: SignatureRule = .none
    ) {
        self.shelf = CatalogueShelf(shipped: shipped, update: update, signing: signing)
        self.own = StationShelf(folder: own, origin: .own)
    }

    /// The catalogue as the folders say it now. Blocks for as long as the disk does.
    mutating func read(revision: Int) -> StationCatalogue {
        let shippedContent = shelf.read()
        let ownContent = own.read()
        var merge = Merge(problems: shippedContent.problems + ownContent.problems)
        let shippedStations = merge.stations(of: shippedContent.files)
        let ownStations = merge.stations(of: ownContent.files)
        let shippedAliases = merge.aliases(of: shippedContent.files)
        let ownAliases = merge.aliases(of: ownContent.files)
        let shippedLists = merge.lists(of: shippedContent.files)
        let ownLists = merge.lists(of: ownContent.files)
        return StationCatalogue(
            stations: ownStations + shippedStations,
            aliases: ownAliases + shippedAliases,
            lists: ownLists + shippedLists,
            problems: merge.problems,
            revision: revision,
            edition: shippedContent.edition,
            fold: { fold($0) }
        )
    }
}

/// The rules that need to know more than one entry (reference/radio.md 1.3). Stations first, then aliases, then lists.
struct Merge {
    private(set) var problems: [CatalogueProblem]
    private var live: [StationID: String] = [:]
    private var aliases: [String: StationAlias] = [:]
    private var foldedAliases: Set<String> = []
    private var listIDs: Set<String> = []

    init(problems: [CatalogueProblem]) { self.problems = problems }

    mutating func stations(of files: [StationFile]) -> [Station] {
        var kept: [Station] = []
        for (file, element) in files.flatMap({ file in file.stations.map { (file, $0) } }) {
            let id = element.value.id
            if let holder = live[id] {
                report(file, element, "\(id): this id already belongs to a station in \(holder)")
            } else {
                live[id] = file.name
                kept.append(element.value)
            }
        }
        return kept
    }

    mutating func aliases(of files: [StationFile]) -> [StationAlias] {
        let all = files.flatMap { file in file.aliases.map { (file, $0) } }
        let names = Set(all.map(\.1.value.alias)).union(aliases.keys)
        var kept: [StationAlias] = []
        for (file, element) in all {
            let entry = element.value
            let shown = entry.alias.toldForDisplay
            let folded = fold(entry.alias)
            guard Self.isAskable(entry.alias) else {
                report(
                    file,
                    element,
                    "\(entry.alias.quotedForDisplay) cannot be asked for: an alias is 1 to 64 ASCII characters, no address"
                )
                continue
            }
            guard StationID(folded).flatMap({ live[$0] }) == nil else {
                report(file, element, "\(shown): this is the id of a station")
                continue
            }
            guard let target = StationID(entry.target), live[target] != nil else {
                let why =
                    names.contains(entry.target)
                    ? "its target is itself an alias" : "there is no station \(entry.target.quotedForDisplay)"
                report(file, element, "\(shown): \(why)")
                continue
            }
            guard foldedAliases.insert(folded).inserted else {
                report(file, element, "\(shown): this alias is already taken")
                continue
            }
            let alias = StationAlias(
                alias: entry.alias,
                target: target,
                reason: entry.reason.withoutControls,
                date: entry.date.withoutControls
            )
            aliases[entry.alias] = alias
            kept.append(alias)
        }
        return kept
    }

    mutating func lists(of files: [StationFile]) -> [StationList] {
        var kept: [StationList] = []
        for (file, element) in files.flatMap({ file in file.lists.map { (file, $0) } }) {
            let entry = element.value
            let shown = entry.id.toldForDisplay
            guard Self.isListID(entry.id) else {
                report(file, element, "\(entry.id.quotedForDisplay) is no list id: 1 to 64 of a-z, 0-9 and -")
                continue
            }
            guard listIDs.insert(entry.id).inserted else {
                report(file, element, "\(shown): this list id is already taken")
                continue
            }
            var stations: [StationID] = []
            for text in entry.stations {
                // A list may go on using an old name; an unknown one is skipped and said (PU4).
                let id = aliases[text]?.target ?? StationID(text)
                guard let id, live[id] != nil else {
                    report(file, element, "\(shown): there is no station \(text.quotedForDisplay)")
                    continue
                }
                if stations.contains(id) {
                    report(file, element, "\(shown): \(id) stands in it twice")
                } else {
                    stations.append(id)
                }
            }
            let name = String(entry.name.withoutControls.prefix(80))
            kept.append(
                StationList(
                    id: entry.id,
                    name: name.isEmpty ? entry.id : name,
                    // A word that this host does not know is shown (PU3).
                    isVisible: entry.visibility != "hidden",
                    stations: stations
                )
            )
        }
        return kept
    }

    private mutating func report<Value>(_ file: StationFile, _ element: StationFile.Element<Value>, _ reason: String) {
        problems.append(CatalogueProblem(file: file.name, reason: "\(element.place): \(reason)"))
    }

    /// Whether a client could name this alias in a media ref at all.
    private static func isAskable(_ alias: String) -> Bool {
        // Anything but a ref to exactly this text means no.
        guard let ref = try? MediaRef("station:\(alias)") else { return false }
        return ref == .station(alias)
    }

    private static func isListID(_ text: String) -> Bool {
        (1...64).contains(text.utf8.count)
            && text.utf8.allSatisfy { (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x2d }
    }
}
