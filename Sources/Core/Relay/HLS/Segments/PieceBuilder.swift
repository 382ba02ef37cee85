/// A title and when it begins; nil where its segment does not say, which means at once.
struct TimedTitle: Sendable, Equatable {
    let time: PresentationTime?
    let title: StreamTitle
}

/// Puts what one segment holds into playing order: each title stands before the first frame that begins when the
/// title does, or later.
struct PieceBuilder {
    /// Titles held at once; no programme changes that often. The newest stay.
    static let titleLimit = 64
    /// A title further ahead of its segment than that is on another clock, and is told at once.
    static let farthest: Int64 = 60 * PresentationTime.ticksPerSecond

    private(set) var duration = Duration.zero
    private(set) var isWithoutAudio = true
    private var pieces: [StreamPiece] = []
    private var audio: [UInt8] = []
    /// In the order of their times; those before `next` are placed.
    private var waiting: [TimedTitle]
    private var next = 0
    private var lastTime: PresentationTime?

    /// - Parameter titles: of this segment and those left over from the one before, in the order in which they came.
    init(_ titles: [TimedTitle]) {
        let ordered = titles.suffix(Self.titleLimit).enumerated().sorted { one, other in
            let (first, second) = (one.element.time?.ticks ?? .min, other.element.time?.ticks ?? .min)
            return (first, one.offset) < (second, other.offset)
        }
        self.waiting = ordered.map(\.element)
    }

    /// A frame that begins at `time`; nil where that is not known, and then no title is held back.
    mutating func append(_ frame: some Collection<UInt8>, at time: PresentationTime?, lasting: Duration) {
        while next < waiting.count {
            if let time, let begin = waiting[next].time, begin > time { break }
            place(waiting[next].title)
            next += 1
        }
        audio += frame
        duration += lasting
        isWithoutAudio = false
        lastTime = time ?? lastTime
    }

    /// A title that stands between frames.
    mutating func append(_ title: StreamTitle) {
        guard waiting.count < Self.titleLimit else { return }
        waiting.insert(TimedTitle(time: nil, title: title), at: next)
        next += 1
        place(title)
    }

    /// What the segment gives, and the titles that belong to frames of the segments after it.
    mutating func finish() -> (pieces: [StreamPiece], left: [TimedTitle]) {
        var left: [TimedTitle] = []
        for title in waiting[next...] {
            if let time = title.time, let lastTime, time.ticks &- lastTime.ticks <= Self.farthest {
                left.append(title)
            } else {
                place(title.title)
            }
        }
        flush()
        return (pieces, left)
    }

    private mutating func place(_ title: StreamTitle) {
        flush()
        pieces.append(.title(title))
    }

    private mutating func flush() {
        if !audio.isEmpty { pieces.append(.audio(audio)) }
        audio = []
    }
}
