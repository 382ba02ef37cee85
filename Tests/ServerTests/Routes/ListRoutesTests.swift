import Fakes
import Model
import Testing

@testable import Server

struct ListRoutesTests {
    private let stations = StationCatalogue.fixture(
        ["us.a", "us.b", "us.c"],
        lists: [
            ("late", true, ["us.c", "us.gone", "us.a"]), ("secret", false, ["us.b"]), ("early", true, ["us.a"]),
        ],
        revision: 4
    )

    @Test func visibleListsAreListedInTheirOrder() async {
        let json = await Bench(stations: stations).ask(.get, "/v1/lists").json
        #expect(json["lists"]?.elements.map { $0["id"]?.string } == ["late", "early"])
        #expect(json["lists"]?.elements.map { $0["stations"]?.number } == [2, 1])
        #expect(json["lists"]?.elements.first?["name"]?.string == "LATE")
        #expect(json["revision"]?.number == 4)
    }

    @Test(arguments: [("late", true, ["us.c", "us.a"]), ("secret", false, ["us.b"])])
    func aListHasItsStationsInOrderAlsoWhereItIsHidden(id: String, isVisible: Bool, expected: [String]) async {
        let json = await Bench(stations: stations).ask(.get, "/v1/lists/\(id)").json
        #expect(json["visible"]?.bool == isVisible)
        #expect(json["stations"]?.elements.map { $0["id"]?.string } == expected)
    }

    @Test func aListThatIsNoneIsUnknownAndHiddenOnesAreNotOffered() async {
        let bench = Bench(stations: stations)
        let response = await bench.ask(.get, "/v1/lists/seldom")
        #expect(response.status == 404)
        #expect(response.json["code"]?.string == "unknown_list")
        #expect(!response.text.contains("secret"))
        #expect(await bench.ask(.get, "/v1/lists/lat").json["nearest"]?.elements.map(\.string) == ["late"])
        #expect(await bench.ask(.get, "/v1/lists?q=x").status == 422)
    }
}
