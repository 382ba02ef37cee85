internal import Model

/// What the Pulse server told: its sinks, and those streams that are ours. Indices are the server's and only rise.
struct PulseView: Sendable, Equatable {
    struct Sink: Sendable, Equatable {
        var name: String
        var isRunning: Bool
        var isMuted: Bool
    }

    struct Stream: Sendable, Equatable {
        var sink: UInt32
        var isCorked: Bool
        var isMuted: Bool
    }

    var sinks: [UInt32: Sink] = [:]
    var streams: [UInt32: Stream] = [:]

    /// Our newest stream, leaving out `ignored`; an older one is being closed.
    func newest(except ignored: Set<UInt32>) -> (index: UInt32, observation: SinkObservation)? {
        guard let index = streams.keys.filter({ !ignored.contains($0) }).max() else { return nil }
        guard let stream = streams[index], let sink = sinks[stream.sink] else { return nil }
        let observation = SinkObservation(
            name: sink.name,
            isRunning: sink.isRunning,
            isCorked: stream.isCorked,
            isMuted: stream.isMuted || sink.isMuted
        )
        return (index, observation)
    }
}

/// What ``PulseWatch`` reports, in order.
enum PulseReport: Sendable, Equatable {
    /// The whole view after each change.
    case changed(PulseView)
    /// The server is gone, or did not answer.
    case lost
    /// The watch has ended; the last report.
    case stopped
}
