internal import Model

/// Moves through the window of a live playlist: says what is fetched next, when the playlist is read again, and when
/// the stream is over (RFC 8216 6.3.4, reference/radio.md 2.3). Time enters as an argument.
///
/// Every input has exactly one effect. The same effect may be asked for again with ``Input/woken``; only what became of
/// a segment moves the window on.
struct LiveWindow: Sendable {
    enum Input: Sendable, Equatable {
        /// The playlist was read again.
        case playlist(MediaPlaylist)
        case playlistFailed(FaultCode)
        /// The segment last told to be fetched was taken apart and given on.
        case segmentDone
        case segmentFailed(FaultCode)
        /// Nothing happened but time.
        case woken
    }

    enum Effect: Sendable, Equatable {
        /// `isBreak` where it does not continue the one before: the first, one after a skipped one, one behind a
        /// discontinuity or a jump.
        case fetch(MediaSegment, isBreak: Bool)
        case reload
        /// Nothing to do before this moment.
        case wait(until: Duration)
        case end(FaultCode)
    }

    /// In target durations: how far from the end of the list playing begins, and how long a list may bring nothing new.
    private static let distance = 3
    /// How many readings that brought nothing new, and how many segments that failed in a row, end the stream.
    private static let limit = 3
    /// Segments that are known to have been given; an edge that is further behind than this has no business here.
    private static let memory = 64

    private var list: MediaPlaylist
    private var target: Duration
    /// The number of the segment to fetch next; nil as long as nothing was ever listed.
    private var next: Int?
    /// The number after the newest segment that was listed in this run.
    private var edge = 0
    private var triedAt: Duration
    private var reloadAt: Duration
    private var changedAt: Duration
    private var unchanged = 0
    private var failures = 0
    private var hasRetried = false
    private var retryAt = Duration.zero
    private var lastFault: FaultCode?
    private var isBreak = true
    private var lastGiven: (sequence: Int, discontinuity: Int)?
    private var given: [MediaSegment.Identity] = []
    private var oldestGiven = 0
    private var known: Set<MediaSegment.Identity> = []
    /// Where a list ended that was far behind ours.
    private var restartAt: Int?
    private var over: FaultCode?

    /// The first reading of the playlist. Ask for the first effect with ``Input/woken``.
    init(_ playlist: MediaPlaylist, at now: Duration) {
        self.list = playlist
        self.target = Self.bounded(playlist.targetDuration)
        (triedAt, reloadAt, changedAt) = (now, now, now)
        // What is left of a programme that has ended is old; a recording was never live and is played whole.
        if playlist.isEnded, !playlist.isRecording { over = .streamDropped }
        read(playlist, at: now)
    }

    /// How long fetching a segment or the playlist may take.
    var requestLimit: Duration { min(max(target, .seconds(4)), .seconds(15)) }

    /// How long a listener may go without audio although all is well.
    var patience: Duration { target * (2 * Self.distance) }

    mutating func handle(_ input: Input, at now: Duration) -> Effect {
        switch input {
        case .playlist(let playlist):
            triedAt = now
            lastFault = nil
            read(playlist, at: now)
        case .playlistFailed(let code):
            triedAt = now
            lastFault = code
            switch code {
            // What let us in has run out; the catalogue's address gives a new one.
            case .upstreamUnauthorized, .upstreamForbidden, .upstreamGone: over = over ?? code
            default: noteUnchanged(at: now)
            }
        case .segmentDone:
            guard let segment = pending else { break }
            failures = 0
            lastGiven = (segment.sequence, segment.discontinuity)
            remember(segment.identity)
            advance(past: segment)
            isBreak = false
        case .segmentFailed(let code): segmentFailed(code, at: now)
        case .woken: break
        }
        return effect(at: now)
    }

    private func effect(at now: Duration) -> Effect {
        if let over { return .end(over) }
        if let segment = pending, list.isEnded || now < triedAt + target * 2 {
            guard now >= retryAt else { return .wait(until: retryAt) }
            let continues = lastGiven.map {
                $0.sequence + 1 == segment.sequence && $0.discontinuity == segment.discontinuity
            }
            return .fetch(segment, isBreak: isBreak || continues != true)
        }
        guard !list.isEnded else { return .end(.streamDropped) }
        // A list that was read long ago, because nobody pulled, says nothing of now: it is read again first.
        if pending != nil || now >= reloadAt { return .reload }
        return isExhausted(at: now) ? .end(exhaustion) : .wait(until: reloadAt)
    }

    // MARK: Readings

    private mutating func read(_ playlist: MediaPlaylist, at now: Duration) {
        target = Self.bounded(playlist.targetDuration)
        guard let newest = playlist.segments.last else { return noteUnchanged(at: now) }
        guard let next else { return begin(playlist, at: now) }
        if newest.sequence + 1 < edge { return readOlder(playlist, at: now) }
        restartAt = nil
        // The window slid past us, or the encoder counts from elsewhere.
        if next < playlist.firstSequence { return begin(playlist, at: now) }
        keep(playlist)
        newest.sequence >= edge ? noteChanged(newest, at: now) : noteUnchanged(at: now)
    }

    /// An edge that is a little behind is waited for. A list far behind that moves on by itself is a new count.
    private mutating func readOlder(_ playlist: MediaPlaylist, at now: Duration) {
        let count = playlist.endSequence - playlist.firstSequence
        let isFar = edge - playlist.endSequence > max(Self.distance, count)
        defer { restartAt = isFar ? playlist.endSequence : nil }
        if isFar, let restartAt, playlist.endSequence > restartAt { return begin(playlist, at: now) }
        if playlist.isEnded { keep(playlist) }
        noteUnchanged(at: now)
    }

    /// Begins a run at the live edge.
    private mutating func begin(_ playlist: MediaPlaylist, at now: Duration) {
        isBreak = true
        next = Self.start(in: playlist, target: target)
        keep(playlist)
        edge = 0
        if let newest = playlist.segments.last { noteChanged(newest, at: now) }
    }

    /// Windows may reach back for hours; what lies behind us is not held.
    private mutating func keep(_ playlist: MediaPlaylist) {
        list = playlist
        if let next { list.segments.removeAll { $0.sequence < next } }
    }

    /// The newest segment that begins three target durations or more before the end, else the oldest.
    private static func start(in playlist: MediaPlaylist, target: Duration) -> Int {
        guard !playlist.isRecording else { return playlist.firstSequence }
        var left = target * distance
        for segment in playlist.segments.reversed() {
            left -= segment.duration
            if left <= .zero { return segment.sequence }
        }
        return playlist.firstSequence
    }

    private mutating func noteChanged(_ newest: MediaSegment, at now: Duration) {
        edge = newest.sequence + 1
        unchanged = 0
        changedAt = now
        reloadAt = now + target
    }

    private mutating func noteUnchanged(at now: Duration) {
        unchanged += 1
        reloadAt = now + target / 2
    }

    private func isExhausted(at now: Duration) -> Bool {
        unchanged >= Self.limit && now >= changedAt + target * Self.distance
    }

    private var exhaustion: FaultCode { lastFault ?? (next == nil ? .emptyStream : .upstreamTimeout) }

    // MARK: Segments

    private var pending: MediaSegment? {
        guard let next else { return nil }
        return list.segments.first { $0.sequence >= next && !known.contains($0.identity) }
    }

    private mutating func segmentFailed(_ code: FaultCode, at now: Duration) {
        guard let segment = pending else { return }
        failures += 1
        // Where not even the first can be taken apart, no other will be.
        if failures >= Self.limit || code == .unsupportedStream && lastGiven == nil {
            over = over ?? code
        } else if Self.isPassing(code), !hasRetried {
            // A short loss of the network costs nothing: there is more in the renderer's hands than this.
            hasRetried = true
            retryAt = now + max(target / 4, .seconds(1))
        } else {
            advance(past: segment)
            isBreak = true
        }
    }

    private mutating func advance(past segment: MediaSegment) {
        next = segment.sequence + 1
        hasRetried = false
        retryAt = .zero
    }

    /// Faults of the way there, as against what a server said.
    private static func isPassing(_ code: FaultCode) -> Bool {
        switch code {
        case .nameUnresolved, .connectionRefused, .connectionFailed, .streamDropped: true
        default: false
        }
    }

    private mutating func remember(_ identity: MediaSegment.Identity) {
        known.insert(identity)
        guard given.count == Self.memory else { return given.append(identity) }
        known.remove(given[oldestGiven])
        given[oldestGiven] = identity
        oldestGiven = (oldestGiven + 1) % Self.memory
    }

    /// A list that names no time or an absurd one must neither be asked for all the time nor never.
    private static func bounded(_ target: Duration) -> Duration { min(max(target, .seconds(1)), .seconds(60)) }
}
