import FoundationEssentials
import Model
import Testing

@testable import Providers

struct CatalogueCandidateTests {
    private let folder: TemporaryFolder
    /// A signature of this fake is the sum of the key and of the message, 64 times.
    private let signing = SignatureRule(
        keys: [[7]],
        hash: { [UInt8($0.count & 0xff), $0.reduce(0, &+)] },
        verify: { key, message, signature in signature == sign(message, with: key) }
    )

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("{ version: 20270101, minimumFormat: 1 }", to: "catalogue.json5")
        try folder.write(shippedText("us.one", "us.two"), to: "us.json5")
    }

    private func refusal(_ signing: SignatureRule = .none) -> [CatalogueProblem]? {
        do throws(CatalogueCandidate.Refusal) {
            _ = try CatalogueCandidate.read(folder.path, signing: signing)
            return nil
        } catch {
            return error.problems
        }
    }

    @Test func aWholeFolderIsACatalogue() throws {
        let candidate = try #require(try CatalogueCandidate.read(folder.path, signing: .none))
        #expect(candidate.edition == CatalogueEdition(version: 20_270_101, source: .update, signature: .absent))
        #expect(candidate.stations.map(\.description) == ["us.one", "us.two"])
        #expect(candidate.files.map(\.name) == ["catalogue.json5", "us.json5"])
        #expect(try CatalogueCandidate.read(folder.path + "/none", signing: .none) == nil)
    }

    @Test(arguments: [
        ("catalogue.json5", "{ version: 20270101 }", "catalogue.json5", "it needs “version” and “minimumFormat”"),
        ("catalogue.json5", "{ version: 0, minimumFormat: 1 }", "catalogue.json5", "“version” is a date as a number"),
        (
            "catalogue.json5", "{ version: 1, minimumFormat: 2 }", "catalogue.json5",
            "it needs a newer Longwave: format 2"
        ),
        ("catalogue.json5", "{", "catalogue.json5", "line 1, column"),
        ("us.json5", "{ stations: [ { id: 'us.one' } ] }", "us.json5", "“name” is missing"),
        ("us.json5", "{ stations: [", "us.json5", "line 1"),
        ("us.json5", "{ stations: [] }", ".", "it holds no station"),
        ("gb.json5", "{ stations: [{ id: 'us.one', name: 'x', streams: [] }] }", "gb.json5", "it has no stream"),
        (
            "gb.json5",
            "{ stations: [{ id: 'us.one', name: 'x', streams: [{ url: 'http://a.example/', grade: 'A' }] }] }",
            "gb.json5", "plain http needs trust"
        ),
        (
            "aliases.json5", "{ aliases: [{ alias: 'one', target: 'us.three' }] }", "aliases.json5",
            "there is no station"
        ),
        ("notes.json5", "{ wishes: 1 }", "notes.json5", "“wishes” is no field of a station file"),
        ("stations.json", "{}", "stations.json", "only files named .json5 are"),
    ])
    func oneFaultCostsTheWhole(file: String, text: String, named: String, words: String) throws {
        try folder.write(text, to: file)
        let problems = try #require(refusal())
        #expect(problems.contains { $0.file == named && $0.reason.contains(words) }, "\(problems)")
    }

    @Test func aFolderWithoutAManifestIsNoCatalogue() throws {
        try folder.remove("catalogue.json5")
        #expect(refusal()?.map(\.file) == ["catalogue.json5"])
    }

    @Test func aSignatureIsCheckedWhereThereIsAKey() throws {
        #expect(refusal(signing)?.map(\.file) == ["catalogue.sig"], "a key asks for a signature")
        let files = try #require(try CatalogueCandidate.read(folder.path, signing: .none)).files
        let text = CatalogueCandidate.signedText(of: files, hash: signing.hash)
        try folder.write(Data(sign(text, with: [7])).base64EncodedString() + "\n", to: "catalogue.sig")
        let signed = try #require(try CatalogueCandidate.read(folder.path, signing: signing))
        #expect(signed.edition.signature == .verified)
        #expect(signed.files.last?.name == "catalogue.sig", "it goes where the files go")
        #expect(try CatalogueCandidate.read(folder.path, signing: .none)?.edition.signature == .unchecked)
        try folder.write(shippedText("us.one", "us.tw0"), to: "us.json5")
        #expect(refusal(signing)?.first?.reason == "no key of this host made it for these files")
    }

    @Test func aFileMoreBreaksTheSignature() throws {
        let files = try #require(try CatalogueCandidate.read(folder.path, signing: .none)).files
        let text = CatalogueCandidate.signedText(of: files, hash: signing.hash)
        try folder.write(Data(sign(text, with: [7])).base64EncodedString(), to: "catalogue.sig")
        try folder.write(shippedText("gb.more"), to: "gb.json5")
        #expect(refusal(signing)?.map(\.file) == ["catalogue.sig"])
    }

    @Test(arguments: ["", "AAAA", "no base64 at all", String(repeating: "A", count: 2000)])
    func whatIsNoSignatureIsRefusedEvenWithoutAKey(text: String) throws {
        try folder.write(text, to: "catalogue.sig")
        #expect(refusal()?.map(\.file) == ["catalogue.sig"])
    }

    @Test func theSignedTextIsWhatTheSystemsOwnToolPrints() {
        let text = CatalogueCandidate.signedText(of: [("a.json5", [1]), ("b.json5", [2])], hash: { $0 + [0xab] })
        #expect(String(decoding: text, as: UTF8.self) == "01ab  a.json5\n02ab  b.json5\n")
    }

    @Test func anIDThatIsGoneIsNamedUnlessAnAliasOrATombstoneIsLeft() throws {
        try folder.write(
            """
            { stations: [{ id: 'gb.old', name: 'Old', state: 'retired', successor: 'us.one' }],
              aliases: [{ alias: 'us.before', target: 'us.one', reason: 'rename', date: '2027-01-01' }] }
            """,
            to: "old.json5"
        )
        let candidate = try #require(try CatalogueCandidate.read(folder.path, signing: .none))
        let earlier = ["us.one", "gb.old", "us.before", "us.lost", "de.lost"].compactMap { StationID($0) }
        #expect(candidate.vanished(from: earlier).map(\.description) == ["de.lost", "us.lost"])
    }

    @Test func theShippedCatalogueIsOne() throws {
        let candidate = try #require(try CatalogueCandidate.read(shippedStations, signing: .none))
        #expect(candidate.stations.count == 319 && candidate.edition.version >= 20_261_130)
    }
}

private func sign(_ message: [UInt8], with key: [UInt8]) -> [UInt8] {
    Array(repeating: message.reduce(key.reduce(0, &+), &+), count: 64)
}
