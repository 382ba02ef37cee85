internal import Model

/// How a core ends: asked to, by itself, or left behind.
extension MPVRenderer {
    func died() {
        isClosed = true
        sampling?.cancel()
        pulse.stop()
        log.log(.error, "renderer.died", [])
        for id in loads.close() { outbox.push(.ended(id, .failed(.rendererFailed))) }
        outbox.push(.died("libmpv ended by itself"))
    }

    func finishIfGone() {
        if isCoreGone, isPulseGone { finish(nil) }
    }

    func finish(_ complaint: String?) {
        guard !isFinished else { return }
        isFinished = true
        if let complaint { log.log(.error, "renderer.abandoned", [("reason", complaint)]) }
        line.close()
        for id in loads.close() { outbox.push(.ended(id, .replaced)) }
        outbox.finish()
        endInbox()
        for closer in closers { closer.resume() }
        closers = []
    }
}
