internal import Model

/// A running stream as the renderer pulls it. Nothing is fetched beyond what is pulled.
///
/// It ends properly, as far as the renderer can tell, however upstream ended; what happened is reported to whoever was
/// granted the load.
final class RelayBody: ByteSource {
    private struct State {
        var transform: RelayTransform
        /// What the relay read to find out that this is audio; given out first.
        var ready: [UInt8]
        var hasEnded = false
    }

    private let upstream: any AudioSource
    private let load: RelayLoad
    private let clock: any HostClock
    private let watch: StallWatch
    private let state: Lock<State>

    /// Audio bytes between two titles in what the renderer gets; nil where it gets none.
    let interval: Int?

    /// Takes over `opened`.
    init(
        _ opened: StreamOpener.Opened,
        titles: TitleReader,
        wantsTitles: Bool,
        load: RelayLoad,
        clock: any HostClock
    ) {
        var transform = RelayTransform(
            sendsTitles: opened.sendsTitles,
            titles: titles,
            wantsTitles: wantsTitles
        )
        self.interval = transform.interval
        let first = transform.pass(opened.pieces)
        let upstream = opened.source
        self.upstream = upstream
        self.load = load
        self.clock = clock
        self.state = Lock(State(transform: transform, ready: first.bytes))
        self.watch = StallWatch(limit: upstream.patience, clock: clock) { upstream.cancel() }
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
            defer { state.ready = [] }
            return state.ready
        }
        guard ready.isEmpty else { return ready }
        // Set once per call and not per piece: metadata alone is no progress.
        watch.beginWaiting()
        defer { watch.endWaiting() }
        while true {
            let pieces: [StreamPiece]?
            do {
                pieces = try await upstream.next()
            } catch {
                guard await drop(watch.hasStalled ? .upstreamTimeout : error.codeWhileRunning) else { throw .cancelled }
                return nil
            }
            guard let pieces else {
                // A live stream has no end of its own.
                if load.stream.isLive { await drop(.streamDropped) } else { cancel() }
                return nil
            }
            let output = state.withLock { $0.transform.pass(pieces) }
            load.count(output.audioCount, at: clock.now)
            if !output.bytes.isEmpty { return output.bytes }
        }
    }

    /// Ends the transfer because the renderer left; nothing is reported.
    func cancel() { end() }

    /// The end that came first counts: where the renderer left, its own cancellation is no drop.
    ///
    /// - Returns: false where it had ended before.
    @discardableResult
    private func drop(_ code: FaultCode) async -> Bool {
        guard end() else { return false }
        await load.tell(.dropped(code))
        return true
    }

    /// - Returns: false where it had ended before.
    @discardableResult
    private func end() -> Bool {
        let isFirst = state.withLock { state in
            defer { state.hasEnded = true }
            return !state.hasEnded
        }
        guard isFirst else { return false }
        watch.end()
        upstream.cancel()
        load.bodyClosed()
        return true
    }
}
