internal import Model

/// What the Pulse server told: its sinks, and those streams that are ours. Indices are the server's and only rise.
struct PulseView: Sendable, Equatable {
    struct Sink: Sendable, Equatable {
        var name: String
        var isRunning: Bool
        var isMuted: Bool
        /// Of the amplitude, in its loudest channel: 1 is the full level, as below.
        var gain = 1.0
        /// The volumes of its streams hold its own (flat volumes), instead of being multiplied by it.
        var isInStreams = false
    }

    struct Stream: Sendable, Equatable {
        var sink: UInt32
        var isCorked: Bool
        var isMuted: Bool
        var gain = 1.0
    }

    /// Below this nothing sounds: −60 dB, the level at which the programme itself counts as silent.
    static let leastGain = 0.001

    var sinks: [UInt32: Sink] = [:]
    /// Name of the sink that takes what asks for none; nil where the server names none.
    var defaultSink: String?
    var streams: [UInt32: Stream] = [:]

    var all: PulseSinks { PulseSinks(names: Set(sinks.values.map(\.name)), defaultName: defaultSink) }

    /// Our newest stream, leaving out `ignored`; an older one is being closed.
    func newest(except ignored: Set<UInt32>) -> (index: UInt32, observation: SinkObservation)? {
        guard let index = streams.keys.filter({ !ignored.contains($0) }).max() else { return nil }
        guard let stream = streams[index], let sink = sinks[stream.sink] else { return nil }
        let gain = sink.isInStreams ? stream.gain : stream.gain * sink.gain
        let isSinkMuted = sink.isMuted || sink.gain < Self.leastGain
        let isStreamMuted = stream.isMuted || stream.gain < Self.leastGain
        let observation = SinkObservation(
            name: sink.name,
            isRunning: sink.isRunning,
            isCorked: stream.isCorked,
            isMuted: stream.isMuted || sink.isMuted || gain < Self.leastGain,
            isStreamMuted: isStreamMuted && !isSinkMuted
        )
        return (index, observation)
    }
}

/// Where the Pulse server can send sound.
struct PulseSinks: Sendable, Equatable {
    var names: Set<String>
    /// The one that takes what asks for none.
    var defaultName: String?
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
