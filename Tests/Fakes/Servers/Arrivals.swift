internal import Dispatch
internal import Model

/// Things that happen to a server, each under a name; a test waits for the first of a name, with a deadline.
final class Arrivals<Value: Sendable>: Sendable {
    private struct State {
        var all: [(name: String, value: Value)] = []
        var waiters: [Int: (name: String, continuation: CheckedContinuation<Value?, Never>)] = [:]
        var next = 0
    }

    private let state = Lock(State())

    /// In the order in which they came.
    var all: [Value] { state.withLock { $0.all.map(\.value) } }

    func note(_ name: String, _ value: Value) {
        let waiters = state.withLock { state in
            state.all.append((name, value))
            let waiters = state.waiters.filter { $0.value.name == name }
            for number in waiters.keys { state.waiters.removeValue(forKey: number) }
            return waiters.values.map(\.continuation)
        }
        for waiter in waiters { waiter.resume(returning: value) }
    }

    /// The first of `name`, now or when it comes.
    func first(_ name: String, within limit: Duration = .seconds(20)) async throws(NeverCame) -> Value {
        let value: Value? = await withCheckedContinuation { continuation in
            let (early, number) = state.withLock { state -> (Value?, Int) in
                if let early = state.all.first(where: { $0.name == name }) { return (early.value, 0) }
                state.next += 1
                state.waiters[state.next] = (name, continuation)
                return (nil, state.next)
            }
            if let early { return continuation.resume(returning: early) }
            DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(limit.milliseconds)) { [self] in
                let late = state.withLock { $0.waiters.removeValue(forKey: number) }
                late?.continuation.resume(returning: nil)
            }
        }
        guard let value else { throw NeverCame(name: name) }
        return value
    }
}

/// What a test waited for did not happen before the deadline.
package struct NeverCame: Error, Equatable {
    package let name: String
}
