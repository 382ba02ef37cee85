internal import Model

/// What libmpv and the Pulse server tell, in the order in which they told it.
extension MPVRenderer {
    func run(_ inbox: AsyncStream<Input>) async {
        for property in [MPVProperty.volume, .mute, .icyTitle, .tagTitle] { core.send(.observe(property), id: 0) }
        for await input in inbox {
            switch input {
            case .core(let event, let now): handle(event, at: now)
            case .pulse(let report, let now): handle(report, at: now)
            }
        }
    }

    private func handle(_ event: MPVEvent, at now: Duration) {
        switch event {
        case .startFile(let entry):
            let (started, ended) = loads.start(entry: entry)
            for id in ended { outbox.push(.ended(id, .replaced)) }
            if let started { begin(started) }
        case .endFile(let entry, let reason, let error):
            guard let id = loads.end(entry: entry) else { return }
            let watch = current?.id == id ? current : nil
            if watch != nil { current = nil }
            log.log(.info, "renderer.ended", [("play", "\(id)"), ("reason", "\(reason)"), ("error", "\(error)")])
            outbox.push(.ended(id, (watch ?? LoadWatch(id, trace: nil)).end(reason, error)))
        case .playbackRestart:
            report(current?.open(at: now))
        case .changed(.volume, let value):
            volume = value.number.flatMap { Volume(percent: Int($0.rounded())) }
            reportVolume()
        case .changed(.mute, let value):
            isMuted = value.flag
            reportVolume()
        case .changed:
            // The value may be of the load before; a sample that begins now knows.
            sampleAnew()
        case .reply(let id, let error, let value): answer(id, error, value, at: now)
        case .closed:
            isCoreGone = true
            if !isClosed { died() }
            finishIfGone()
        }
    }

    private func handle(_ report: PulseReport, at now: Duration) {
        switch report {
        case .changed(let view): self.view = view
        case .lost:
            view = PulseView()
            closedStreams = []
        case .stopped:
            view = PulseView()
            isPulseGone = true
        }
        self.report(current?.handle(report, at: now))
        finishIfGone()
    }

    private func begin(_ id: PlayID) {
        let trace = route.flatMap { route in
            route.isPulse ? SinkTrace(id, sink: route.sink, view: view, ignoring: closedStreams) : nil
        }
        current = LoadWatch(id, trace: trace)
        outbox.push(.started(id))
        if cadence != .off { sampleAnew() }
    }

    /// Passes on that our stream is in the wrong room, or nowhere.
    func report(_ event: RendererEvent?) {
        guard let event else { return }
        isAstray = true
        outbox.push(event)
    }

    private func reportVolume() {
        if let volume, let isMuted { outbox.push(.volume(volume, isMuted: isMuted)) }
    }
}
