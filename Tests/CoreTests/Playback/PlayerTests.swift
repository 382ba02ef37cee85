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

    func verdict(of id: OperationID) async -> Verdict? {
        do {
            return try await player.receipt(id)?.verdict
        } catch {
            Issue.record(error)
            return nil
        }
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
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []

    /// From now on a grant does not return before ``release()``.
    func hold() { isHeld = true }

    func release() {
        isHeld = false
        for continuation in held { continuation.resume() }
        held = []
    }

    func grant(
        _ stream: ResolvedStream,
        for id: PlayID,
        report: @escaping @Sendable (RelayEvent) async -> Void
    ) async -> RelayGrant {
        granted.append(id)
        if isHeld { await withCheckedContinuation { held.append($0) } }
        return RelayGrant(playID: id, token: String(repeating: "a", count: 32))
    }

    func revoke(_ id: PlayID) async { revoked.append(id) }
    func tally(of id: PlayID) async -> RelayTally? { nil }
}

/// Lets others run until `condition` holds; false where it does not in a long while.
private func until(_ condition: () async -> Bool) async -> Bool {
    for _ in 0..<100_000 {
        if await condition() { return true }
        await Task.yield()
    }
    return false
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

    @Test func aLoadOvertakenInItsLaneGetsNoGrantAndNeverReachesTheRenderer() async throws {
        let lab = PlayerLab()
        // The restored volume is on its way, and the load waits behind it.
        lab.renderer.hold()
        try await lab.run { lab in
            _ = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            #expect(await until { lab.player.snapshot.phase == .starting })
            let stop = await lab.player.perform(.stop, deadline: .seconds(8))
            lab.renderer.release()
            #expect(await lab.player.outcome(of: stop, within: .seconds(8))?.verdict == .confirmed)
            #expect(await lab.relay.granted.isEmpty)
            #expect(!lab.renderer.log.contains { if case .load = $0 { true } else { false } })
        }
    }

    @Test func aLoadOvertakenAtTheRelayIsRevokedAndNeverReachesTheRenderer() async throws {
        let lab = PlayerLab()
        await lab.relay.hold()
        try await lab.run { lab in
            _ = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(8))
            #expect(await until { await lab.relay.granted.count == 1 })
            let stop = await lab.player.perform(.stop, deadline: .seconds(8))
            await lab.relay.release()
            #expect(await lab.player.outcome(of: stop, within: .seconds(8))?.verdict == .confirmed)
            #expect(!lab.renderer.log.contains { if case .load = $0 { true } else { false } })
            let granted = await lab.relay.granted
            #expect(await until { await lab.relay.revoked.filter { $0 == granted.first }.count >= 2 })
        }
    }

    @Test func aRendererWhoseCallsAllGiveUpIsStuckAfterEightSeconds() async throws {
        let lab = PlayerLab { scripted in scripted }
        lab.renderer.giveUp(after: Player.callLimit, on: lab.clock)
        try await lab.run { lab in
            let id = await lab.player.perform(.play(.station("us.a")), deadline: .seconds(30))
            #expect(await until { lab.renderer.log.contains { if case .load = $0 { true } else { false } } })
            // The deadline's alarm, the look at the call, and the call.
            await lab.clock.sleepers(3)
            lab.clock.advance(by: Player.callLimit)
            // It is told; the call itself gives up a moment later.
            #expect(await until { lab.clock.nextDeadline == Player.callLimit + .milliseconds(1) })
            lab.clock.advance(by: .milliseconds(1))
            #expect(await until { lab.clock.nextDeadline == PlaybackSession.stuckLimit })
            lab.clock.advance(by: PlaybackSession.stuckLimit - lab.clock.now - .milliseconds(1))
            #expect(await lab.verdict(of: id) == nil)
            lab.clock.advance(by: .milliseconds(1))
            #expect(await until { lab.player.snapshot.phase == .stuck })
            #expect(await lab.verdict(of: id) == .failed(.rendererStuck))
            lab.renderer.emit(.responsive)
            #expect(await until { lab.player.snapshot.phase == .failed })
        }
    }

    @Test func anOutputThatIsNotThereIsLookedForUntilTheTransferEnds() async throws {
        let lab = PlayerLab()
        lab.renderer.setAvailable(false)
        await lab.player.restore()
        // So that what the restored volume waits for and the looks come at different times.
        lab.clock.advance(by: .seconds(1))
        try await lab.run { lab in
            let first = await lab.player.perform(.transfer(.device("pulse/typo")), deadline: .seconds(3))
            // The next look for the output, before the deadline.
            try #require(await until { lab.clock.nextDeadline == .seconds(3) })
            lab.clock.advance(by: .seconds(3))
            #expect(await until { await lab.verdict(of: first) == .unconfirmed(.waiting) })
            let second = await lab.player.perform(.transfer(.device("pulse/lab")), deadline: .seconds(8))
            try #require(await until { lab.clock.nextDeadline == .seconds(6) })
            lab.renderer.setAvailable(true)
            lab.clock.advance(by: .seconds(2))
            #expect(await until { await lab.verdict(of: second) == .confirmed })
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
            #expect(await until { lab.clock.nextDeadline == PlaybackSession.stuckLimit })
            lab.clock.advance(by: PlaybackSession.stuckLimit)
            #expect(await until { await lab.verdict(of: first) == .failed(.rendererStuck) })
            let isStuck = lab.player.snapshot.phase == .stuck
            // What hangs would keep the player from ending.
            if !isStuck { await hanging.close() }
            try #require(isStuck)
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
