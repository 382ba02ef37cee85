internal import FoundationEssentials
package import Model

/// A folder that may replace the shipped catalogue, read as a whole: either every word of it can be used, or nothing.
package struct CatalogueCandidate: Sendable {
    /// The signature's file, beside the others.
    package static let signatureName = "catalogue.sig"
    private static let greatestSignature = 1024

    package let edition: CatalogueEdition
    /// Every file as it was read, the signature included; what is written elsewhere is what was judged.
    package let files: [(name: String, bytes: [UInt8])]
    let content: [StationFile]
    /// In order of id.
    package let stations: [StationID]
    private let names: Set<String>

    /// Why a folder is no catalogue, each with the file that it stands in.
    package struct Refusal: Error, Equatable {
        package let problems: [CatalogueProblem]

        init(_ file: String, _ reason: String) { self.problems = [CatalogueProblem(file: file, reason: reason)] }
        init(_ problems: [CatalogueProblem]) { self.problems = problems }
    }

    /// Reads the folder at `path` anew. Blocks for as long as the disk does.
    ///
    /// - Returns: nil where there is no such folder.
    package static func read(_ path: String, signing: SignatureRule) throws(Refusal) -> CatalogueCandidate? {
        let folder = StationFolder(path: path)
        switch folder.read() {
        case .absent: return nil
        case .unreadable(let reason): throw Refusal(".", reason)
        case .files(let files, let others):
            guard others.isEmpty else { throw Refusal(others) }
            var whole: [(name: String, bytes: [UInt8])] = []
            for (name, bytes) in files {
                do { whole.append((name, try bytes.get())) } catch { throw Refusal(name, error.reason) }
            }
            var signature: [UInt8]?
            switch StationFolder.bytes(of: "\(path)/\(signatureName)", atMost: greatestSignature) {
            case .success(let bytes): signature = bytes
            case .failure(let fault) where fault.isAbsent: signature = nil
            case .failure(let fault): throw Refusal(signatureName, fault.reason)
            }
            return try CatalogueCandidate(whole, signature: signature, signing: signing)
        }
    }

    /// - Parameters:
    ///   - files: of the folder, in order of name, without the signature.
    ///   - signature: the bytes of its file; nil where there is none.
    ///   - signing: whose signature counts.
    /// - Throws: everything that keeps it from being used.
    init(
        _ files: [(name: String, bytes: [UInt8])],
        signature: [UInt8]?,
        signing: SignatureRule
    ) throws(Refusal) {
        guard let head = files.first(where: { $0.name == CatalogueManifest.fileName }) else {
            throw Refusal(CatalogueManifest.fileName, "there is no such file, so this is no catalogue")
        }
        let manifest: CatalogueManifest
        do throws(StationFile.Fault) { manifest = try CatalogueManifest(head.bytes) } catch {
            throw Refusal(CatalogueManifest.fileName, error.reason)
        }
        // Before anything else is read: what nobody vouches for is not worth the work.
        let state = try Self.judge(signature, of: files, signing)
        var content: [StationFile] = []
        var problems: [CatalogueProblem] = []
        for file in files where file.name != CatalogueManifest.fileName {
            do throws(StationFile.Fault) {
                content.append(try StationFile(name: file.name, bytes: file.bytes, origin: .shipped))
            } catch {
                problems.append(CatalogueProblem(file: file.name, reason: error.reason))
            }
        }
        problems += content.flatMap(\.problems)
        var merge = Merge(problems: problems)
        let stations = merge.stations(of: content).map(\.id)
        let aliases = merge.aliases(of: content)
        _ = merge.lists(of: content)
        guard merge.problems.isEmpty else { throw Refusal(merge.problems) }
        guard !stations.isEmpty else { throw Refusal(".", "it holds no station") }
        self.edition = CatalogueEdition(version: manifest.version, source: .update, signature: state)
        self.files = files + (signature.map { [(Self.signatureName, $0)] } ?? [])
        self.content = content
        self.stations = stations.sorted()
        self.names = Set(stations.map(\.description)).union(aliases.map(\.alias))
    }

    /// The ids of `earlier` for which this catalogue has neither a station, retired or not, nor an alias: whoever stored
    /// one would find nothing. An id is never dropped, so each is a fault of this catalogue.
    package func vanished(from earlier: [StationID]) -> [StationID] {
        earlier.filter { !names.contains($0.description) }.sorted()
    }

    /// What is signed: a line for each file in order of name, as `sha256sum` prints it.
    static func signedText(of files: [(name: String, bytes: [UInt8])], hash: ([UInt8]) -> [UInt8]) -> [UInt8] {
        Array(files.map { "\(hash($0.bytes).lowerHex)  \($0.name)\n" }.joined().utf8)
    }

    private static func judge(
        _ signature: [UInt8]?,
        of files: [(name: String, bytes: [UInt8])],
        _ signing: SignatureRule
    ) throws(Refusal) -> CatalogueEdition.Signature {
        guard let signature else {
            guard signing.keys.isEmpty else {
                throw Refusal(signatureName, "there is none, and this host has a key that asks for one")
            }
            return .absent
        }
        let text = String(decoding: signature, as: UTF8.self).filter { !$0.isWhitespace }
        guard let bytes = Data(base64Encoded: text), bytes.count == 64 else {
            throw Refusal(signatureName, "it is no Ed25519 signature in base64")
        }
        guard !signing.keys.isEmpty else { return .unchecked }
        guard signing.accepts(Array(bytes), of: signedText(of: files, hash: signing.hash)) else {
            throw Refusal(signatureName, "no key of this host made it for these files")
        }
        return .verified
    }
}
