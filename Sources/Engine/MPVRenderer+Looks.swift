internal import Model

/// Looking at what plays: one look at a time, each with two questions to libmpv.
extension MPVRenderer {
    func keepSampling(every step: Duration) async {
        // One step after the last look, and not at once: whoever changes the cadence with each answer would otherwise
        // be answered as fast as libmpv can.
        var next = lastLook.map { $0 + step } ?? clock.now
        while !Task.isCancelled {
            if next > clock.now { do { try await clock.sleep(until: next) } catch { return } }
            if current != nil { sample() }
            next = max(next + step, clock.now)
        }
    }

    /// Asks for one look, unless the last one is still on its way.
    func sample() {
        guard !isSampleOpen, !isClosed else { return }
        isSampleOpen = true
        lastLook = clock.now
        line.send(.command(.expandText, [PlaybackSample.template]), for: .sample)
    }

    func sampled(_ value: MPVNode, at now: Duration) {
        guard let id = current?.id, let sample = value.string.flatMap(PlaybackSample.init) else {
            return closeSample()
        }
        line.send(.get(.signal), for: .signal(sample, of: id, at: now))
    }

    /// Asks for one look that begins now or later, not for one that began before.
    func sampleAnew() {
        if isSampleOpen { isSampleDue = true } else { sample() }
    }

    private func closeSample() {
        isSampleOpen = false
        guard isSampleDue else { return }
        isSampleDue = false
        sample()
    }

    func observed(
        _ sample: PlaybackSample,
        _ signal: MPVNode,
        of id: PlayID,
        seenAt: Duration,
        at now: Duration
    ) {
        defer { closeSample() }
        // Another load may have started between the two answers.
        guard var watch = current, watch.id == id else { return }
        let observation = watch.observe(sample, signal: signal.map, at: seenAt)
        let title = watch.newTitle(sample)
        let stray = watch.judge(at: now)
        current = watch
        if let title { outbox.push(title) }
        report(stray)
        if cadence != .off { outbox.push(.observed(observation)) }
    }
}
