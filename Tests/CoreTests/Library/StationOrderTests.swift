import Fakes
import Model
import Testing

@testable import Core

struct StationOrderTests {
    private let catalogue = StationCatalogue.fixture(
        ["us.a", "us.b", "us.c", "us.d", "us.e", "us.soon", "us.over", "us.lone", "us.secret"],
        states: ["us.soon": .comingSoon, "us.over": .retired],
        aliases: ["us.old": "us.b"],
        lists: [
            ("hidden", false, ["us.secret", "us.a", "us.e"]),
            ("one", true, ["us.c", "us.soon", "us.d", "us.gone", "us.e"]),
            ("two", true, ["us.e", "us.a"]), ("alone", true, ["us.lone", "us.over"]),
        ]
    )

    private func order(_ presets: String...) -> StationOrder {
        StationOrder(presets: presets.enumerated().map { .fixture($0, $1) }, in: catalogue)
    }

    private func step(
        _ direction: StationOrder.Direction,
        from station: String,
        in order: StationOrder
    ) -> Result<[String], StationOrder.NoNeighbour> {
        order.neighbours(of: .station(station), direction).map { found in
            found.map { $0.description.replacing("station:", with: "") }
        }
    }

    @Test(arguments: [
        // Of the presets where it is one, wrapping around.
        ("us.a", ["us.b", "us.c"], ["us.c", "us.b"]), ("us.c", ["us.a", "us.b"], ["us.b", "us.a"]),
        // Of the first visible list otherwise; what is not on the air or not there is passed over.
        ("us.d", ["us.e", "us.c"], ["us.c", "us.e"]), ("us.e", ["us.c", "us.d"], ["us.d", "us.c"]),
    ])
    func theNeighboursAreThoseOfTheSequenceThatHasIt(station: String, next: [String], previous: [String]) {
        let order = order("us.a", "us.b", "us.c")
        #expect(step(.next, from: station, in: order) == .success(next))
        #expect(step(.previous, from: station, in: order) == .success(previous))
    }

    @Test func aStationThatHasLeftTheAirStillHasItsPlace() {
        let order = order("us.a", "us.over", "us.gone", "us.b")
        #expect(step(.next, from: "us.over", in: order) == .success(["us.b", "us.a"]))
        #expect(step(.previous, from: "us.gone", in: order) == .success(["us.a", "us.b"]))
    }

    @Test func aPresetSavedUnderAnOlderIDIsTheStationThatItIsNow() {
        let order = order("us.a", "us.old", "us.c", "us.b")
        #expect(step(.next, from: "us.a", in: order) == .success(["us.b", "us.c"]))
        #expect(step(.next, from: "us.b", in: order) == .success(["us.c", "us.a"]))
        #expect(step(.next, from: "us.old", in: order) == .success(["us.c", "us.a"]))
    }

    @Test(arguments: [
        ("us.lone", StationOrder.NoNeighbour.isAlone("the list “ALONE”")), ("us.secret", .isInNoList),
        ("us.nowhere", .isInNoList), ("kexp", .isInNoList),
    ])
    func withoutANeighbourItSaysWhy(station: String, reason: StationOrder.NoNeighbour) {
        #expect(step(.next, from: station, in: order()) == .failure(reason))
        #expect(step(.previous, from: station, in: order()) == .failure(reason))
        #expect(reason.reason.hasSuffix("."))
    }

    @Test func theOnlyPresetHasNoNeighbourThoughALongListHasIt() {
        #expect(step(.next, from: "us.c", in: order("us.c")) == .failure(.isAlone("the presets")))
    }
}
