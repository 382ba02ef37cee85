internal import Core
internal import Model

/// The one consumer of the host's events: writes each once and hands the same bytes to every subscriber.
final class EventHub: Sendable {
    static let heartbeat = Duration.seconds(15)

    private struct State {
        /// Of the newest event; host-wide.
        var sequence = 0
        var next = 0
        var subscribers: [Int: EventSubscriber] = [:]
    }

    private let context: ServerContext
    private let snapshots: SnapshotBytes
    private let counters: Counters
    private let incoming: AsyncStream<HostEvent>
    private let state = Lock(State())

    init(_ context: ServerContext, snapshots: SnapshotBytes, counters: Counters) {
        self.context = context
        self.snapshots = snapshots
        self.counters = counters
        self.incoming = context.events.events()
    }

    /// Works until the task is cancelled.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { for await event in self.incoming { self.publish(event) } }
            group.addTask { await self.beat() }
        }
    }

    /// A new subscriber, which first hears the whole current state; nothing is replayed. `stations` is the revision that
    /// the catalogue has now: only changes are published.
    func subscribe(to topics: Set<EventTopic>, stations: Int) -> EventSubscriber {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let subscriber = EventSubscriber(topics) { [weak self] in self?.remove(number) }
        // Listed before the current state is read, so that nothing falls between; revisions keep the order right.
        let sequence = state.withLock { state in
            state.subscribers[number] = subscriber
            counters.subscribers(state.subscribers.count)
            return state.sequence
        }
        for player in context.players { subscriber.offer(frame(of: player.snapshot, sequence)) }
        for topic in HostEvent.Topic.allCases {
            let published = context.events.revision(of: topic)
            let revision = topic == .stations ? max(published, stations) : published
            subscriber.offer(frame(of: topic, revision: revision, sequence))
        }
        return subscriber
    }

    private func publish(_ event: HostEvent) {
        let (sequence, subscribers) = state.withLock { state in
            state.sequence += 1
            return (state.sequence, Array(state.subscribers.values))
        }
        counters.published()
        guard !subscribers.isEmpty else { return }
        let frame =
            switch event {
            case .player(let snapshot): frame(of: snapshot, sequence)
            case .changed(let topic, let revision): frame(of: topic, revision: revision, sequence)
            }
        for subscriber in subscribers { subscriber.offer(frame) }
    }

    /// Tells clients that the line is alive, and finds out which are not: a connection that rests does not notice
    /// that its peer has gone until it writes.
    private func beat() async {
        while true {
            do { try await context.clock.sleep(until: context.clock.now + Self.heartbeat) } catch { return }
            let (sequence, subscribers) = state.withLock { ($0.sequence, Array($0.subscribers.values)) }
            guard !subscribers.isEmpty else { continue }
            let frame = EventFrame(
                slot: .heartbeat,
                revision: nil,
                bytes: bytes("heartbeat", sequence) { $0.member("nowMs", context.clock.now.milliseconds) }
            )
            for subscriber in subscribers { subscriber.offer(frame) }
        }
    }

    private func remove(_ number: Int) {
        state.withLock { state in
            state.subscribers[number] = nil
            counters.subscribers(state.subscribers.count)
        }
    }

    private func frame(of snapshot: PlayerSnapshot, _ sequence: Int) -> EventFrame {
        EventFrame(
            slot: .player(snapshot.player),
            revision: snapshot.rev,
            bytes: bytes("player", sequence) { json in
                json.member("player", json: snapshots.bytes(of: snapshot))
                json.member("nowMs", context.clock.now.milliseconds)
            }
        )
    }

    private func frame(of topic: HostEvent.Topic, revision: Int, _ sequence: Int) -> EventFrame {
        EventFrame(
            slot: .topic(EventTopic(topic)),
            revision: revision,
            bytes: bytes(topic.rawValue, sequence) { $0.member("revision", revision) }
        )
    }

    private func bytes(_ name: String, _ sequence: Int, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
        Array("id: \(context.identity.epoch)-\(sequence)\nevent: \(name)\ndata: ".utf8) + JSONWriter.object(body)
            + Array("\n\n".utf8)
    }
}
