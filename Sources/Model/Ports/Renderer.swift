/// What opens a stream and reports what it sees: libmpv here, a network device elsewhere.
///
/// Calls are made one at a time, in order. None of them blocks on the network, and a reply is only "accepted": what
/// happened comes as an event with the ``PlayID`` of the load it belongs to.
package protocol Renderer: Sendable {
    /// Everything the renderer reports, in order; one consumer.
    var events: AsyncStream<RendererEvent> { get }

    /// Loads `address` (of the relay) and starts it; what was loaded before is ended.
    func load(_ address: String, as id: PlayID, to output: OutputName) async throws(RendererError)

    /// Ends the current load, if any; silence follows at once.
    func unload() async throws(RendererError)

    /// Volume and mute are read back as ``RendererEvent/volume(_:isMuted:)``.
    func setVolume(_ volume: Volume) async throws(RendererError)
    func setMuted(_ isMuted: Bool) async throws(RendererError)

    /// How closely movement is watched from now on.
    func watch(_ cadence: WatchCadence) async

    /// Whether `output` could take sound now; for ``OutputName/auto``, whether any output could.
    func isAvailable(_ output: OutputName) async -> Bool

    /// Ends the renderer; ``events`` ends after the last event.
    func close() async
}

package enum WatchCadence: Sendable, Equatable {
    /// Nothing is loaded: no wake-ups at all.
    case off
    /// Until confirmed: every 20 ms.
    case fine
    /// Afterwards: twice a second.
    case coarse
}

package enum RendererError: Error, Sendable, Equatable {
    /// The renderer did not take the call in time.
    case unresponsive
    case rejected(String)
    case closed
}

package enum RendererEvent: Sendable, Equatable {
    /// The renderer began to work on this load; no proof of anything.
    case started(PlayID)
    case observed(RendererObservation)
    /// A title that belongs to what is heard now; empty where the stream cleared it.
    case title(PlayID, String)
    /// The container's own tags of what is heard now, such as those of one link of an Ogg chain.
    case tags(PlayID, artist: String?, title: String)
    case ended(PlayID, RendererEnd)
    /// Our sound was moved to another sink than the one asked for: the wrong room.
    case outputMoved(PlayID, from: String, to: String)
    /// The sink or card is gone.
    case outputLost(PlayID)
    /// Readback of volume and mute.
    case volume(Volume, isMuted: Bool)
    /// No answer for 2 s; `since` is when the oldest open question was asked.
    case unresponsive(since: Duration)
    case responsive
    /// The renderer is gone and will not come back.
    case died(String)
}

/// How a load ended, as far as the renderer can tell; end of data proves nothing about the stream.
package enum RendererEnd: Sendable, Equatable {
    case endOfData
    case replaced
    case failed(FaultCode)
}

/// One look at a renderer. Absent values were not known at that moment.
package struct RendererObservation: Sendable, Equatable {
    package var playID: PlayID
    /// Host's monotonic clock.
    package var at: Duration
    /// Timestamp of the audio being heard; may step back on some outputs.
    package var audioPosition: Duration?
    package var isCoreIdle: Bool
    package var isPausedForCache: Bool
    package var isPaused: Bool
    /// Format of what the output takes; nil until it was opened.
    package var format: AudioFormat?
    package var codec: String?
    /// The output driver in use, such as `pulse`, `alsa`, `null`.
    package var driver: String?
    /// Our stream as the Pulse server sees it; nil where the driver is not Pulse or nothing was seen.
    package var sink: SinkObservation?
    package var signal: SignalObservation

    package init(
        playID: PlayID,
        at: Duration,
        audioPosition: Duration? = nil,
        isCoreIdle: Bool = true,
        isPausedForCache: Bool = false,
        isPaused: Bool = false,
        format: AudioFormat? = nil,
        codec: String? = nil,
        driver: String? = nil,
        sink: SinkObservation? = nil,
        signal: SignalObservation = .unknown
    ) {
        self.playID = playID
        self.at = at
        self.audioPosition = audioPosition
        self.isCoreIdle = isCoreIdle
        self.isPausedForCache = isPausedForCache
        self.isPaused = isPaused
        self.format = format
        self.codec = codec
        self.driver = driver
        self.sink = sink
        self.signal = signal
    }
}

package struct AudioFormat: Sendable, Equatable {
    package var sampleRate: Int
    package var channels: Int
    package var sampleFormat: String

    package init(sampleRate: Int, channels: Int, sampleFormat: String) {
        self.sampleRate = sampleRate
        self.channels = channels
        self.sampleFormat = sampleFormat
    }
}

package struct SinkObservation: Sendable, Equatable {
    package var name: String
    package var isRunning: Bool
    /// Of our stream on it.
    package var isCorked: Bool
    /// Of our stream or of the sink, or a volume there at which nothing sounds. Our own volume and mute are not there.
    package var isMuted: Bool

    package init(name: String, isRunning: Bool, isCorked: Bool, isMuted: Bool) {
        self.name = name
        self.isRunning = isRunning
        self.isCorked = isCorked
        self.isMuted = isMuted
    }
}

/// What the silence detector in front of the output says (reference/audio.md 1.13).
package enum SignalObservation: Sendable, Equatable {
    /// It was not asked, or has not answered since the load.
    case unknown
    /// No open silence.
    case sounding
    /// Silence from this timestamp of the audio on.
    case silent(from: Duration)
}
