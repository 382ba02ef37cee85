internal import Glibc
package import Model

/// Plays on this machine through libmpv, and watches its stream at the Pulse server.
///
/// Calls wait for libmpv's reply, for at most two seconds (``RendererError/unresponsive``), and go on regardless of
/// their task's cancellation: what was sent can't be called back, but a later ``unload()`` or load overrules it. A
/// load that got no reply in time may therefore still start when libmpv wakes up; its events carry its ``PlayID``.
/// Each load ends exactly once in ``events``. The process must ignore `SIGPIPE`. ``close()`` must be called: until
/// then the core and its threads live.
package actor MPVRenderer: Renderer {
    /// How long libmpv may take to answer.
    package static let replyLimit = Duration.seconds(2)
    /// How long closing may take before a stuck core is left behind: it can't be destroyed from outside.
    package static let closeLimit = Duration.seconds(3)

    enum Input: Sendable {
        case core(MPVEvent, at: Duration)
        case pulse(PulseReport, at: Duration)
    }

    enum Purpose: Sendable {
        case call
        case load(PlayID)
        case stop
        case sample
        case signal(PlaybackSample, of: PlayID, at: Duration)
    }

    package nonisolated var events: AsyncStream<RendererEvent> { outbox.stream }

    nonisolated let outbox = EventOutbox()
    let core: any MPVCore
    let line: CoreLine<Purpose>
    let pulse: PulseWatch
    private let outputs: Outputs
    let clock: any HostClock
    let log: any LogSink
    let endInbox: @Sendable () -> Void

    var loads = LoadTable()

    private var device: String?
    var route: Outputs.Route?
    var current: LoadWatch?
    var view = PulseView()
    var closedStreams: Set<UInt32> = []
    /// Our stream was last seen in the wrong room, or lost: the next load must not go on with it.
    var isAstray = false

    var cadence = WatchCadence.off
    var sampling: Task<Void, Never>?
    var isSampleOpen = false
    /// When the last look began; nil where none has since watching began.
    var lastLook: Duration?
    var isSampleDue = false
    var volume: Volume?
    var isMuted: Bool?

    var isClosed = false
    var isCoreGone = false
    var isPulseGone = false
    var isFinished = false
    var closers: [CheckedContinuation<Void, Never>] = []

    /// Starts a libmpv core, with nothing loaded and ``Volume/safe``.
    ///
    /// - Parameters:
    ///   - clientName: how sound servers list our stream; unique among the renderers of this process.
    ///   - clock: stamps what is seen, and sets the limits.
    ///   - log: hears of a core that does not answer or is gone.
    ///   - pulseServer: address in libpulse's notation; nil for what the environment says.
    ///   - soundCards: the kernel's list of cards.
    ///   - runtimeDirectory: where PipeWire's socket would be.
    /// - Throws: ``RendererError/rejected(_:)`` where libmpv does not start.
    package init(
        clientName: String,
        clock: any HostClock,
        log: any LogSink,
        pulseServer: String? = nil,
        soundCards: String = "/proc/asound/cards",
        runtimeDirectory: String? = nil
    ) throws(RendererError) {
        let options = MPVOptions(clientName: clientName, pulseServer: pulseServer)
        try self.init(
            clientName: clientName,
            clock: clock,
            log: log,
            pulseServer: pulseServer,
            outputs: Outputs(cards: SoundCards(path: soundCards), runtimeDirectory: runtimeDirectory)
        ) { report throws(RendererError) in
            try MPVHandle(options: options.table, report: report)
        }
    }

    /// As above, over any core; `report` takes its events.
    init(
        clientName: String,
        clock: any HostClock,
        log: any LogSink,
        pulseServer: String?,
        outputs: Outputs,
        core make: (_ report: @escaping @Sendable (MPVEvent) -> Void) throws(RendererError) -> any MPVCore
    ) throws(RendererError) {
        let (inbox, feed) = AsyncStream<Input>.makeStream()
        let outbox = outbox
        self.core = try make { event in feed.yield(.core(event, at: clock.now)) }
        self.line = CoreLine(to: core, clock: clock, limit: Self.replyLimit) { event in
            let isBack = event == .responsive
            log.log(isBack ? .notice : .error, isBack ? "renderer.responsive" : "renderer.unresponsive", [])
            outbox.push(event)
        }
        self.pulse = PulseWatch(server: pulseServer, clientName: clientName, clock: clock) { report in
            feed.yield(.pulse(report, at: clock.now))
        }
        self.outputs = outputs
        self.clock = clock
        self.log = log
        self.endInbox = { feed.finish() }
        // Lives as long as the core does: the inbox ends when the core and the watch are gone.
        Task { await self.run(inbox) }
    }

    // MARK: Renderer

    package func load(_ address: String, as id: PlayID, to output: OutputName) async throws(RendererError) {
        guard !isClosed else { throw .closed }
        guard Self.isLoopback(address) else { throw .rejected("not an address of the relay") }
        let sinks = Outputs.asksPulse(output) ? await pulse.sinks() : nil
        guard let route = outputs.route(to: output, sinks: sinks) else {
            try await unload()
            outbox.push(.ended(id, .failed(.outputMissing)))
            return
        }
        pulse.follow(route.isPulse)
        // Changed under a running load, the output would for a moment be heard with the old sound.
        let isNewOutput = route.device != device || isAstray
        if !loads.isEmpty, isNewOutput { try await stop() }
        if isNewOutput { try await open(route.device) }
        self.route = route
        loads.ask(id)
        _ = try await ask(.command(.loadFile, [address, "replace"]), for: .load(id))
    }

    package func unload() async throws(RendererError) {
        pulse.follow(false)
        try await stop()
    }

    package func setVolume(_ volume: Volume) async throws(RendererError) {
        _ = try await ask(.set(.volume, String(volume.percent)), for: .call)
    }

    package func setMuted(_ isMuted: Bool) async throws(RendererError) {
        _ = try await ask(.set(.mute, isMuted ? "yes" : "no"), for: .call)
    }

    package func watch(_ cadence: WatchCadence) {
        guard cadence != self.cadence, !isClosed else { return }
        self.cadence = cadence
        sampling?.cancel()
        let step: Duration
        switch cadence {
        case .off:
            sampling = nil
            lastLook = nil
            return
        case .fine: step = .milliseconds(20)
        case .coarse: step = .milliseconds(500)
        }
        sampling = Task { await self.keepSampling(every: step) }
    }

    package func isAvailable(_ output: OutputName) async -> Bool {
        outputs.isAvailable(output, sinks: Outputs.asksPulse(output) ? await pulse.sinks() : nil)
    }

    package func close() async {
        if !isClosed {
            isClosed = true
            sampling?.cancel()
            core.quit()
            pulse.stop()
        }
        guard !isFinished else { return }
        let limit = Task {
            do { try await clock.sleep(until: clock.now + Self.closeLimit) } catch { return }
            self.finish("a core that did not end was left behind")
        }
        await withCheckedContinuation { closers.append($0) }
        limit.cancel()
    }

    // MARK: Asking libmpv

    private func stop() async throws(RendererError) { _ = try await ask(.command(.stop), for: .stop) }

    /// Makes libmpv close the output it has and use `device` from the next load on.
    private func open(_ device: String) async throws(RendererError) {
        // libmpv keeps an output open where the value did not change.
        if self.device == device { _ = try await ask(.set(.audioDevice, "null"), for: .call) }
        self.device = nil
        _ = try await ask(.set(.audioDevice, device), for: .call)
        self.device = device
        isAstray = false
        closedStreams = Set(view.streams.keys)
    }

    private func ask(_ request: MPVRequest, for purpose: Purpose) async throws(RendererError) -> MPVNode {
        guard !isClosed else { throw .closed }
        return try await line.ask(request, for: purpose)
    }

    func answer(_ id: UInt64, _ error: Int32, _ value: MPVNode, at now: Duration) {
        guard let (purpose, waiter) = line.take(id) else { return }
        switch purpose {
        case .call: break
        case .load(let playID):
            if error >= 0, let entry = value.map?["playlist_entry_id"]?.number {
                loads.accept(playID, entry: Int64(entry))
            } else {
                loads.reject(playID)
            }
        case .stop:
            if error >= 0 { for id in loads.stop() { outbox.push(.ended(id, .replaced)) } }
        case .sample: sampled(value, at: now)
        case .signal(let sample, let id, let seenAt): observed(sample, value, of: id, seenAt: seenAt, at: now)
        }
        waiter?.resume(returning: error < 0 ? .failure(.rejected(MPVHandle.words(error))) : .success(value))
    }

    /// Only the relay of this host is opened; it decides about everything beyond.
    private static func isLoopback(_ address: String) -> Bool {
        ["http://127.0.0.1:", "http://[::1]:", "http://localhost:"].contains { address.hasPrefix($0) }
    }
}
