internal import Model

/// Gives the segments of one live playlist, taken apart, one after another: performs what ``LiveWindow`` says.
actor HLSFeed {
    private let playlist: StreamAddress
    private let trust: StationTrust
    private let fetch: GuardedFetch
    private let segments: SegmentFetch
    private let clock: any HostClock
    private var window: LiveWindow
    private var reader = SegmentReader()
    private var held = SegmentFetch.Held()
    /// Of the section that the reader knows.
    private var initialized: [UInt8] = []
    private var hasOwnTitles = false
    private var isOver = false

    /// - Parameters:
    ///   - address: what is read again: the playlist's final address, since what led there may mint a new session.
    ///   - playlist: its first reading.
    ///   - opener: what to fetch and decrypt with.
    ///   - trust: the station's.
    init(of address: StreamAddress, _ playlist: MediaPlaylist, with opener: HLSOpener, trust: StationTrust) {
        self.playlist = address
        self.trust = trust
        self.fetch = opener.fetch
        self.segments = SegmentFetch(fetch: opener.fetch, cipher: opener.cipher, trust: trust)
        self.clock = opener.clock
        self.window = LiveWindow(playlist, at: opener.clock.now)
    }

    /// How long a listener may go without audio although all is well.
    var patience: Duration { window.patience }

    /// The pieces of the next segment, never none. One caller at a time. Cancelling the task ends it.
    ///
    /// - Throws: the code of the end of the stream, once and for all.
    func next() async throws(FaultCode) -> [StreamPiece] {
        guard !isOver else { throw .streamDropped }
        do throws(FaultCode) {
            return try await advance()
        } catch {
            isOver = true
            throw error
        }
    }

    private func advance() async throws(FaultCode) -> [StreamPiece] {
        var effect = window.handle(.woken, at: clock.now)
        while true {
            let input: LiveWindow.Input
            switch effect {
            case .fetch(let segment, let isBreak):
                let taken = try await take(segment, isBreak: isBreak)
                switch taken {
                case .success(let pieces):
                    effect = window.handle(.segmentDone, at: clock.now)
                    if !pieces.isEmpty { return pieces }
                    continue
                case .failure(let code): input = .segmentFailed(code)
                }
            case .reload: input = try await reload()
            case .wait(let moment):
                do {
                    try await clock.sleep(until: moment)
                } catch {
                    throw .streamDropped
                }
                input = .woken
            case .end(let code): throw code
            }
            effect = window.handle(input, at: clock.now)
        }
    }

    /// - Throws: where the task was cancelled, or what plays cannot go on in this body.
    private func take(
        _ segment: MediaSegment,
        isBreak: Bool
    ) async throws(FaultCode) -> Result<[StreamPiece], FaultCode> {
        let segments = segments
        let held = held
        let fetched = try await limited { () async throws(FaultCode) in try await segments.fetch(segment, holding: held)
        }
        switch fetched {
        case .failure(let code): return .failure(code)
        case .success(let fetched):
            self.held = fetched.held
            let output: SegmentReader.Output
            do throws(SegmentFault) {
                output = try read(fetched, isBreak: isBreak)
            } catch {
                return .failure(error.code)
            }
            // Another codec is another stream to whoever decodes this one: it ends here and is loaded anew.
            guard !output.changesCodec else { throw .streamDropped }
            if output.pieces.contains(where: \.isTitle) { hasOwnTitles = true }
            guard let title = segment.title, !hasOwnTitles else { return .success(output.pieces) }
            return .success([.title(title)] + output.pieces)
        }
    }

    private func read(
        _ fetched: SegmentFetch.Fetched,
        isBreak: Bool
    ) throws(SegmentFault) -> SegmentReader.Output {
        if isBreak { reader.discontinuity() }
        if initialized != fetched.held.section {
            if !fetched.held.section.isEmpty { try reader.initialize(fetched.held.section) }
            initialized = fetched.held.section
        }
        return try reader.read(fetched.bytes)
    }

    private func reload() async throws(FaultCode) -> LiveWindow.Input {
        let (fetch, trust, address) = (fetch, trust, playlist)
        let read = try await limited { () async throws(FaultCode) in
            let content = try await fetch.body(
                of: address,
                trust: trust,
                headers: HLSOpener.headers,
                limit: HLSPlaylist.greatestLength
            )
            guard case .media(let playlist) = try HLSPlaylist(content.bytes, from: content.address) else {
                throw FaultCode.malformedResponse
            }
            return playlist
        }
        switch read {
        case .success(let playlist): return .playlist(playlist)
        case .failure(let code): return .playlistFailed(code)
        }
    }

    /// - Throws: where the task was cancelled; everything else is a result.
    private func limited<Value: Sendable>(
        _ work: @escaping @Sendable () async throws(FaultCode) -> Value
    ) async throws(FaultCode) -> Result<Value, FaultCode> {
        let end = await DeadlineRace.run(until: clock.now + window.requestLimit, on: clock) {
            () async -> Result<Value, FaultCode> in
            do throws(FaultCode) {
                return .success(try await work())
            } catch {
                return .failure(error)
            }
        } late: { _ in
        }
        switch end {
        case .finished(let result): return result
        case .deadline: return .failure(.upstreamTimeout)
        case .cancelled: throw .streamDropped
        }
    }
}

extension SegmentFault {
    /// What this says of a stream.
    fileprivate var code: FaultCode {
        switch self {
        case .malformed, .tooLarge: .malformedResponse
        case .noAudio: .notAudio
        case .unsupported, .encrypted: .unsupportedStream
        }
    }
}

extension StreamPiece {
    fileprivate var isTitle: Bool {
        switch self {
        case .title: true
        case .audio, .metadata: false
        }
    }
}
