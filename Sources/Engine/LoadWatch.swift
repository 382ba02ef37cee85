internal import Model

/// What was seen of the load that is current; made anew when a load starts, so that nothing of the one before is left.
struct LoadWatch {
    let id: PlayID
    private var gauge = SignalGauge()
    private var title: String?
    private var tags: PlaybackSample.Tags?
    private var hasOpenedOutput = false
    private var trace: SinkTrace?

    /// - Parameters:
    ///   - id: the load.
    ///   - trace: where our stream is at the Pulse server; nil for other outputs.
    init(_ id: PlayID, trace: SinkTrace?) {
        self.id = id
        self.trace = trace
    }

    /// libmpv has opened the output for this load.
    ///
    /// - Returns: that our stream is in the wrong room.
    mutating func open(at now: Duration) -> RendererEvent? { trace?.open(at: now) }

    /// - Returns: that our stream is in the wrong room, or lost.
    mutating func handle(_ report: PulseReport, at now: Duration) -> RendererEvent? { trace?.handle(report, at: now) }

    /// As above; time alone can prove a suspicion.
    mutating func judge(at now: Duration) -> RendererEvent? { trace?.judge(at: now) }

    /// - Returns: what is on, where that is new; the first title is new unless it is empty. A container's own tags go
    ///   before the ICY title that comes with them.
    mutating func newTitle(_ sample: PlaybackSample) -> RendererEvent? {
        let hasNewTags = sample.tags != tags && sample.tags != nil
        let hasNewTitle = sample.title != nil && sample.title != title ?? ""
        tags = sample.tags ?? tags
        title = sample.title ?? title
        if hasNewTags, let tags { return .tags(id, artist: tags.artist, title: tags.title) }
        return hasNewTitle ? title.map { .title(id, $0) } : nil
    }

    /// - Parameters:
    ///   - sample: libmpv's answer.
    ///   - signal: the map of the silence detector; nil where there is none yet.
    ///   - seenAt: when libmpv answered the sample.
    /// - Returns: all that is known of the load at that moment.
    mutating func observe(_ sample: PlaybackSample, signal: [String: MPVNode]?, at seenAt: Duration)
        -> RendererObservation
    {
        if sample.driver != nil { hasOpenedOutput = true }
        return RendererObservation(
            playID: id,
            at: seenAt,
            audioPosition: sample.audioPosition,
            isCoreIdle: sample.isCoreIdle,
            isPausedForCache: sample.isPausedForCache,
            isPaused: sample.isPaused,
            format: sample.format,
            codec: sample.codec,
            driver: sample.driver,
            sink: sample.driver == "pulse" ? trace?.observation : nil,
            signal: gauge.read(position: sample.audioPosition, metadata: signal)
        )
    }

    /// What libmpv's reason means for this load.
    func end(_ reason: MPVEndReason, _ error: Int32) -> RendererEnd {
        switch (reason, error) {
        case (.endOfData, _): .endOfData
        case (.stopped, _), (.quit, _): .replaced
        // An output that had been open and could not be opened again is gone, not wrong.
        case (.failed, MPVErrorCode.outputFailed): .failed(hasOpenedOutput ? .outputLost : .outputFailed)
        case (.failed, MPVErrorCode.loadingFailed), (.failed, MPVErrorCode.unknownFormat),
            (.failed, MPVErrorCode.nothingToPlay), (.redirected, _):
            .failed(.undecodable)
        case (.failed, _): .failed(.rendererFailed)
        }
    }
}
