import Fakes
import Model
import Testing

@testable import Core

struct PresetListTests {
    private func list(_ stations: String...) throws -> PresetList {
        var list = PresetList()
        for (number, station) in stations.enumerated() { try list.insert(.fixture(number, station)) }
        return list
    }

    private func stations(_ list: PresetList) -> [String] { list.presets.map(\.station.description) }

    @Test(
        arguments: [
            (nil, 2, ["us.a", "us.b", "us.new"]), (0, 0, ["us.new", "us.a", "us.b"]),
            (1, 1, ["us.a", "us.new", "us.b"]),
            (2, 2, ["us.a", "us.b", "us.new"]),
        ] as [(Int?, Int, [String])]
    )
    func aStationIsAddedWhereItIsWanted(position: Int?, found: Int, expected: [String]) throws {
        var list = try list("us.a", "us.b")
        #expect(try list.insert(.fixture(9, "us.new"), at: position) == found)
        #expect(stations(list) == expected)
    }

    @Test(arguments: [-1, 3, .max, .min])
    func aPlaceThatIsNoneIsRefused(position: Int) throws {
        var list = try list("us.a", "us.b")
        let before = list
        #expect(throws: PresetProblem.badPosition(0...2)) { try list.insert(.fixture(9, "us.c"), at: position) }
        #expect(throws: PresetProblem.badPosition(0...1)) { try list.move(Preset.fixture(0, "us.a").id, to: position) }
        #expect(list == before)
    }

    @Test func aStationStandsOnlyOnce() throws {
        var list = try list("us.a", "us.b")
        #expect(throws: PresetProblem.duplicate(.fixture(1, "us.b"))) { try list.insert(.fixture(9, "us.b"), at: 0) }
        #expect(stations(list) == ["us.a", "us.b"])
    }

    @Test(arguments: [
        (0, 2, ["us.b", "us.c", "us.a"]), (2, 0, ["us.c", "us.a", "us.b"]), (0, 1, ["us.b", "us.a", "us.c"]),
    ])
    func aMovedPresetStandsWhereItWasMoved(from: Int, to: Int, expected: [String]) throws {
        var list = try list("us.a", "us.b", "us.c")
        #expect(try list.move(list.presets[from].id, to: to))
        #expect(stations(list) == expected)
    }

    @Test func movingToTheSamePlaceChangesNothing() throws {
        var list = try list("us.a", "us.b")
        let before = list
        #expect(try list.move(list.presets[1].id, to: 1) == false)
        #expect(list == before)
    }

    @Test func removingClosesTheGapAndTellsTheWayBack() throws {
        var list = try list("us.a", "us.b", "us.c")
        let before = list
        let removed = try list.remove(list.presets[1].id)
        #expect(removed.position == 1)
        #expect(stations(list) == ["us.a", "us.c"])
        #expect(throws: PresetProblem.unknown) { try list.remove(removed.preset.id) }
        #expect(throws: PresetProblem.unknown) { try list.move(removed.preset.id, to: 0) }
        try list.insert(removed.preset, at: removed.position)
        #expect(list == before)
    }

    @Test func aFullListTakesNoMore() throws {
        var list = PresetList((0..<PresetList.limit).map { .fixture($0, "us.s\($0)") })
        #expect(throws: PresetProblem.full) { try list.insert(.fixture(PresetList.limit, "us.more")) }
        try list.remove(list.presets[7].id)
        try list.insert(.fixture(PresetList.limit, "us.more"), at: 7)
        #expect(list.presets.count == PresetList.limit)
    }

    /// Whatever is asked, in whatever order: the list is what a plain array of names would be, each once.
    @Test func twoThousandRandomActsKeepPlacesDenseAndStationsApart() throws {
        var random = SeededGenerator(seed: 6)
        var list = PresetList()
        var model: [String] = []
        for number in 0..<2000 {
            let place = Int.random(in: -2...model.count + 2, using: &random)
            let station = "us.s\(Int.random(in: 0..<60, using: &random))"
            let before = list
            var isRefused = false
            do throws(PresetProblem) {
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1:
                    let position: Int? = Bool.random(using: &random) ? place : nil
                    let isGood = !model.contains(station) && (position.map((0...model.count).contains) ?? true)
                    if isGood { model.insert(station, at: position ?? model.count) }
                    isRefused = !isGood
                    try list.insert(.fixture(number, station), at: position)
                case 2, 3:
                    let old = model.firstIndex(of: station)
                    isRefused = old == nil || !model.indices.contains(place)
                    if let old, !isRefused { model.insert(model.remove(at: old), at: place) }
                    let id = before.presets.first { $0.station.description == station }?.id
                    _ = try list.move(id ?? Preset.fixture(9999, station).id, to: place)
                default:
                    let old = model.firstIndex(of: station)
                    isRefused = old == nil
                    if let old { model.remove(at: old) }
                    let id = before.presets.first { $0.station.description == station }?.id
                    try list.remove(id ?? Preset.fixture(9999, station).id)
                }
                #expect(!isRefused, "act \(number) should have been refused")
            } catch {
                #expect(isRefused, "act \(number) was refused: \(error)")
                #expect(list == before, "a refused act changed something")
            }
            #expect(stations(list) == model, "after act \(number)")
            #expect(Set(list.presets.map(\.id)).count == model.count)
            #expect(list.presets.indices.allSatisfy { list.position(of: list.presets[$0].id) == $0 })
        }
        #expect(model.count > 5)
    }
}
