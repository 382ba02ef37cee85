internal import Model

/// Events on their way to their one consumer: nothing is lost, except that an observation gives way to a newer one of
/// the same load while nobody has taken it.
final class EventOutbox: Sendable {
    private struct State {
        var queue: [RendererEvent] = []
        var reader: CheckedContinuation<RendererEvent?, Never>?
        var isFinished = false
    }

    private let state = Lock(State())

    /// One consumer; ends after the last event, or when the consumer's task is cancelled.
    var stream: AsyncStream<RendererEvent> {
        AsyncStream {
            await self.next()
        } onCancel: {
            self.finish()
        }
    }

    func push(_ event: RendererEvent) {
        let reader = state.withLock { state -> CheckedContinuation<RendererEvent?, Never>? in
            guard !state.isFinished else { return nil }
            if let reader = state.reader {
                state.reader = nil
                return reader
            }
            if case .observed(let new) = event, case .observed(let old) = state.queue.last, old.playID == new.playID {
                state.queue.removeLast()
            }
            state.queue.append(event)
            return nil
        }
        reader?.resume(returning: event)
    }

    func finish() {
        let reader = state.withLock { state in
            state.isFinished = true
            defer { state.reader = nil }
            return state.reader
        }
        reader?.resume(returning: nil)
    }

    private func next() async -> RendererEvent? {
        await withCheckedContinuation { continuation in
            let (isReady, event) = state.withLock { state -> (Bool, RendererEvent?) in
                if !state.queue.isEmpty { return (true, state.queue.removeFirst()) }
                if state.isFinished { return (true, nil) }
                state.reader = continuation
                return (false, nil)
            }
            if isReady { continuation.resume(returning: event) }
        }
    }
}
