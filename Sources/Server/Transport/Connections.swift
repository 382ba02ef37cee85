internal import Glibc
internal import Model

/// Which connections are open: how many per address, and by when each must have sent its request.
///
/// libmicrohttpd's own timeout counts from the last byte, so a client that sends one byte a second would stay for
/// ever; here the whole request has a deadline, and a late one is shut down.
final class Connections: Sendable {
    private struct State {
        var deadlines = Deadlines()
        var perAddress: [IPAddress: Int] = [:]
        var sweep: Task<Void, Never>?
        var isClosed = false
    }

    private let state = Lock(State())
    private let clock: any HostClock
    private let limits: Limits

    init(clock: any HostClock, limits: Limits) {
        self.clock = clock
        self.limits = limits
    }

    /// Whether `address` may open one more.
    func admits(_ address: IPAddress) -> Bool {
        address.isLoopback || state.withLock { $0.perAddress[address, default: 0] < limits.connectionsPerAddress }
    }

    func opened(_ descriptor: Int32, by peer: Request.Peer) {
        if case .network(let address) = peer { state.withLock { $0.perAddress[address, default: 0] += 1 } }
        expect(descriptor, within: limits.request)
    }

    /// Called before the descriptor is closed, so that a sweep can never hit a newer connection of the same number.
    func closed(_ descriptor: Int32, by peer: Request.Peer) {
        state.withLock { state in
            state.deadlines[descriptor] = nil
            guard case .network(let address) = peer, let count = state.perAddress[address] else { return }
            state.perAddress[address] = count > 1 ? count - 1 : nil
        }
    }

    /// The head has come and a body follows.
    func bodyBegins(_ descriptor: Int32) { expect(descriptor, within: limits.request) }

    /// The request is whole; answering may take as long as it takes.
    func isWhole(_ descriptor: Int32) { state.withLock { $0.deadlines[descriptor] = nil } }

    /// The answer was sent; the next request of a kept connection may come.
    func answered(_ descriptor: Int32) { expect(descriptor, within: limits.idle) }

    func close() {
        let sweep = state.withLock { state in
            state.isClosed = true
            state.deadlines.removeAll()
            return state.sweep
        }
        sweep?.cancel()
    }

    private func expect(_ descriptor: Int32, within limit: Duration) {
        let deadline = clock.now + limit
        state.withLock { state in
            state.deadlines[descriptor] = deadline
            guard state.sweep == nil, !state.isClosed else { return }
            // Not a child of anything: the caller is a C thread. It ends when no deadline is left.
            state.sweep = Task { await self.sweep() }
        }
    }

    private func sweep() async {
        while true {
            do { try await clock.sleep(until: clock.now + .seconds(1)) } catch { return }
            let now = clock.now
            let isDone = state.withLock { state in
                for descriptor in state.deadlines.takeDue(at: now) { shutdown(descriptor, Int32(SHUT_RDWR)) }
                guard state.deadlines.count == 0 else { return false }
                state.sweep = nil
                return true
            }
            if isDone { return }
        }
    }
}
