package import Model

/// A renderer that does only what the test tells it: late, twice, never, wrongly.
package final class ScriptedRenderer: Renderer {
    package enum Call: Sendable, Equatable {
        case load(PlayID, OutputName)
        case unload
        case volume(Volume)
        case muted(Bool)
        case watch(WatchCadence)
        case close
    }

    private struct State {
        var calls: [Call] = []
        var available = true
        var loadError: RendererError?
        var echoesVolume = true
        var volume = Volume.safe
        var isMuted = false
        var loaded: PlayID?
        var hangs = false
        var hung: [CheckedContinuation<Void, Never>] = []
        var givesUp: (limit: Duration, clock: any HostClock)?
        var isHeld = false
        var held: [CheckedContinuation<Void, Never>] = []
    }

    package let events: AsyncStream<RendererEvent>
    /// Every call as it is made; one consumer.
    package let heard: AsyncStream<Call>
    private let continuation: AsyncStream<RendererEvent>.Continuation
    private let calls: AsyncStream<Call>.Continuation
    private let state = Lock(State())

    package init() {
        (events, continuation) = AsyncStream.makeStream(of: RendererEvent.self)
        (heard, calls) = AsyncStream.makeStream(of: Call.self)
    }

    package func emit(_ event: RendererEvent) { continuation.yield(event) }
    package func setAvailable(_ isAvailable: Bool) { state.withLock { $0.available = isAvailable } }
    package func setLoadError(_ error: RendererError?) { state.withLock { $0.loadError = error } }
    package func setEchoesVolume(_ echoes: Bool) { state.withLock { $0.echoesVolume = echoes } }
    package var log: [Call] { state.withLock { $0.calls } }

    package func load(_ address: String, as id: PlayID, to output: OutputName) async throws(RendererError) {
        note(.load(id, output))
        if state.withLock({ $0.hangs }) {
            await withCheckedContinuation { continuation in state.withLock { $0.hung.append(continuation) } }
            throw .closed
        }
        if let (limit, clock) = state.withLock({ $0.givesUp }) {
            let since = clock.now
            // Cancelled only when the player ends.
            try? await clock.sleep(until: since + limit)
            emit(.unresponsive(since: since))
            // As above; whoever listens hears of it first.
            try? await clock.sleep(until: since + limit + .milliseconds(1))
            throw .unresponsive
        }
        let (error, older) = state.withLock { state in
            defer { if state.loadError == nil { state.loaded = id } }
            return (state.loadError, state.loaded)
        }
        if let error { throw error }
        if let older { emit(.ended(older, .replaced)) }
        emit(.started(id))
    }

    package func unload() async throws(RendererError) {
        note(.unload)
        let older = state.withLock { state in
            defer { state.loaded = nil }
            return state.loaded
        }
        if let older { emit(.ended(older, .replaced)) }
    }

    package func setVolume(_ volume: Volume) async throws(RendererError) {
        note(.volume(volume))
        await wait()
        let (echoes, isMuted) = state.withLock { state in
            state.volume = volume
            return (state.echoesVolume, state.isMuted)
        }
        if echoes { emit(.volume(volume, isMuted: isMuted)) }
    }

    package func setMuted(_ isMuted: Bool) async throws(RendererError) {
        note(.muted(isMuted))
        let (echoes, volume) = state.withLock { state in
            state.isMuted = isMuted
            return (state.echoesVolume, state.volume)
        }
        if echoes { emit(.volume(volume, isMuted: isMuted)) }
    }

    package func watch(_ cadence: WatchCadence) async { note(.watch(cadence)) }

    package func isAvailable(_ output: OutputName) async -> Bool { state.withLock { $0.available } }

    /// From now on a load gives up 1 ms after `limit`, at which that is told, as one whose core does not answer.
    package func giveUp(after limit: Duration, on clock: any HostClock) {
        state.withLock { $0.givesUp = (limit, clock) }
    }

    /// From now on a volume call does not return before ``release()``.
    package func hold() { state.withLock { $0.isHeld = true } }

    package func release() {
        let held = state.withLock { state in
            defer { state.held = [] }
            state.isHeld = false
            return state.held
        }
        for continuation in held { continuation.resume() }
    }

    private func wait() async {
        await withCheckedContinuation { continuation in
            let isHeld = state.withLock { state in
                if state.isHeld { state.held.append(continuation) }
                return state.isHeld
            }
            if !isHeld { continuation.resume() }
        }
    }

    /// From now on a load does not return before ``close()``.
    package func hang() { state.withLock { $0.hangs = true } }

    package func close() async {
        note(.close)
        release()
        let hung = state.withLock { state in
            defer { state.hung = [] }
            return state.hung
        }
        for continuation in hung { continuation.resume() }
        continuation.finish()
        calls.finish()
    }

    private func note(_ call: Call) {
        state.withLock { $0.calls.append(call) }
        calls.yield(call)
    }
}

extension RendererObservation {
    /// A look at a load that sounds: real output, format known, programme audible.
    package static func sounding(
        _ id: PlayID,
        at time: Duration,
        position: Duration,
        driver: String = "alsa",
        signal: SignalObservation = .sounding
    ) -> RendererObservation {
        RendererObservation(
            playID: id,
            at: time,
            audioPosition: position,
            isCoreIdle: false,
            format: AudioFormat(sampleRate: 44_100, channels: 2, sampleFormat: "s16"),
            codec: "mp3",
            driver: driver,
            signal: signal
        )
    }
}
