import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Core

/// One player with everything around it scripted.
private struct PlayerLab {
    let clock = ManualClock()
    let renderer = ScriptedRenderer()
    let stores: MemoryStores
    let events = EventFeed()
    let relay = GrantingRelay()
    let log = KeptLog()
    let player: Player

    /// `makeRenderer` is asked for each renderer in turn and given the ready one.
    init(makeRenderer: @escaping @Sendable (ScriptedRenderer) throws -> any Renderer = { $0 }) {
        stores = MemoryStores()
        let renderer = renderer
        player = Player(
            session: PlaybackSession(
                id: .main,
                epoch: "e",
                output: .device("alsa/card"),
                randomness: .seeded(1)
            ),
            provider: ScriptedProvider(),
            relay: relay,
            relayAddress: { "http://127.0.0.1:1980\($0.path)" },
            makeRenderer: { try makeRenderer(renderer) },
            intents: stores,
            settings: stores,
            receipts: stores,
            streamMoves: stores,
            stationCharsets: stores,
            events: events,
            clock: clock,
            randomness: .seeded(2),
            log: log
        )
    }

    /// Runs the player beside `body`.
    func run(_ body: @Sendable @escaping (PlayerLab) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { await player.run() }
            try await body(self)
            group.cancelAll()
        }
    }

    /// Waits for the next load and gives its id.
    func load() async -> PlayID? {
        for await call in renderer.heard {
            if case .load(let id, _) = call { return id }
        }
        return nil
    }

    /// Half a second of sound, as looks.
    func sound(_ id: PlayID) {
        for step in 0...25 {
            renderer.emit(
                .observed(
                    .sounding(
                        id,
                        at: clock.now + .milliseconds(step * 20),
                        position: .milliseconds(step * 20)
                    )
                )
            )
        }
    }
}

/// A relay that grants and counts.
private actor GrantingRelay: StreamRelay {
    private(set) var granted: [PlayID] = []
    private(set) var revoked: [PlayID] = []

    func grant(
        _ stream: ResolvedStream,
        for id: PlayID,
        report: @escaping @Sendable (RelayEvent) async -> Void
    ) async -> RelayGrant {
        granted.append(id)
        return RelayGrant(playID: id, token: String(repeating: "a", count: 32))
    }

    func revoke(_ id: PlayID) async { revoked.append(id) }
    func tally(of id: PlayID) async -> RelayTally? { nil }
}

struct PlayerTests {
    @Test func aPlayIsAnsweredOnceItSounds() async throws {
        try await PlayerLab().run { lab in
            let operation = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            guard let id = await lab.load() else { return }
            lab.sound(id)
            let receipt = await lab.player.outcome(of: operation, within: .seconds(8))
            #expect(receipt?.verdict == .confirmed)
            #expect(lab.player.snapshot.phase == .playing)
            let stored = try await lab.player.receipt(operation)
            #expect(stored == receipt)
        }
    }

    @Test func theIntentIsOnTheDiskBeforeTheLoad() async throws {
        try await PlayerLab().run { lab in
            _ = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            _ = await lab.load()
            #expect(await lab.stores.savedIntents.map(\.media) == [.station("us.a")])
        }
    }

    @Test func aLimitShorterThanTheDeadlineAnswersWithoutAVerdict() async throws {
        try await PlayerLab().run { lab in
            let operation = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            _ = await lab.load()
            async let outcome = lab.player.outcome(of: operation, within: .seconds(1))
            // The deadline's alarm and the waiter sleep.
            await lab.clock.sleepers(2)
            lab.clock.advance(by: .seconds(1))
            let receipt = await outcome
            #expect(receipt != nil)
            #expect(receipt?.verdict == nil)
        }
    }

    @Test func aSilentRendererLeavesItUnconfirmedAtTheDeadline() async throws {
        try await PlayerLab().run { lab in
            let operation = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            _ = await lab.load()
            async let outcome = lab.player.outcome(of: operation, within: .seconds(30))
            await lab.clock.sleepers(2)
            lab.clock.advance(by: .seconds(8))
            #expect(await outcome?.verdict == .unconfirmed(.deadline))
        }
    }

    @Test func anUnknownStationIsRefusedWithTheNearestNames() async throws {
        try await PlayerLab().run { lab in
            let operation = await lab.player.perform(.play(.station("us.zz")), deadline: .seconds(8))
            let receipt = await lab.player.outcome(of: operation, within: .seconds(8))
            guard case .refused(let refusal)? = receipt?.verdict else {
                Issue.record("not refused")
                return
            }
            #expect(refusal.code == .unknownStation)
            #expect(refusal.nearest == ["us.a", "us.b"])
        }
    }

    @Test func aLoadOvertakenByStopNeverReachesTheRenderer() async throws {
        try await PlayerLab().run { lab in
            _ = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            let stop = await lab.player.perform(.stop, deadline: .seconds(8))
            let receipt = await lab.player.outcome(of: stop, within: .seconds(8))
            #expect(receipt?.verdict == .confirmed)
            #expect(lab.player.snapshot.phase.isUnderWay == false)
        }
    }

    @Test func aMissingOutputIsLookedForUntilItComes() async throws {
        let lab = PlayerLab()
        lab.renderer.setAvailable(false)
        try await lab.run { lab in
            var published = lab.events.events().makeAsyncIterator()
            _ = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            while case .player(let snapshot)? = await published.next(), snapshot.phase != .waiting {}
            // The deadline's alarm, and the look for outputs.
            await lab.clock.sleepers(2)
            lab.renderer.setAvailable(true)
            lab.clock.advance(by: .seconds(2))
            #expect(await lab.load() != nil)
        }
    }

    @Test func theGrantIsRevokedWhenTheLoadEnds() async throws {
        try await PlayerLab().run { lab in
            _ = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            guard let id = await lab.load() else { return }
            let stop = await lab.player.perform(.stop, deadline: .seconds(8))
            #expect(await lab.player.outcome(of: stop, within: .seconds(8))?.verdict == .confirmed)
            var revoked: [PlayID] = []
            while revoked.isEmpty {
                revoked = await lab.relay.revoked
                await Task.yield()
            }
            #expect(revoked == [id])
        }
    }

    @Test func aRendererThatHangsIsStuckAndTheNextPlayTakesAFreshOne() async throws {
        let hanging = ScriptedRenderer()
        hanging.hang()
        let made = Lock(0)
        let lab = PlayerLab { fresh in
            made.withLock { made in
                made += 1
                return made == 1 ? hanging : fresh
            }
        }
        try await lab.run { lab in
            let first = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(30))
            for await call in hanging.heard { if case .load = call { break } }
            // The deadline's alarm, and the look at the call.
            await lab.clock.sleepers(2)
            lab.clock.advance(by: Player.callLimit)
            while lab.clock.nextDeadline != PlaybackSession.stuckLimit { await Task.yield() }
            lab.clock.advance(by: PlaybackSession.stuckLimit)
            #expect(await lab.player.outcome(of: first, within: .seconds(30))?.verdict == .failed(.rendererStuck))
            #expect(lab.player.snapshot.phase == .stuck)
            let second = await lab.player.perform(.play(nil), deadline: .seconds(30))
            guard let id = await lab.load() else { return }
            lab.sound(id)
            #expect(await lab.player.outcome(of: second, within: .seconds(30))?.verdict == .confirmed)
        }
    }

    @Test func aRendererThatCannotBeMadeFailsTheNextPlay() async throws {
        struct Broken: Error {}
        try await PlayerLab { _ in throw Broken() }.run { lab in
            let operation = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            let receipt = await lab.player.outcome(of: operation, within: .seconds(8))
            #expect(receipt?.verdict == .failed(.rendererFailed))
        }
    }
}
