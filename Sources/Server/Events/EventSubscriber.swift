internal import Model

/// One client's place in the event stream. What it has not read yet is at most one frame per slot, the newest, so a
/// slow reader costs no more memory than a fast one and skips what it missed.
final class EventSubscriber: Outflow {
    private struct State {
        var waiting: [EventFrame] = []
        var offered: [EventFrame.Slot: Int] = [:]
        /// Tells the client how soon to come back; sent before the first event.
        var prologue = Array("retry: 1000\n\n".utf8)
        var wake: @Sendable () -> Void = {}
    }

    private let topics: Set<EventTopic>
    private let leave: @Sendable () -> Void
    private let state = Lock(State())

    /// - `leave`: called once, when the client has gone.
    init(_ topics: Set<EventTopic>, leave: @escaping @Sendable () -> Void) {
        self.topics = topics
        self.leave = leave
    }

    /// Takes the frame unless the client did not ask for it or was offered it or a newer one.
    func offer(_ frame: EventFrame) {
        if let topic = frame.topic, !topics.contains(topic) { return }
        let wake = state.withLock { state -> (@Sendable () -> Void)? in
            if let revision = frame.revision {
                if let newest = state.offered[frame.slot], newest >= revision { return nil }
                state.offered[frame.slot] = revision
            }
            state.waiting.removeAll { $0.slot == frame.slot }
            state.waiting.append(frame)
            return state.wake
        }
        wake?()
    }

    func whenReady(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    func take() -> Outpiece {
        state.withLock { state in
            let (prologue, waiting) = (state.prologue, state.waiting)
            state.prologue = []
            state.waiting = []
            if prologue.isEmpty {
                guard let first = waiting.first else { return .later }
                if waiting.count == 1 { return .bytes(first.bytes) }
            }
            return .bytes(prologue + waiting.flatMap(\.bytes))
        }
    }

    func cancel() {
        state.withLock { $0.wake = {} }
        leave()
    }
}
