internal import Model

/// What the server counts since it started, for `/metrics`.
package final class Counters: Sendable {
    struct Totals: Sendable {
        /// Answers by status.
        var answers: [Int: Int] = [:]
        /// Events published to subscribers, each counted once however many hear it.
        var events = 0
        var relayBytes = 0
        var relayStreams = 0
        var subscribers = 0
    }

    private let state = Lock(Totals())

    init() {}

    var totals: Totals { state.withLock { $0 } }

    /// One answer was queued; to be handed to the transport.
    package func answered(_ status: Int) { state.withLock { $0.answers[status, default: 0] += 1 } }

    func published() { state.withLock { $0.events += 1 } }
    func relayed(_ bytes: Int) { state.withLock { $0.relayBytes += bytes } }
    func relayOpened() { state.withLock { $0.relayStreams += 1 } }
    func subscribers(_ count: Int) { state.withLock { $0.subscribers = count } }
}
