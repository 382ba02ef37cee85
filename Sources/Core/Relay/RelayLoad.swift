internal import Model

/// What the relay knows of one grant: what it leads to, what passed through it, when it dies. Shared between the relay
/// and the bodies it gave out, which must count without a hop per piece.
final class RelayLoad: Sendable {
    private struct State {
        var tally = RelayTally(bytes: 0, lastByteAt: nil, origin: nil, isOpen: false, fault: nil)
        var openBodies = 0
        var diesAt: Duration?
        /// The number of the listed stream in use.
        var index: Int?
    }

    let playID: PlayID
    let stream: ResolvedStream
    private let report: @Sendable (RelayEvent) async -> Void
    private let state = Lock(State())

    init(playID: PlayID, stream: ResolvedStream, report: @escaping @Sendable (RelayEvent) async -> Void) {
        self.playID = playID
        self.stream = stream
        self.report = report
    }

    var tally: RelayTally { state.withLock(\.tally) }

    func isDead(at now: Duration) -> Bool { state.withLock { $0.diesAt.map { $0 <= now } ?? false } }

    /// Only the first revocation counts.
    func die(at moment: Duration) { state.withLock { $0.diesAt = $0.diesAt ?? moment } }

    /// The listed stream with this number gives audio.
    func began(_ index: Int) { state.withLock { $0.index = index } }

    /// The listed address of the stream in use; nil before there was one.
    var address: StreamAddress? { state.withLock(\.index).map { stream.streams[$0].address } }

    /// Tells whoever was granted this, and keeps the fault for the tally.
    func tell(_ event: RelayEvent) async {
        state.withLock { state in
            switch event {
            case .streamFailed(_, _, let code), .reconnecting(let code), .dropped(let code), .failed(let code):
                state.tally.fault = code
            case .fetching(let stream, _):
                state.tally.origin = stream.origin
                state.tally.fault = nil
            case .trying, .moved, .formatChanged, .title, .charset: break
            }
        }
        await report(event)
    }

    func count(_ bytes: Int, at now: Duration) {
        guard bytes > 0 else { return }
        state.withLock { state in
            state.tally.bytes += bytes
            state.tally.lastByteAt = now
        }
    }

    func bodyOpened() { changeOpenBodies(by: 1) }
    func bodyClosed() { changeOpenBodies(by: -1) }

    private func changeOpenBodies(by step: Int) {
        state.withLock { state in
            state.openBodies += step
            state.tally.isOpen = state.openBodies > 0
        }
    }
}
