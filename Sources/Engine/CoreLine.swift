internal import Model

/// The line to a libmpv core: each question gets its answer, or is told to be late; and whoever listens hears when the
/// core stops answering, and when it answers again.
///
/// Any thread may call. `Purpose` says what an answer is for.
final class CoreLine<Purpose: Sendable>: Sendable {
    typealias Reply = Result<MPVNode, RendererError>
    typealias Waiter = CheckedContinuation<Reply, Never>

    private struct State {
        var table: RequestTable<Purpose, Waiter>
        var isUnresponsive = false
        var watchdog: Task<Void, Never>?
    }

    private let core: any MPVCore
    private let clock: any HostClock
    private let report: @Sendable (RendererEvent) -> Void
    private let state: Lock<State>

    /// - Parameters:
    ///   - core: answers by ``MPVEvent/reply(id:error:_:)``, for each of which ``take(_:)`` is called.
    ///   - clock: sets the limit.
    ///   - limit: how long an answer may take.
    ///   - report: takes ``RendererEvent/unresponsive(since:)`` and ``RendererEvent/responsive``.
    init(
        to core: any MPVCore,
        clock: any HostClock,
        limit: Duration,
        report: @escaping @Sendable (RendererEvent) -> Void
    ) {
        self.core = core
        self.clock = clock
        self.report = report
        self.state = Lock(State(table: RequestTable(limit: limit)))
    }

    /// Asks, and waits for the answer as long as it may take.
    ///
    /// - Throws: ``RendererError/unresponsive`` after that; the question stays open. ``RendererError/rejected(_:)``
    ///   with libmpv's words, ``RendererError/closed`` where the line is closed meanwhile.
    func ask(_ request: MPVRequest, for purpose: Purpose) async throws(RendererError) -> MPVNode {
        try await withCheckedContinuation { send(request, for: purpose, waiter: $0) }.get()
    }

    /// Asks, and waits for nothing.
    func send(_ request: MPVRequest, for purpose: Purpose) {
        send(request, for: purpose, waiter: nil)
    }

    /// What the answer to `id` is for, and who is to hear it; to be called for each answer, in order.
    func take(_ id: UInt64) -> (purpose: Purpose, waiter: Waiter?)? {
        let (request, isAllClear) = state.withLock { state in
            let request = state.table.answer(id)
            let isAllClear = state.isUnresponsive && state.table.overdueSince == nil
            if isAllClear { state.isUnresponsive = false }
            return (request, isAllClear)
        }
        if isAllClear { report(.responsive) }
        return request.map { ($0.purpose, $0.waiter) }
    }

    /// Whoever still waits hears that the core is gone.
    func close() {
        let (waiters, watchdog) = state.withLock { state in (state.table.drain(), state.watchdog) }
        watchdog?.cancel()
        for waiter in waiters { waiter.resume(returning: .failure(.closed)) }
    }

    private func send(_ request: MPVRequest, for purpose: Purpose, waiter: Waiter?) {
        let id = state.withLock { state in
            // Runs while a question is open, so that nothing wakes up when nothing is asked.
            if state.watchdog == nil { state.watchdog = Task { await self.watch() } }
            return state.table.add(purpose, at: clock.now, waiter: waiter)
        }
        core.send(request, id: id)
    }

    private func watch() async {
        while let deadline = nextDeadline() {
            do { try await clock.sleep(until: deadline) } catch { return }
            let now = clock.now
            let (late, alarm) = state.withLock { state -> ([Waiter], Duration?) in
                let late = state.table.expire(at: now)
                guard !state.isUnresponsive, let since = state.table.overdueSince else {
                    return (late, nil)
                }
                state.isUnresponsive = true
                return (late, since)
            }
            if let alarm { report(.unresponsive(since: alarm)) }
            for waiter in late { waiter.resume(returning: .failure(.unresponsive)) }
        }
    }

    /// Ends the watch in the same breath where there is nothing to watch.
    private func nextDeadline() -> Duration? {
        state.withLock { state in
            let deadline = state.table.nextDeadline
            if deadline == nil { state.watchdog = nil }
            return deadline
        }
    }
}
