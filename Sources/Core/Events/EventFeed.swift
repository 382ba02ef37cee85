package import Model

/// What changes in the host, for everyone who listens.
package enum HostEvent: Sendable, Equatable {
    /// The whole snapshot.
    case player(PlayerSnapshot)
    /// A large topic moved on; ask for the part that you show.
    case changed(Topic, revision: Int)

    package enum Topic: String, Sendable, CaseIterable { case stations, presets, tokens }
}

/// Hands every event to every consumer, in order. A consumer that does not read keeps the newest 256 events and loses
/// older ones; snapshots are whole, so it catches up with the next.
package final class EventFeed: Sendable {
    private struct State {
        var next = 0
        var consumers: [Int: AsyncStream<HostEvent>.Continuation] = [:]
        var revisions: [HostEvent.Topic: Int] = [:]
    }

    private let state = Lock(State())

    package init() {}

    /// A stream for one consumer, from now on. It ends when the consumer stops reading it or ``finish()`` is called.
    package func events() -> AsyncStream<HostEvent> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: HostEvent.self,
            bufferingPolicy: .bufferingNewest(256)
        )
        let number = state.withLock { state in
            state.next += 1
            state.consumers[state.next] = continuation
            return state.next
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.consumers.removeValue(forKey: number) }
        }
        return stream
    }

    package func publish(_ event: HostEvent) {
        let consumers = state.withLock { state in
            if case .changed(let topic, let revision) = event { state.revisions[topic] = revision }
            return Array(state.consumers.values)
        }
        for consumer in consumers { consumer.yield(event) }
    }

    /// The last published revision of a topic; 0 before the first.
    package func revision(of topic: HostEvent.Topic) -> Int { state.withLock { $0.revisions[topic] ?? 0 } }

    package func finish() {
        let consumers = state.withLock { Array($0.consumers.values) }
        for consumer in consumers { consumer.finish() }
    }
}
