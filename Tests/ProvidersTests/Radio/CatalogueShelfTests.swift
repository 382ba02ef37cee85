import Model
import Testing

@testable import Providers

struct CatalogueShelfTests {
    private let root: TemporaryFolder

    init() throws {
        root = try TemporaryFolder()
        try root.make("shipped")
        try root.write("{ version: 20261130, minimumFormat: 1 }", to: "shipped/catalogue.json5")
        try root.write(shippedText("us.one", "us.two"), to: "shipped/us.json5")
    }

    private func update(_ version: Int, _ text: String) throws {
        try root.make("update")
        try root.write("{ version: \(version), minimumFormat: 1 }", to: "update/catalogue.json5")
        try root.write(text, to: "update/us.json5")
    }

    private func reader(_ signing: SignatureRule = .none) -> StationsReader {
        StationsReader(
            shipped: StationFolder(path: root.path + "/shipped"),
            update: root.path + "/update",
            own: StationFolder(path: root.path + "/own"),
            signing: signing
        )
    }

    private func edition(_ version: Int, _ source: CatalogueEdition.Source) -> CatalogueEdition {
        CatalogueEdition(version: version, source: source, signature: .absent)
    }

    @Test func withoutANewerOneTheShippedOneCounts() {
        var reader = reader()
        let catalogue = reader.read(revision: 1)
        #expect(catalogue.edition == edition(20_261_130, .shipped))
        #expect(catalogue.ids == ["us.one", "us.two"] && catalogue.problems.isEmpty)
    }

    @Test func aNewerOneTakesItsPlaceAsAWhole() throws {
        try update(20_270_101, shippedText("us.two", "us.one", "us.three"))
        var reader = reader()
        let catalogue = reader.read(revision: 1)
        #expect(catalogue.edition == edition(20_270_101, .update))
        #expect(catalogue.ids == ["us.two", "us.one", "us.three"] && catalogue.problems.isEmpty)
        try root.remove("update")
        #expect(reader.read(revision: 2).edition == edition(20_261_130, .shipped))
    }

    @Test(arguments: [20_261_130, 20_261_129, 1])
    func oneThatIsNoNewerIsLeftAlone(version: Int) throws {
        try update(version, shippedText("us.three"))
        var reader = reader()
        let catalogue = reader.read(revision: 1)
        #expect(catalogue.ids == ["us.one", "us.two"] && catalogue.problems.isEmpty)
        #expect(catalogue.edition?.source == .shipped)
    }

    @Test func oneThatIsBrokenChangesNothingAndIsSaid() throws {
        try update(20_270_101, "{ stations: [ { id: 'us.three' } ] }")
        var reader = reader()
        let catalogue = reader.read(revision: 1)
        #expect(catalogue.ids == ["us.one", "us.two"] && catalogue.edition?.source == .shipped)
        #expect(catalogue.problems.map(\.file) == ["catalogue/us.json5"])
        #expect(catalogue.firstReason.hasSuffix("; the shipped catalogue is used"))
    }

    @Test func oneThatBreaksWhileItIsInUseGoesOnAsItWas() throws {
        try update(20_270_101, shippedText("us.one", "us.two", "us.three"))
        var reader = reader()
        #expect(reader.read(revision: 1).ids.count == 3)
        try root.write("{", to: "update/us.json5")
        let broken = reader.read(revision: 2)
        #expect(broken.ids.count == 3 && broken.edition?.source == .update)
        #expect(broken.firstReason.hasSuffix("; what it said before stays in use"))
    }

    @Test func whoAsksForASignatureGetsNothingElse() throws {
        try update(20_270_101, shippedText("us.three"))
        var reader = reader(SignatureRule(keys: [[1]], hash: { $0 }, verify: { _, _, _ in false }))
        let catalogue = reader.read(revision: 1)
        #expect(catalogue.edition?.source == .shipped)
        #expect(catalogue.problems.map(\.file) == ["catalogue/catalogue.sig"])
    }

    @Test func idsThatAreGoneAreSaid() throws {
        try update(
            20_270_101,
            "{ stations: [{ id: 'us.new', name: 'New', streams: [{ url: 'https://a.example/', grade: 'A' }] }],"
                + " aliases: [{ alias: 'us.two', target: 'us.new', reason: 'merge', date: '2027-01-01' }] }"
        )
        var reader = reader()
        let catalogue = reader.read(revision: 1)
        #expect(catalogue.ids == ["us.new"] && catalogue.edition?.source == .update)
        #expect(
            catalogue.problems == [
                CatalogueProblem(file: "catalogue", reason: "us.one is gone from it without an alias or a tombstone")
            ]
        )
        guard case .found(let station, let alias) = catalogue.find("us.two") else {
            Issue.record("an alias of a newer catalogue leads nowhere"); return
        }
        #expect(station.id.description == "us.new" && alias?.reason == "merge")
    }

    @Test func theUsersOwnStationsStayFirst() throws {
        try update(20_270_101, shippedText("us.one", "us.two"))
        try root.make("own")
        try root.write(stationsText("de.mine"), to: "own/mine.json5")
        var reader = reader()
        #expect(reader.read(revision: 1).ids == ["de.mine", "us.one", "us.two"])
    }
}
