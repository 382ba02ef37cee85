import Model
import Testing

@testable import Providers

struct StationsReaderTests {
    private let shipped: TemporaryFolder
    private let own: TemporaryFolder

    init() throws {
        self.shipped = try TemporaryFolder()
        self.own = try TemporaryFolder()
        try shipped.write(
            """
            { stations: [
              { id: "us.one", name: "One", streams: [{ url: "https://a.example/1", grade: "A" }] },
              { id: "us.two", name: "Two", streams: [{ url: "https://a.example/2", grade: "B" }] },
            ] }
            """,
            to: "us.json5"
        )
        try shipped.write(
            "{ aliases: [{ alias: 'uno', target: 'us.one', reason: 'typo', date: '2026-11-30' }] }",
            to: "aliases.json5"
        )
        try shipped.write("{ lists: [{ id: 'all', name: 'All', stations: ['us.one'] }] }", to: "lists.json5")
    }

    private func read() -> StationCatalogue {
        var reader = StationsReader(shipped: StationFolder(path: shipped.path), own: StationFolder(path: own.path))
        return reader.read(revision: 1)
    }

    @Test func theUsersStationsComeFirst() throws {
        try own.write(stationsText("de.mine", "de.also"), to: "mine.json5")
        let catalogue = read()
        #expect(catalogue.ids == ["de.mine", "de.also", "us.one", "us.two"])
        #expect(catalogue.problems.isEmpty)
        #expect(catalogue.aliases.map(\.alias) == ["uno"] && catalogue.lists.map(\.id) == ["all"])
    }

    @Test func anIDMeansOneThing() throws {
        try own.write(stationsText("us.one", "de.mine", name: "Mine"), to: "a.json5")
        try own.write(stationsText("de.mine", name: "Again"), to: "b.json5")
        let catalogue = read()
        #expect(catalogue.stations.map(\.name) == ["Mine", "One", "Two"])
        #expect(
            catalogue.problems == [
                CatalogueProblem(
                    file: "a.json5",
                    reason: "line 2: us.one: this id already belongs to a station in us.json5"
                ),
                CatalogueProblem(
                    file: "b.json5",
                    reason: "line 2: de.mine: this id already belongs to a station in a.json5"
                ),
            ]
        )
    }

    @Test(arguments: [
        ("x", "us.none", "there is no station “us.none”"),
        ("x", "nothing", "there is no station “nothing”"),
        ("x", "uno", "its target is itself an alias"),
        ("x", "y", "its target is itself an alias"),
        ("x", "x", "its target is itself an alias"),
        ("us.two", "us.one", "this is the id of a station"),
        ("US.Two", "us.one", "this is the id of a station"),
        ("uno", "us.two", "this alias is already taken"),
        ("UNO", "us.two", "this alias is already taken"),
        ("", "us.one", "cannot be asked for"),
        ("a b", "us.one", "cannot be asked for"),
        ("ü", "us.one", "cannot be asked for"),
        ("http://x", "us.one", "cannot be asked for"),
        (String(repeating: "a", count: 65), "us.one", "cannot be asked for"),
    ])
    func anAliasIsCheckedWhenItIsRead(alias: String, target: String, reason: String) throws {
        try own.write(
            "{ aliases: [{ alias: 'y', target: 'us.two' }, { alias: '\(alias)', target: '\(target)' }] }",
            to: "a.json5"
        )
        let catalogue = read()
        #expect(catalogue.aliases.map(\.alias) == ["y", "uno"])
        #expect(
            catalogue.problems.count == 1 && catalogue.problems.allSatisfy { $0.reason.contains(reason) },
            "\(catalogue.problems)"
        )
    }

    @Test func aListSkipsWhatIsNotThere() throws {
        try own.write(
            """
            { lists: [
              { id: "mine", name: "Mine", visibility: "hidden", stations: ["us.two", "us.gone", "uno", "us.one", "us.two"] },
              { id: "all", name: "Another", stations: [] },
              { id: "Bad Id", name: "x", stations: [] },
              { id: "later", name: "Later", visibility: "comingSoon", stations: [] },
              { id: "broken", name: "Broken", stations: [1] },
            ] }
            """,
            to: "lists.json5"
        )
        let catalogue = read()
        try #require(catalogue.lists.map(\.id) == ["mine", "later", "all"])
        #expect(catalogue.lists.map(\.isVisible) == [false, true, true])
        #expect(catalogue.lists[0].stations.map(\.description) == ["us.two", "us.one"])
        #expect(catalogue.lists[2].name == "All")
        #expect(
            catalogue.problems.map(\.reason) == [
                "line 6: “stations[0]” is not a text", "line 2: mine: there is no station “us.gone”",
                "line 2: mine: us.one stands in it twice", "line 2: mine: us.two stands in it twice",
                "line 3: all: this list id is already taken",
                "line 4: “Bad Id” is no list id: 1 to 64 of a-z, 0-9 and -",
            ]
        )
    }

    @Test func aMissingShippedFolderIsAProblemAndTheUsersStationsRemain() throws {
        try own.write(stationsText("de.mine"), to: "a.json5")
        var reader = StationsReader(
            shipped: StationFolder(path: shipped.path + "/none"),
            own: StationFolder(path: own.path)
        )
        let catalogue = reader.read(revision: 1)
        #expect(catalogue.ids == ["de.mine"])
        #expect(catalogue.problems.count == 1)
    }
}
