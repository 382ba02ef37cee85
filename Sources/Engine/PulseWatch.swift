internal import CPulse
internal import Model

/// Watches our own streams at the Pulse server, on a thread of its own that exists from the first question to
/// ``stop()``. No call here waits for the server.
///
/// Without a connection there is no wake-up, except while following: then it tries again every two seconds.
final class PulseWatch: Sendable {
    static let retry = Duration.seconds(2)
    /// How long a server may take to answer; a local one needs milliseconds.
    static let patience = Duration.seconds(1)

    private struct Inbox {
        var loop: PulseLoop?
        var isStarted = false
        var isFollowing = false
        var isStopped = false
        /// Something came since the thread looked last.
        var hasNews = false
        var questions: [CheckedContinuation<PulseSinks?, Never>] = []
    }

    private let server: String?
    private let clientName: String
    private let clock: any HostClock
    private let report: @Sendable (PulseReport) -> Void
    private let inbox = Lock(Inbox())

    /// - Parameters:
    ///   - server: in libpulse's notation; nil for what the environment says.
    ///   - clientName: name of libmpv's client whose streams are ours.
    ///   - clock: sets the limits.
    ///   - report: called on the thread of the watch, in order; must return quickly.
    init(
        server: String?,
        clientName: String,
        clock: any HostClock,
        report: @escaping @Sendable (PulseReport) -> Void
    ) {
        self.server = server
        self.clientName = clientName
        self.clock = clock
        self.report = report
    }

    /// The server's sinks; nil where no server answers within ``patience``.
    func sinks() async -> PulseSinks? {
        await withCheckedContinuation { continuation in
            let refused = enqueue { inbox in
                guard !inbox.isStopped else { return true }
                inbox.questions.append(continuation)
                return false
            }
            if refused { continuation.resume(returning: nil) }
        }
    }

    /// Whether a lost connection is tried again.
    func follow(_ isFollowing: Bool) {
        let isIdle = inbox.withLock { !isFollowing && !$0.isStarted }
        guard !isIdle else { return }
        _ = enqueue { inbox in
            inbox.isFollowing = isFollowing
            return false
        }
    }

    /// Ends the watch; ``PulseReport/stopped`` follows.
    func stop() {
        let isIdle = inbox.withLock { inbox in
            inbox.isStopped = true
            inbox.hasNews = true
            inbox.loop?.wake()
            return !inbox.isStarted
        }
        if isIdle { report(.stopped) }
    }

    private func enqueue(_ change: (inout Inbox) -> Bool) -> Bool {
        let (result, isFirst) = inbox.withLock { inbox in
            let result = change(&inbox)
            inbox.hasNews = true
            let isFirst = !inbox.isStarted && !inbox.isStopped
            inbox.isStarted = inbox.isStarted || isFirst
            inbox.loop?.wake()
            return (result, isFirst)
        }
        if isFirst, !NativeThread.start({ self.run() }) {
            let questions = inbox.withLock { inbox in
                defer { inbox.questions = [] }
                inbox.isStarted = false
                return inbox.questions
            }
            for question in questions { question.resume(returning: nil) }
        }
        return result
    }

    private func run() {
        guard let loop = PulseLoop() else { return finish() }
        inbox.withLock { $0.loop = loop }
        let session = PulseSession(loop: loop, server: server, clientName: clientName, report: report)
        var questions: [CheckedContinuation<PulseSinks?, Never>] = []
        var tryAt = Duration.zero
        while true {
            let (isFollowing, isStopped, asked) = inbox.withLock { inbox in
                defer {
                    inbox.questions = []
                    inbox.hasNews = false
                }
                return (inbox.isFollowing, inbox.isStopped, inbox.questions)
            }
            questions += asked
            if isStopped { break }
            let now = clock.now
            session.dropIfDead(orUnreadySince: now - Self.patience)
            if !session.isConnected, !asked.isEmpty || isFollowing && now >= tryAt {
                tryAt = now + Self.retry
                session.connect(at: now)
            }
            if session.isReady || !session.isConnected {
                let sinks = session.isReady ? session.view.all : nil
                for question in questions { question.resume(returning: sinks) }
                questions = []
            }
            var wakeAt: Duration?
            if session.isConnected, !session.isReady { wakeAt = session.connectedAt + Self.patience }
            if !session.isConnected, isFollowing { wakeAt = tryAt }
            guard loop.prepare(for: wakeAt.map { max(.zero, $0 - clock.now) }) else { break }
            // Preparing empties the pipe through which the loop is woken: what came just before would wait for ever.
            inbox.withLock { if $0.hasNews { loop.wake() } }
            guard loop.turn() else { break }
        }
        session.disconnect()
        for question in questions { question.resume(returning: nil) }
        finish()
    }

    private func finish() {
        let (loop, questions) = inbox.withLock { inbox in
            defer {
                inbox.loop = nil
                inbox.questions = []
                inbox.isStopped = true
            }
            return (inbox.loop, inbox.questions)
        }
        loop?.free()
        for question in questions { question.resume(returning: nil) }
        report(.stopped)
    }
}

/// libpulse's main loop. Every call belongs to the one thread that turns it, except ``wake()``.
struct PulseLoop: @unchecked Sendable {
    // Unchecked: a C pointer. `wake` is allowed from any thread, and whoever calls it holds the lock in which the loop
    // is kept while it lives; the rest stays on the loop's thread.
    private let raw: OpaquePointer

    init?() {
        guard let raw = pa_mainloop_new() else { return nil }
        self.raw = raw
    }

    var api: UnsafeMutablePointer<pa_mainloop_api>? { pa_mainloop_get_api(raw) }

    func wake() { pa_mainloop_wakeup(raw) }

    /// Begins a turn that waits at most `limit`; wakes from before are forgotten.
    ///
    /// - Returns: false where the loop is broken.
    func prepare(for limit: Duration?) -> Bool {
        let microseconds =
            limit.map {
                Int32(
                    clamping: $0.components.seconds * 1_000_000
                        + $0.components.attoseconds / 1_000_000_000_000 + 1
                )
            } ?? -1
        return pa_mainloop_prepare(raw, microseconds) >= 0
    }

    /// The rest of a turn: waits for something to do and does it.
    ///
    /// - Returns: false where the loop is broken.
    func turn() -> Bool { pa_mainloop_poll(raw) >= 0 && pa_mainloop_dispatch(raw) >= 0 }

    func free() { pa_mainloop_free(raw) }
}
