import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Core

/// Drives one session by hand: time is a number, effects are kept.
struct SessionRun {
    var session: PlaybackSession
    var now = Duration.zero
    /// Of the last input.
    var effects: [SessionEffect] = []
    /// Since somebody last took them.
    var undone: [SessionEffect] = []
    var snapshots: [PlayerSnapshot] = []
    var verdicts: [OperationID: [Verdict]] = [:]
    var receipts: [OperationID: Receipt] = [:]
    /// What the relay answers when it is asked while time passes.
    var tally: RelayTally?
    private var next = 0

    init(output: OutputName? = .device("alsa/card"), restored: Intent? = nil) {
        session = PlaybackSession(id: .main, epoch: "e", output: output, randomness: .seeded(1))
        put(.restored(restored, PlayerSettings()))
        put(.renderer(.volume(.safe, isMuted: false)))
    }

    var snapshot: PlayerSnapshot { session.makeSnapshot() }
    var phase: PlaybackPhase { session.phase }

    /// Hands in one input and keeps what comes of it.
    mutating func put(_ input: SessionInput) {
        let new = session.handle(input, at: now, date: Date(timeIntervalSince1970: 0))
        effects = new
        undone += new
        for effect in new {
            switch effect {
            case .publish(let snapshot): snapshots.append(snapshot)
            case .record(let receipt):
                if let verdict = receipt.verdict, receipts[receipt.id]?.verdict == nil {
                    verdicts[receipt.id, default: []].append(verdict)
                }
                receipts[receipt.id] = receipt
            default: break
            }
        }
    }

    /// Moves time on, calling the session whenever it asked to be called.
    mutating func wait(_ time: Duration) {
        let end = now + time
        var wakes = 0
        while let wake = session.nextWake, wake <= end {
            wakes = wake > now ? 0 : wakes + 1
            guard wakes < 10 else {
                Issue.record("the session wakes again and again at \(now)")
                break
            }
            now = max(now, wake)
            put(.tick)
            if case .weigh(let id)? = effects.first(where: { if case .weigh = $0 { true } else { false } }) {
                put(.weighed(id, tally))
            }
        }
        now = end
    }

    mutating func command(_ command: PlayerCommand, deadline: Duration = .seconds(8)) -> OperationID {
        next += 1
        guard let id = OperationID(String(repeating: "0", count: 24) + String(10_000_000 + next)) else {
            preconditionFailure("an operation id of 32 digits")
        }
        put(.command(command, id, deadline: deadline))
        return id
    }

    /// Play, admitted, saved and resolved: the load is on its way.
    mutating func play(_ station: String = "us.a", deadline: Duration = .seconds(8)) -> OperationID {
        let media = MediaRef.station(station)
        let id = command(.play(media), deadline: deadline)
        put(.admitted(id, .success(media)))
        save()
        put(.resolved(session.generation, .success(.fixture(media))))
        return id
    }

    /// Play without a media ref, or Resume, admitted.
    mutating func again(_ command: PlayerCommand = .play(nil)) -> OperationID {
        let id = self.command(command)
        put(.admitted(id, .success(.station("us.a"))))
        return id
    }

    mutating func save() { put(.intentSaved(session.generation, .success(()))) }

    /// Looks at the current load for `time`, sounding or as changed.
    mutating func look(
        for time: Duration = .milliseconds(500),
        signal: SignalObservation = .sounding,
        step: Duration = .milliseconds(20),
        change: (inout RendererObservation) -> Void = { _ in }
    ) {
        let end = now + time
        while now < end {
            now += step
            var look = RendererObservation.sounding(session.playID, at: now, position: now, signal: signal)
            change(&look)
            put(.renderer(.observed(look)))
        }
    }

    func verdict(_ id: OperationID) -> Verdict? { verdicts[id]?.first }
    var loads: [PlayID] { effects.compactMap { if case .load(_, let id, _) = $0 { id } else { nil } } }
}
