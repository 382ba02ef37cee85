internal import Model

/// Notices that somebody has waited too long for bytes. Only waiting counts: while nobody asks, a renderer's full
/// buffer is holding the stream back, and that is no stall.
final class StallWatch: Sendable {
    private struct State {
        var waitingSince: Duration?
        var hasStalled = false
    }

    private let clock: any HostClock
    private let state = Lock(State())
    private let watch = Lock<Task<Void, Never>?>(nil)

    /// One task for the life of the stream rather than a timer per read, which would cost more than the read.
    /// `limit` is how long somebody may wait; `onStall` is called at most once, from that task.
    init(limit: Duration, clock: any HostClock, onStall: @escaping @Sendable () -> Void) {
        self.clock = clock
        // Holds the state, not the watch, so that a forgotten watch ends.
        let state = state
        let task = Task {
            while true {
                let since = state.withLock(\.waitingSince) ?? clock.now
                do {
                    try await clock.sleep(until: since + limit)
                } catch {
                    return
                }
                let isStalled = state.withLock { state in
                    guard let since = state.waitingSince, since + limit <= clock.now else { return false }
                    state.hasStalled = true
                    return true
                }
                guard !isStalled else { return onStall() }
            }
        }
        watch.withLock { $0 = task }
    }

    deinit { end() }

    var hasStalled: Bool { state.withLock(\.hasStalled) }

    func beginWaiting() {
        let now = clock.now
        state.withLock { $0.waitingSince = now }
    }

    func endWaiting() { state.withLock { $0.waitingSince = nil } }

    func end() { watch.withLock { $0.take() }?.cancel() }
}
