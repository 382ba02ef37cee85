import Model

@testable import Engine

/// A libmpv that answers when the test says so.
final class FakeCore: MPVCore {
    private struct State {
        var requests: [(id: UInt64, request: MPVRequest)] = []
        var report: (@Sendable (MPVEvent) -> Void)?
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = Lock(State())

    func connect(_ report: @escaping @Sendable (MPVEvent) -> Void) { state.withLock { $0.report = report } }

    func send(_ request: MPVRequest, id: UInt64) {
        if case .observe = request { return }
        let waiters = state.withLock { state in
            state.requests.append((id, request))
            let count = state.requests.count
            defer { state.waiters.removeAll { $0.count <= count } }
            return state.waiters.filter { $0.count <= count }.map(\.continuation)
        }
        for waiter in waiters { waiter.resume() }
    }

    func quit() { report(.closed) }

    /// All requests so far, once there are at least `count`.
    func requests(_ count: Int) async -> [(id: UInt64, request: MPVRequest)] {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.requests.count >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
        return state.withLock { $0.requests }
    }

    func report(_ event: MPVEvent) { state.withLock { $0.report }?(event) }
}
