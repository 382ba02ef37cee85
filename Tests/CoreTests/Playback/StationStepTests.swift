import Fakes
import Model
import Testing

@testable import Core

/// Next and Previous: a play of the neighbour, with everything that belongs to one.
struct StationStepTests {
    private static let catalogue = StationCatalogue.fixture(
        ["us.a", "us.b", "us.c", "us.x", "us.y", "us.lone"],
        lists: [("more", true, ["us.x", "us.y"])]
    )

    /// Plays `station` with three presets and a list around it.
    private func playing(_ station: String = "us.a") -> SessionRun {
        var run = SessionRun()
        run.put(.stations(order("us.a", "us.b", "us.c")))
        _ = run.play(station)
        run.look()
        return run
    }

    private func order(_ presets: String...) -> StationOrder {
        StationOrder(presets: presets.enumerated().map { .fixture($0, $1) }, in: Self.catalogue)
    }

    private func admitted(_ run: SessionRun) -> [MediaRef] {
        run.effects.compactMap { if case .admit(let media, _) = $0 { media } else { nil } }
    }

    private func reasons(_ run: SessionRun) -> [PlayerAct: String] {
        Dictionary(run.snapshot.disallowed.map { ($0.act, $0.reason) }) { first, _ in first }
    }

    @Test func nextIsConfirmedByTheSoundOfTheNextStation() {
        var run = playing()
        let next = run.command(.next)
        #expect(admitted(run) == [.station("us.b")])
        #expect(run.snapshot.item?.media == .station("us.a"))
        run.put(.admitted(next, .success(.station("us.b"))))
        run.save()
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.b")))))
        #expect(run.verdict(next) == nil)
        run.look()
        #expect(run.verdict(next) == .confirmed)
        #expect(run.snapshot.item?.media == .station("us.b"))
        #expect(run.receipts[next]?.act == .next)
        #expect(run.receipts[next]?.media == .station("us.b"))
        #expect(run.receipts[next]?.steps.map(\.name) == [.accepted, .resolving, .decoding, .confirmed])
    }

    @Test(arguments: [
        ("us.a", PlayerCommand.previous, "us.c"), ("us.c", .next, "us.a"), ("us.x", .next, "us.y"),
        ("us.x", .previous, "us.y"),
    ])
    func bothEndsMeetWithinThePresetsOrTheList(station: String, command: PlayerCommand, expected: String) {
        var run = playing(station)
        _ = run.command(command)
        #expect(admitted(run) == [.station(expected)])
    }

    @Test(arguments: [PlaybackPhase.stopped, .paused, .failed])
    func itStartsFromWhatWasLast(phase: PlaybackPhase) {
        var run = playing("us.b")
        switch phase {
        case .paused: _ = run.command(.pause)
        case .stopped: _ = run.command(.stop)
        default:
            _ = run.play("us.b")
            run.put(.relay(run.session.playID, .failed(.upstreamNotFound)))
        }
        #expect(run.phase == phase)
        _ = run.command(.next)
        #expect(admitted(run) == [.station("us.c")])
    }

    @Test func twoQuickPressesAreTwoSteps() {
        var run = playing()
        let first = run.command(.next)
        let second = run.command(.next)
        #expect(admitted(run) == [.station("us.c")])
        run.put(.admitted(first, .success(.station("us.b"))))
        run.put(.admitted(second, .success(.station("us.c"))))
        #expect(run.verdict(first) == .superseded)
        run.save()
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.c")))))
        run.look()
        #expect(run.verdict(second) == .confirmed)
        #expect(run.snapshot.item?.media == .station("us.c"))
    }

    @Test func aPressOnTopOfOneThatIsBeingSavedGoesOnFromThere() {
        var run = playing()
        let first = run.command(.next)
        run.put(.admitted(first, .success(.station("us.b"))))
        _ = run.command(.next)
        #expect(admitted(run) == [.station("us.c")])
    }

    @Test func thereAndBackIsAPlayOfTheFirst() {
        var run = playing()
        let next = run.command(.next)
        let back = run.command(.previous)
        #expect(admitted(run) == [.station("us.a")])
        run.put(.admitted(next, .success(.station("us.b"))))
        run.put(.admitted(back, .success(.station("us.a"))))
        #expect(run.verdict(next) == .superseded)
        run.save()
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a")))))
        run.look()
        #expect(run.verdict(back) == .confirmed)
    }

    @Test func whatTheProviderRefusesIsPassedOver() {
        var run = playing()
        let next = run.command(.next)
        run.put(.admitted(next, .failure(Refusal(.notPlayable, "No."))))
        #expect(admitted(run) == [.station("us.c")])
        #expect(run.receipts[next]?.media == .station("us.c"))
        run.put(.admitted(next, .failure(Refusal(.notPlayable, "No."))))
        guard case .refused(let refusal)? = run.verdict(next) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.code == .nothingNext)
        #expect(run.phase == .playing)
        #expect(run.snapshot.item?.media == .station("us.a"))
    }

    @Test func aStopThatOvertakesItWins() {
        var run = playing()
        let next = run.command(.next)
        _ = run.command(.stop)
        run.put(.admitted(next, .success(.station("us.b"))))
        #expect(run.verdict(next) == .superseded)
        #expect(run.phase == .stopped)
        #expect(run.snapshot.item?.media == .station("us.a"))
    }

    @Test func whereThereIsNoNextItIsRefusedAndSaidBefore() {
        var run = playing("us.lone")
        let reason = "This station is neither a preset nor in a list."
        #expect(reasons(run)[.next] == reason)
        #expect(reasons(run)[.previous] == reason)
        let before = run.snapshot
        let next = run.command(.next)
        guard case .refused(let refusal)? = run.verdict(next) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.code == .nothingNext)
        #expect(refusal.reason == reason)
        #expect(refusal.disallowed.contains(Disallowed(.next, reason)))
        #expect(run.snapshot == before)
    }

    @Test func aSecondPresetAllowsItAndItsRemovalForbidsIt() {
        var run = playing("us.lone")
        run.put(.stations(order("us.lone", "us.a")))
        #expect(reasons(run)[.next] == nil)
        run.put(.stations(order("us.lone")))
        #expect(reasons(run)[.previous] == "No other station of the presets can be played now.")
        let count = run.snapshots.count
        run.put(.stations(order("us.lone")))
        #expect(run.snapshots.count == count)
    }

    @Test func beforeAnythingWasPlayedThereIsNothingNext() {
        var run = SessionRun()
        run.put(.stations(order("us.a", "us.b")))
        #expect(reasons(run)[.next] == "Nothing was played here yet.")
        let next = run.command(.next)
        guard case .refused(let refusal)? = run.verdict(next) else {
            Issue.record("not refused")
            return
        }
        #expect(refusal.code == .nothingToPlay)
    }

    @Test func aPressBeforeTheStationsWereReadWaitsForThem() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        #expect(reasons(run)[.next] == nil)
        let first = run.command(.next)
        let second = run.command(.next)
        #expect(admitted(run) == [])
        run.put(.stations(order("us.a", "us.b", "us.c")))
        #expect(admitted(run) == [.station("us.b"), .station("us.c")])
        #expect([first, second].map { run.receipts[$0]?.media } == [.station("us.b"), .station("us.c")])
    }
}
