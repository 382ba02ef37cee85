internal import Model
internal import Providers
internal import Server

/// `longwave stations update`: puts a newer catalogue in place of the shipped one, or takes it away again. A running host
/// follows within a moment.
struct StationsUpdate {
    /// The shipped stations; nil where no share folder was found.
    let shipped: String?
    /// Where the newer catalogue lies.
    let place: String
    let signing: SignatureRule
    let terminal: Terminal

    func run(_ options: UpdateOptions) -> ExitStatus {
        do throws(CatalogueSlots.Fault) {
            switch options.act {
            case .back: return try back(json: options.json)
            case .put(let folder): return try put(folder, json: options.json)
            }
        } catch {
            return tell(.failed, "catalogue_unwritable", "Nothing was changed: \(error).", json: options.json)
        }
    }

    private func put(_ folder: String, json: Bool) throws(CatalogueSlots.Fault) -> ExitStatus {
        func refused(_ detail: String) -> ExitStatus {
            tell(.refused, "catalogue_refused", "\(detail) Nothing was changed.", json: json)
        }
        let candidate: CatalogueCandidate
        do throws(CatalogueCandidate.Refusal) {
            guard let found = try CatalogueCandidate.read(folder, signing: signing) else {
                return refused("There is no folder \(folder.prefixForDisplay).")
            }
            candidate = found
        } catch {
            let lines = error.problems.prefix(20).map { "  \($0.file): \($0.reason)" }
            let more = error.problems.count > lines.count ? ["  and \(error.problems.count - lines.count) more"] : []
            return refused("It is not whole:\n\((lines + more).joined(separator: "\n"))\n")
        }
        let version = candidate.edition.version
        let inUse = CatalogueFolder.edition(update: place, shipped: shipped, signing: signing)
        guard version > inUse.edition.version else {
            return refused("Its version \(version) is not newer than \(inUse.edition.version), which is in use.")
        }
        try CatalogueSlots(path: place).put(candidate.files)
        let gone = candidate.vanished(from: inUse.stations)
        var text = "Catalogue \(version) is in place: \(candidate.stations.count) stations."
        if candidate.edition.signature == .verified { text += " Its signature is good." }
        if !gone.isEmpty {
            let shown = gone.prefix(10).map(\.description).joined(separator: ", ")
            text += " It says nothing of \(gone.count) that were there before: \(shown)\(gone.count > 10 ? ", …" : "")."
        }
        guard !json else {
            terminal.out(
                text: JSONWriter.object { json in
                    json.member("version", version)
                    json.member("stations", candidate.stations.count)
                    json.member("signature", candidate.edition.signature.rawValue)
                    json.member("vanished", texts: gone.map(\.description))
                }
            )
            return .confirmed
        }
        terminal.out(text)
        return .confirmed
    }

    private func back(json: Bool) throws(CatalogueSlots.Fault) -> ExitStatus {
        guard try CatalogueSlots(path: place).back() else {
            return tell(
                .refused,
                "no_earlier_catalogue",
                "There is no earlier catalogue. Nothing was changed.",
                json: json
            )
        }
        let edition = CatalogueFolder.edition(update: place, shipped: shipped, signing: signing).edition
        guard !json else {
            terminal.out(
                text: JSONWriter.object { json in
                    json.member("version", edition.version)
                    json.member("source", edition.source.rawValue)
                }
            )
            return .confirmed
        }
        terminal.out(
            edition.source == .shipped
                ? "The shipped catalogue \(edition.version) is in use again."
                : "Catalogue \(edition.version) is in place again."
        )
        return .confirmed
    }

    private func tell(_ status: ExitStatus, _ code: String, _ detail: String, json: Bool) -> ExitStatus {
        if json {
            terminal.out(JSONMember.object(["code": .text(code), "detail": .text(detail)]))
        } else {
            terminal.complaint("longwave: \(detail)")
        }
        return status
    }
}

extension Terminal {
    func out(text bytes: [UInt8]) { out(String(decoding: bytes, as: UTF8.self)) }
}
