import Core
import Model

/// A player that answers as a test wants and remembers what it was asked.
final class FakePlayer: PlayerAuthority {
    private struct State {
        var snapshot: PlayerSnapshot
        var commands: [(command: PlayerCommand, deadline: Duration)] = []
        var limits: [Duration] = []
        var verdict: Verdict? = .confirmed
        var receipts: [OperationID: Receipt] = [:]
        var storeProblem: StoreError?
    }

    let id: PlayerID
    private let events: EventFeed
    private let state: Lock<State>

    init(_ id: PlayerID = .main, events: EventFeed) {
        self.id = id
        self.events = events
        self.state = Lock(State(snapshot: .example(id)))
    }

    var snapshot: PlayerSnapshot { state.withLock { $0.snapshot } }
    var commands: [(command: PlayerCommand, deadline: Duration)] { state.withLock { $0.commands } }
    /// How long each outcome was waited for.
    var limits: [Duration] { state.withLock { $0.limits } }

    func answer(_ verdict: Verdict?) { state.withLock { $0.verdict = verdict } }
    func failStore(_ problem: StoreError?) { state.withLock { $0.storeProblem = problem } }

    /// Changes the snapshot as the real one would: one revision on, and published.
    func change(_ body: (inout PlayerSnapshot) -> Void) {
        let snapshot = state.withLock { state in
            body(&state.snapshot)
            state.snapshot.rev += 1
            return state.snapshot
        }
        events.publish(.player(snapshot))
    }

    func perform(_ command: PlayerCommand, deadline: Duration) async -> OperationID {
        state.withLock { state in
            state.commands.append((command, deadline))
            let operation = OperationID.numbered(state.commands.count)
            state.receipts[operation] = Receipt(
                id: operation,
                player: id,
                act: command.act,
                media: nil,
                generation: Generation(1),
                acceptedAt: ManualDate.start,
                deadline: deadline,
                steps: [
                    ReceiptStep(.accepted, after: .zero),
                    ReceiptStep(.confirmed, after: .milliseconds(412), seen: ["output": "null"]),
                ],
                verdict: state.verdict
            )
            return operation
        }
    }

    func receipt(_ id: OperationID) async throws(StoreError) -> Receipt? {
        let (problem, receipt) = state.withLock { ($0.storeProblem, $0.receipts[id]) }
        if let problem { throw problem }
        return receipt
    }

    func outcome(of id: OperationID, within limit: Duration) async -> Receipt? {
        state.withLock { state in
            state.limits.append(limit)
            return state.receipts[id]
        }
    }

    func explain() async -> Explanation {
        Explanation(sentence: "All hops are alive.", hops: [Explanation.Hop(.relay, .alive, "1.2 MB in 50 s")])
    }
}

extension OperationID {
    static func numbered(_ number: Int) -> OperationID {
        let digits = String(number, radix: 16)
        guard let id = OperationID(String(repeating: "0", count: 32 - digits.count) + digits) else {
            preconditionFailure("32 characters of hex are an operation")
        }
        return id
    }
}

extension PlayerSnapshot {
    static func example(_ player: PlayerID = .main) -> PlayerSnapshot {
        PlayerSnapshot(
            player: player,
            epoch: "e1",
            rev: 7,
            generation: Generation(3),
            phase: .playing,
            waitingFor: nil,
            item: SnapshotItem(
                id: QueueItemID("q1"),
                media: .station("us.wsum"),
                title: "WSUM 91.7 FM",
                subtitle: "Madison, US",
                isLive: true,
                trust: .open,
                stream: SnapshotStream(origin: "https://stream.example", codec: "mp3", bitrateKbps: 192)
            ),
            onAir: OnAir(
                text: "Sleater-Kinney – \"Dig Me Out\"",
                artist: "Sleater-Kinney",
                title: "\"Dig Me Out\"",
                raw: "Sleater-Kinney – \"Dig Me Out\""
            ),
            position: PositionAnchor(position: .milliseconds(1500), at: .seconds(9), rate: 1),
            output: SnapshotOutput(name: .device("pulse/lab"), driver: "pulse", sink: "lab"),
            volume: .safe,
            isMuted: false,
            evidence: Evidence(level: .outputAccepting, required: .outputAccepting, signal: .present),
            disallowed: [Disallowed(.resume, "Nothing is paused.")],
            notice: nil
        )
    }
}
