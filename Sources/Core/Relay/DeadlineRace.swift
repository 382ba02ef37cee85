internal import Model

/// Lets work run until a moment of the host's clock, and no longer.
enum DeadlineRace {
    enum End<Value: Sendable>: Sendable {
        case finished(Value)
        case deadline
        /// The task that waited was cancelled.
        case cancelled
    }

    /// Runs `work`; returns when it is done, at `deadline`, or when the caller is cancelled, whichever comes first.
    /// Then what still runs is cancelled, and `late` gets what `work` brings after all.
    static func run<Value: Sendable>(
        until deadline: Duration,
        on clock: any HostClock,
        _ work: @escaping @Sendable () async -> Value,
        late: @escaping @Sendable (Value) -> Void
    ) async -> End<Value> {
        let finish = Finish<Value>()
        // Not child tasks: a scope waits for its children, and asking for a name cannot be interrupted.
        let worker = Task {
            let value = await work()
            if !finish.end(.finished(value)) { late(value) }
        }
        let timer = Task {
            do {
                try await clock.sleep(until: deadline)
            } catch {
                return
            }
            finish.end(.deadline)
        }
        defer {
            worker.cancel()
            timer.cancel()
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { finish.wait($0) }
        } onCancel: {
            finish.end(.cancelled)
        }
    }

    /// The one place where the race ends.
    private final class Finish<Value: Sendable>: Sendable {
        private struct State {
            var end: End<Value>?
            var waiting: CheckedContinuation<End<Value>, Never>?
        }

        private let state = Lock(State())

        /// - Returns: false where the race was over.
        @discardableResult
        func end(_ end: End<Value>) -> Bool {
            let (isFirst, waiting) = state.withLock { state -> (Bool, CheckedContinuation<End<Value>, Never>?) in
                guard state.end == nil else { return (false, nil) }
                state.end = end
                return (true, state.waiting.take())
            }
            waiting?.resume(returning: end)
            return isFirst
        }

        func wait(_ continuation: CheckedContinuation<End<Value>, Never>) {
            let end = state.withLock { state in
                if state.end == nil { state.waiting = continuation }
                return state.end
            }
            if let end { continuation.resume(returning: end) }
        }
    }
}
