internal import Model

/// A running stream as the renderer pulls it. Nothing is fetched beyond what is pulled.
///
/// A live stream that breaks after a good run is tried once more over its listed streams; where the same kind of audio
/// comes, the body goes on with it, without what was given out already. It ends properly, as far as the renderer can
/// tell, however upstream ended; what happened is reported to whoever was granted the load.
final class RelayBody: ByteSource {
    typealias Reopened = DeadlineRace.End<Result<StreamOpener.Opened, FaultCode>>

    /// How long a renderer may wait for audio before the stream counts as dropped: the 10 s without progress after
    /// which design 3 calls a player's stream stalled.
    static let stallLimit = Duration.seconds(10)
    /// A stream that has run for so long earns a new pass.
    static let goodRun = Duration.seconds(60)
    /// One that broke sooner after it began was never really there.
    static let leastRun = Duration.seconds(1)

    private struct State {
        var source: any AudioSource
        var watch: StallWatch
        /// When this connection began.
        var since: Duration
        var transform: RelayTransform
        var overlap = OverlapFilter()
        /// What the relay read to find out that this is audio; given out first.
        var ready: RelayTransform.Output
        var hasReconnected = false
        var reopening: Task<Reopened, Never>?
        var hasEnded = false
    }

    private let load: RelayLoad
    private let clock: any HostClock
    private let audio: SniffedAudio
    private let reopen: @Sendable (Duration) async -> Reopened
    private let state: Lock<State>

    /// Audio bytes between two titles in what the renderer gets; nil where it gets none.
    let interval: Int?

    /// Takes over `opened`. `reopen` makes one pass over the listed streams for a stream that broke after it had run for
    /// so long; it reports to the load as the first pass did.
    init(
        _ opened: StreamOpener.Opened,
        titles: TitleReader,
        wantsTitles: Bool,
        load: RelayLoad,
        clock: any HostClock,
        reopen: @escaping @Sendable (Duration) async -> Reopened
    ) {
        var transform = RelayTransform(
            sendsTitles: opened.sendsTitles,
            titles: titles,
            wantsTitles: wantsTitles
        )
        self.interval = transform.interval
        var overlap = OverlapFilter()
        let first = transform.pass(overlap.pass(opened.pieces, at: clock.now))
        self.load = load
        self.clock = clock
        self.audio = opened.audio
        self.reopen = reopen
        self.state = Lock(
            State(
                source: opened.source,
                watch: Self.watch(opened.source, clock),
                since: clock.now,
                transform: transform,
                overlap: overlap,
                ready: first
            )
        )
        load.bodyOpened()
        load.count(first.audioCount, at: clock.now)
    }

    deinit { cancel() }

    func next() async throws(HTTPFault) -> [UInt8]? {
        guard !state.withLock(\.hasEnded) else { return nil }
        guard !load.isDead(at: clock.now) else {
            cancel()
            return nil
        }
        let ready = state.withLock { state in
            defer { state.ready = RelayTransform.Output() }
            return state.ready
        }
        await tell(ready)
        guard ready.bytes.isEmpty else { return ready.bytes }
        // Set once per call and not per piece: metadata alone is no progress.
        state.withLock { $0.watch.beginWaiting() }
        defer { state.withLock { $0.watch.endWaiting() } }
        while true {
            let (source, watch) = state.withLock { ($0.source, $0.watch) }
            var pieces: [StreamPiece]?
            var code = FaultCode.streamDropped
            do {
                pieces = try await source.next()
                if pieces == nil, !load.stream.isLive {
                    cancel()
                    return nil
                }
            } catch {
                code = watch.hasStalled ? .upstreamTimeout : error.codeWhileRunning
            }
            // A live stream has no end of its own.
            if pieces == nil { pieces = try await reconnected(after: code) }
            guard let pieces else { return nil }
            let output = state.withLock { $0.transform.pass($0.overlap.pass(pieces, at: clock.now)) }
            load.count(output.audioCount, at: clock.now)
            await tell(output)
            if !output.bytes.isEmpty { return output.bytes }
        }
    }

    /// Ends the transfer because the renderer left; nothing is reported.
    func cancel() { end() }

    /// What the renderer will say of a title is known before it can.
    private func tell(_ output: RelayTransform.Output) async {
        for title in output.titles { await load.tell(.title(title)) }
        if let charset = output.learned { await load.tell(.charset(charset.name)) }
    }

    /// Goes on with a new connection in the place of the broken one.
    ///
    /// - Returns: its first pieces; nil where the body has ended, which was reported.
    /// - Throws: ``HTTPFault/cancelled`` where the renderer has left.
    private func reconnected(after code: FaultCode) async throws(HTTPFault) -> [StreamPiece]? {
        let run = state.withLock { clock.now - $0.since }
        guard load.stream.isLive, run >= Self.leastRun, run >= Self.goodRun || !state.withLock(\.hasReconnected) else {
            return try await ended(telling: .dropped(code))
        }
        guard !state.withLock(\.hasEnded) else { throw .cancelled }
        state.withLock { $0.watch.end() }
        await load.tell(.reconnecting(code))
        let task = Task { await reopen(run) }
        let isWanted = state.withLock { state in
            state.hasReconnected = true
            state.reopening = task
            return !state.hasEnded
        }
        if !isWanted { task.cancel() }
        switch await task.value {
        case .finished(.success(let opened)): return try await take(opened)
        case .finished(.failure(let code)): return try await ended(telling: .failed(code))
        case .cancelled, .deadline: throw .cancelled
        }
    }

    private func take(_ opened: StreamOpener.Opened) async throws(HTTPFault) -> [StreamPiece]? {
        guard opened.audio.continues(audio) else {
            opened.source.cancel()
            return try await ended(telling: .formatChanged)
        }
        let watch = Self.watch(opened.source, clock)
        let isWanted = state.withLock { state in
            state.source = opened.source
            state.watch = watch
            state.since = clock.now
            state.reopening = nil
            state.overlap.begin()
            return !state.hasEnded
        }
        guard isWanted else {
            watch.end()
            opened.source.cancel()
            throw .cancelled
        }
        watch.beginWaiting()
        return opened.pieces
    }

    /// The end that came first counts: where the renderer left, its own cancellation is no drop.
    private func ended(telling event: RelayEvent) async throws(HTTPFault) -> [StreamPiece]? {
        guard end() else { throw .cancelled }
        await load.tell(event)
        return nil
    }

    /// - Returns: false where it had ended before.
    @discardableResult
    private func end() -> Bool {
        let (isFirst, state) = state.withLock { state in
            defer { state.hasEnded = true }
            return (!state.hasEnded, state)
        }
        guard isFirst else { return false }
        state.watch.end()
        state.source.cancel()
        state.reopening?.cancel()
        load.bodyClosed()
        return true
    }

    private static func watch(_ source: any AudioSource, _ clock: any HostClock) -> StallWatch {
        StallWatch(limit: stallLimit, clock: clock) { source.cancel() }
    }
}
