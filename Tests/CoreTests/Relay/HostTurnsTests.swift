import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct HostTurnsTests {
    private let clock = ManualClock()
    private let turns: HostTurns

    init() { turns = HostTurns(clock: clock) }

    @Test func anotherProbeWaitsForTheFirstAndASecondMore() async throws {
        try await turns.take("a.example", for: 1)
        let order = Lock<[Int]>([])
        let second = Task {
            try await turns.take("a.example", for: 2)
            order.withLock { $0.append(2) }
        }
        try await turns.take("b.example", for: 3)
        order.withLock { $0.append(3) }
        #expect(order.withLock { $0 } == [3], "another host is free")
        turns.give("a.example", of: 1)
        await clock.sleepers(1)
        #expect(clock.nextDeadline == .seconds(1))
        #expect(order.withLock { $0 } == [3])
        clock.advance(by: .seconds(1))
        try await second.value
        #expect(order.withLock { $0 } == [3, 2])
    }

    @Test func oneProbeMayOpenSeveralConnectionsInARow() async throws {
        try await turns.take("a.example", for: 1)
        try await turns.take("a.example", for: 1)
        turns.give("a.example", of: 1)
        try await turns.take("a.example", for: 1)
        turns.give("a.example", of: 1)
        let other = Task { try await turns.take("a.example", for: 2) }
        turns.give("a.example", of: 1)
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        try await other.value
    }

    @Test func aHostThatRestedLongEnoughIsFreeAtOnce() async throws {
        try await turns.take("a.example", for: 1)
        turns.give("a.example", of: 1)
        clock.advance(by: .seconds(5))
        try await turns.take("a.example", for: 2)
        #expect(clock.nextDeadline == nil)
    }

    @Test func whoGivesUpLeavesTheTurnToTheNext() async throws {
        try await turns.take("a.example", for: 1)
        let impatient = Task { try await turns.take("a.example", for: 2) }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        turns.give("a.example", of: 1)
        clock.advance(by: .seconds(1))
        try await turns.take("a.example", for: 3)
        turns.give("a.example", of: 2)
        let waits = Task { try await turns.take("a.example", for: 4) }
        waits.cancel()
        await #expect(throws: CancellationError.self, "what probe 2 never had it cannot give") { try await waits.value }
    }

    @Test func whoGivesUpWhilePacedGivesItBack() async throws {
        try await turns.take("a.example", for: 1)
        turns.give("a.example", of: 1)
        let paced = Task { try await turns.take("a.example", for: 2) }
        await clock.sleepers(1)
        paced.cancel()
        await #expect(throws: CancellationError.self) { try await paced.value }
        clock.advance(by: .seconds(2))
        try await turns.take("a.example", for: 3)
    }
}
