package import Model

/// A body that gives what a test put into it, when it is pulled, and then waits for more.
package final class ScriptedBody: ByteSource {
    package enum Step: Sendable {
        case bytes([UInt8])
        case end
        case fault(HTTPFault)
    }

    private struct State {
        var steps: [Step]
        var waiter: CheckedContinuation<Result<[UInt8]?, HTTPFault>, Never>?
        var watchers: [CheckedContinuation<Void, Never>] = []
        var isCancelled = false
        var pulls = 0
    }

    private let state: Lock<State>

    package init(_ steps: [Step] = []) { self.state = Lock(State(steps: steps)) }

    package var isCancelled: Bool { state.withLock(\.isCancelled) }
    /// How often a piece was asked for.
    package var pulls: Int { state.withLock(\.pulls) }
    /// Steps that nobody has pulled yet.
    package var left: Int { state.withLock { $0.steps.count } }

    /// Adds a step, for whoever waits or comes.
    package func feed(_ step: Step) {
        let waiter = state.withLock { state in
            if state.waiter == nil { state.steps.append(step) }
            return state.waiter.take()
        }
        waiter?.resume(returning: step.result)
    }

    package func next() async throws(HTTPFault) -> [UInt8]? {
        let result = await withCheckedContinuation { continuation in
            let (result, watchers) = state.withLock {
                state -> (Result<[UInt8]?, HTTPFault>?, [CheckedContinuation<Void, Never>]) in
                state.pulls += 1
                if state.isCancelled { return (.failure(.cancelled), []) }
                if !state.steps.isEmpty { return (state.steps.removeFirst().result, []) }
                state.waiter = continuation
                defer { state.watchers = [] }
                return (nil, state.watchers)
            }
            if let result { continuation.resume(returning: result) }
            for watcher in watchers { watcher.resume() }
        }
        return try result.get()
    }

    package func cancel() {
        let waiter = state.withLock { state in
            state.isCancelled = true
            return state.waiter.take()
        }
        waiter?.resume(returning: .failure(.cancelled))
    }

    /// Returns once somebody waits for a piece.
    package func waiting() async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.waiter == nil { state.watchers.append(continuation) }
                return state.waiter != nil
            }
            if isThere { continuation.resume() }
        }
    }
}

extension ScriptedBody.Step {
    fileprivate var result: Result<[UInt8]?, HTTPFault> {
        switch self {
        case .bytes(let bytes): .success(bytes)
        case .end: .success(nil)
        case .fault(let fault): .failure(fault)
        }
    }
}
