import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct PresetsTests {
    private let store: MemoryPresets
    private let stations: ScriptedStations
    private let events = EventFeed()
    private let orders = Lock<[StationOrder]>([])
    private let presets: Presets

    init() { self.init([]) }

    private init(_ kept: [Preset]) {
        let orders = orders
        store = MemoryPresets(kept)
        stations = ScriptedStations(.fixture(["us.a", "us.b", "us.c"], aliases: ["bee": "us.b"]))
        presets = Presets(
            store: store,
            stations: stations,
            randomness: .seeded(3),
            events: events,
            log: KeptLog(),
            orderChanged: { order in orders.withLock { $0.append(order) } }
        )
    }

    private func names() async throws -> [String] {
        try await presets.shelf().presets.map(\.station.description)
    }

    private func problem(_ act: () async throws(PresetProblem) -> Presets.Placed) async -> PresetProblem? {
        do throws(PresetProblem) { _ = try await act() } catch { return error }
        return nil
    }

    @Test func anAliasIsSavedAsTheStationThatItNames() async throws {
        let added = try await presets.add(.station("bee"), at: nil)
        #expect(added.preset.station == .fixture("us.b"))
        #expect(added.preset.name == "Station us.b")
        #expect(added.position == 0)
        #expect(await store.kept == [added.preset])
        #expect(
            await problem { () async throws(PresetProblem) in try await presets.add(.station("us.b"), at: 0) }
                == .duplicate(added.preset)
        )
    }

    @Test func everyChangeIsOnTheDiskBeforeItIsSeen() async throws {
        let heard = events.events()
        await store.hold()
        async let adding = presets.add(.station("us.a"), at: nil)
        await store.arrival()
        #expect(events.revision(of: .presets) == 0)
        #expect(orders.withLock { $0 }.isEmpty)
        await store.release()
        #expect(try await adding.revision == 2)
        var iterator = heard.makeAsyncIterator()
        #expect(await iterator.next() == .changed(.presets, revision: 2))
        #expect(orders.withLock { $0 }.count == 1)
    }

    @Test func aWriteThatFailsChangesNothing() async throws {
        _ = try await presets.add(.station("us.a"), at: nil)
        await store.fail(with: .failed("disk full"))
        let found = await problem { () async throws(PresetProblem) in try await presets.add(.station("us.b"), at: nil) }
        #expect(found == .storage(.failed("disk full")))
        await store.fail(with: nil)
        #expect(try await names() == ["us.a"])
        #expect(try await presets.shelf().revision == 2)
        #expect(events.revision(of: .presets) == 2)
    }

    @Test func aListThatCannotBeReadIsNoEmptyList() async throws {
        await store.fail(with: .degraded)
        await #expect(throws: StoreError.degraded) { try await presets.shelf() }
        let found = await problem { () async throws(PresetProblem) in try await presets.add(.station("us.a"), at: nil) }
        #expect(found == .storage(.degraded))
    }

    @Test func changesOfManyAtOnceAreMadeOneAfterTheOther() async throws {
        stations.become(.fixture((0..<100).map { "us.s\($0)" }))
        let placed = try await withThrowingTaskGroup(of: Presets.Placed.self) { group in
            for number in 0..<100 { group.addTask { try await presets.add(.station("us.s\(number)"), at: 0) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(placed.map(\.revision)) == Set(2...101))
        #expect(Set(try await names()).count == 100)
        #expect(await store.kept == (try await presets.shelf().presets))
    }

    @Test func movingToTheSamePlaceWritesNothingAndTellsNobody() async throws {
        let added = try await presets.add(.station("us.a"), at: nil)
        let moved = try await presets.move(added.preset.id, to: 0)
        #expect(moved == added)
        #expect(await store.writes == 1)
        #expect(events.revision(of: .presets) == 2)
    }

    @Test func aChangeOfAnotherListIsRefused() async throws {
        let added = try await presets.add(.station("us.a"), at: nil, ifRevision: 1)
        let stale = await problem { () async throws(PresetProblem) in
            try await presets.remove(added.preset.id, ifRevision: 1)
        }
        #expect(stale == .changed)
        _ = try await presets.remove(added.preset.id, ifRevision: added.revision)
        #expect(try await names() == [])
    }

    @Test func whatWasRemovedCanBePutBackAsItWas() async throws {
        for station in ["us.a", "us.b", "us.c"] { _ = try await presets.add(.station(station), at: nil) }
        let before = try await presets.shelf().presets
        let removed = try await presets.remove(before[1].id)
        #expect(try await names() == ["us.a", "us.c"])
        // Meanwhile the station leaves the catalogue.
        stations.become(.fixture(["us.a", "us.c"], revision: 2))
        let back = try await presets.add(removed.preset.media, at: removed.position)
        #expect(back.preset == removed.preset)
        #expect(try await presets.shelf().presets == before)
    }

    @Test func aStationThatLeavesTheCatalogueStaysAPresetUnderItsLastName() async throws {
        let lab = PresetsTests([.fixture(1, "us.a"), .fixture(2, "us.b")])
        let running = Task { await lab.presets.run() }
        var heard = lab.events.events().makeAsyncIterator()
        #expect(await heard.next() == .changed(.presets, revision: 1))
        lab.stations.become(.fixture(["us.b"], names: ["us.b": "Bee FM"], revision: 2))
        #expect(await heard.next() == .changed(.presets, revision: 2))
        let kept = try await lab.presets.shelf().presets
        #expect(kept.map(\.name) == ["Station us.a", "Bee FM"])
        #expect(await lab.store.kept == kept)
        running.cancel()
        await running.value
    }

    @Test func aStationUnderItsNewIDIsNotSavedTwice() async throws {
        let lab = PresetsTests([.fixture(1, "us.old")])
        lab.stations.become(.fixture(["us.new"], aliases: ["us.old": "us.new"]))
        let found = await problem { () async throws(PresetProblem) in
            try await lab.presets.add(.station("us.new"), at: nil)
        }
        #expect(found == .duplicate(.fixture(1, "us.old")))
    }

    @Test func anUnknownStationIsRefusedWithTheNearest() async throws {
        let found = await problem { () async throws(PresetProblem) in try await presets.add(.station("us.aa"), at: nil)
        }
        guard case .unknownStation(let nearest)? = found else {
            Issue.record("\(String(describing: found))")
            return
        }
        #expect(nearest.contains("Station us.a (us.a)"))
        #expect(await store.writes == 0)
    }
}
