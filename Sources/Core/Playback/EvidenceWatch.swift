package import Model

/// Turns the looks at one load into evidence (design 4). A value: the same looks give the same evidence.
package struct EvidenceWatch: Sendable {
    /// Movement is judged over windows, never over single steps: on some outputs the position steps back.
    private struct Sample {
        let at: Duration
        let position: Duration
    }

    /// How much the position must rise, over two or more looks, before anything is believed.
    package static let leastRise = Duration.milliseconds(200)
    /// Rise against wall time; outside of it the position does not tell of sound in real time.
    package static let rate = 0.5...1.5
    /// How far back a window reaches. Half of it without movement withdraws evidence, so that it is gone within 2 s.
    package static let window = Duration.milliseconds(1600)
    /// How long a silence must last for the detector to see it; audio younger than that proves nothing.
    package static let detectorDelay = Duration.milliseconds(200)

    /// Once the programme was heard, a pause shorter than this is part of it: speech and music breathe.
    package static let breath = Duration.seconds(2)

    package let playID: PlayID
    package let output: OutputName
    package private(set) var evidence: Evidence
    /// The programme was audible at least once since the load.
    package private(set) var wasHeard = false
    /// When the position last rose.
    package private(set) var lastRise: Duration?
    package private(set) var last: RendererObservation?
    /// What keeps it from being heard, and since when that has been seen in every look.
    package private(set) var hindrance: (cause: Hindrance, since: Duration)?
    /// When a look last showed that the output, not the stream, keeps it from being heard.
    package private(set) var lastRefusal: Duration?

    private var samples: [Sample] = []
    private var isMoving = false
    private var first: Duration?

    package init(playID: PlayID, output: OutputName) {
        self.playID = playID
        self.output = output
        self.evidence = Evidence(level: .none, required: Self.required(by: output), signal: .unknown)
    }

    /// The highest level that `output` can reach.
    package static func required(by output: OutputName) -> EvidenceLevel {
        output == .null ? .decoding : .outputAccepting
    }

    /// Everything that `confirmed` needs: the level, and sound in the programme since the load.
    package var isSufficient: Bool { evidence.level >= evidence.required && wasHeard }

    package mutating func take(_ look: RendererObservation) {
        guard look.playID == playID else { return }
        last = look
        note(look)
        judgeHindrance(look)
        judgeMovement()
        evidence.level = level(look)
        evidence.signal = signal(look)
        if evidence.signal == .present { wasHeard = true }
    }

    /// Withdraws the level where no look came for as long as a window: a renderer that says nothing proves nothing.
    package mutating func expire(at now: Duration) {
        guard let last, now - last.at >= Self.window else { return }
        evidence.level = .none
        samples.removeAll()
        isMoving = false
    }

    private mutating func note(_ look: RendererObservation) {
        guard let position = look.audioPosition, isRunning(look) else {
            samples.removeAll()
            return
        }
        if first == nil { first = position }
        if let previous = samples.last, position > previous.position { lastRise = look.at }
        samples.append(Sample(at: look.at, position: position))
        samples.removeAll { look.at - $0.at > Self.window }
    }

    private mutating func judgeHindrance(_ look: RendererObservation) {
        let cause = hindrance(look)
        if cause == .output || cause == .mute { lastRefusal = look.at }
        guard cause != hindrance?.cause else { return }
        hindrance = cause.map { ($0, look.at) }
    }

    private func hindrance(_ look: RendererObservation) -> Hindrance? {
        guard look.awaited == .output else { return look.awaited }
        if let sink = look.sink {
            if sink.isMuted { return .mute }
            if !sink.isRunning { return .output }
        }
        return lastRise == look.at ? nil : .output
    }

    private func isRunning(_ look: RendererObservation) -> Bool {
        !look.isCoreIdle && !look.isPausedForCache && !look.isPaused && look.format != nil
    }

    private func level(_ look: RendererObservation) -> EvidenceLevel {
        guard isRunning(look), isMoving else { return .none }
        guard let driver = look.driver, driver != "null" else { return .decoding }
        guard driver == "pulse" else { return .outputAccepting }
        guard let sink = look.sink, sink.isRunning, !sink.isCorked, !sink.isMuted else { return .decoding }
        if let wanted = output.pulseSink, sink.name != wanted { return .decoding }
        return .outputAccepting
    }

    /// Movement is believed after a stretch of it, and then until half a window without it; then only a new stretch
    /// counts. What was seen before the stretch is forgotten: an output may hold the position while it opens, or step
    /// back, and that would speak against the movement that follows.
    private mutating func judgeMovement() {
        guard let newest = samples.last else {
            isMoving = false
            return
        }
        if isMoving {
            guard let oldest = samples.first, newest.at - oldest.at >= Self.window / 2 else { return }
            isMoving = isRealTime(from: oldest, to: newest)
            if !isMoving { samples = [newest] }
        } else if let start = samples.indices.dropLast().first(where: { isStretch(from: $0) }) {
            isMoving = true
            samples.removeFirst(start)
        }
    }

    private func isStretch(from index: Int) -> Bool {
        guard let newest = samples.last else { return false }
        let rises = zip(samples[index...], samples[(index + 1)...]).count { $0.position < $1.position }
        return rises >= 2 && newest.position - samples[index].position >= Self.leastRise
            && isRealTime(from: samples[index], to: newest)
    }

    private func isRealTime(from start: Sample, to end: Sample) -> Bool {
        let wall = (end.at - start.at).seconds
        return wall > 0 && Self.rate.contains((end.position - start.position).seconds / wall)
    }

    private func signal(_ look: RendererObservation) -> Signal {
        switch look.signal {
        case .unknown: return evidence.signal == .present ? .present : .unknown
        case .sounding:
            guard let first, let position = look.audioPosition, position - first >= Self.detectorDelay else {
                return evidence.signal
            }
            return .present
        case .silent(let from):
            if case .silent = evidence.signal { return evidence.signal }
            let lasted = max(.zero, (look.audioPosition ?? from) - from)
            if wasHeard, lasted < Self.breath { return evidence.signal }
            return .silent(since: look.at - lasted)
        }
    }
}
