internal import Model

// MARK: Loading

extension PlaybackSession {
    mutating func resolved(_ generation: Generation, _ result: Result<ResolvedStream, ProviderError>) {
        guard generation == self.generation else { return }
        guard phase == .resolving || phase == .reconnecting else { return described(result) }
        switch result {
        case .success(let stream):
            resolved = stream
            intent?.title = stream.title
            if phase == .resolving { phase = .starting }
            load(stream)
        case .failure(.failed(let code)): fail(code)
        case .failure(.refused(let refusal)):
            phase = .failed
            notice = Notice(code: refusal.code.rawValue, severity: .error, text: refusal.reason)
            for operation in operationsOfLoad { answer(operation.id, .refused(refusal)) }
        }
    }

    /// What was saved is named and shown as what it is now.
    private mutating func described(_ result: Result<ResolvedStream, ProviderError>) {
        guard phase == .stopped, resolved == nil, case .success(let stream) = result else { return }
        resolved = stream
        intent?.title = stream.title
    }

    private mutating func load(_ stream: ResolvedStream) {
        playID = playID.next
        watch = EvidenceWatch(playID: playID, output: output.name)
        loaded = playID
        loadedAt = now
        fetchingAt = nil
        relayFault = nil
        effects += [.load(stream, playID, output.name), .watch(.fine)]
    }

    /// Ends whatever is loaded; the renderer's own word on it is still awaited in ``loaded``.
    mutating func endLoad() {
        if loadedAt != nil {
            effects += [.unload(playID), .watch(.off)]
        }
        watch = nil
        loadedAt = nil
        fetchingAt = nil
        stream = nil
        onAir = nil
        titles = []
        anchor = nil
        soundSince = nil
        isRejoining = false
        waitingFor = nil
        output.driver = nil
        output.sink = nil
    }

    mutating func waitForOutput() {
        loaded = nil
        endLoad()
        phase = .waiting
        waitingFor = .output
        notice = .waitingForOutput(output.name)
        note(.waiting, ["for": WaitingFor.output.rawValue, "output": output.name.description])
        effects.append(.awaitOutput(output.name, playID))
    }

    mutating func outputAvailable(_ id: PlayID) {
        guard id == playID, phase == .waiting, let resolved else { return }
        phase = .starting
        waitingFor = nil
        notice = nil
        load(resolved)
    }

    mutating func loadRejected(_ id: PlayID, _ error: RendererError) {
        guard id == playID else { return }
        switch error {
        case .unresponsive: unansweredSince = unansweredSince ?? now
        case .closed: rendererDied()
        case .rejected: if phase.isUnderWay { fail(.rendererFailed) }
        }
    }
}

// MARK: What is seen of a load

extension PlaybackSession {
    mutating func relayed(_ id: PlayID, _ event: RelayEvent) {
        guard id == playID, loadedAt != nil, phase.isUnderWay else { return }
        switch event {
        case .trying(let index, let origin): note(.fetching, ["stream": "\(index + 1)", "origin": origin])
        case .streamFailed(let index, let origin, let code):
            note(.fetching, ["stream": "\(index + 1)", "origin": origin, "code": code.rawValue])
        case .fetching(let stream, _):
            self.stream = stream
            fetchingAt = now
            isRejoining = false
            note(.fetching, ["origin": stream.origin, "codec": stream.codec ?? "unknown"])
        case .moved(let index, let from, let to):
            if let media = resolved?.media { effects.append(.recordMove(StreamMove(media, index, from: from, to: to))) }
        case .title(let title): titles = titles.suffix(Self.titlesKept - 1) + [title]
        case .charset(let name):
            if let media = resolved?.media { effects.append(.recordCharset(name, media)) }
        case .reconnecting(let code): rejoining(code)
        case .formatChanged: reload(.streamDropped)
        case .dropped(let code): relayFault = code
        case .failed(let code):
            relayFault = code
            fail(code)
        }
    }

    mutating func rendered(_ event: RendererEvent) {
        switch event {
        case .started: break
        case .observed(let look): observed(look)
        case .title(let id, let text): if id == playID { heard(title: text) }
        case .tags(let id, let artist, let title): if id == playID { heard(artist: artist, title: title) }
        case .ended(let id, let end): ended(id, end)
        case .outputMoved(let id, _, let to): outputGone(id, .outputMoved, .outputMoved(to: to))
        case .outputLost(let id): outputGone(id, .outputLost, .outputLost(output.name))
        case .volume(let volume, let isMuted): volumeObserved(volume, isMuted)
        case .unresponsive(let since): unansweredSince = unansweredSince ?? since
        case .responsive: answered()
        case .died: rendererDied()
        }
    }

    private mutating func observed(_ look: RendererObservation) {
        guard look.playID == playID, phase.isUnderWay, loadedAt != nil, var watch else { return }
        let before = watch.evidence.level
        watch.take(look)
        self.watch = watch
        output.driver = look.driver
        output.sink = look.sink?.name
        if stream?.codec == nil { stream?.codec = look.codec }
        if watch.evidence.level != before, watch.evidence.level > .none { note(.decoding, seen()) }
        if watch.isSufficient {
            // What still sounds then is what the renderer had left.
            if !isRejoining { heard(look) }
        } else if phase == .playing {
            evidenceWithdrawn()
        }
        tell(look, watch)
    }

    /// What a look alone has to say to a person; it goes when the cause does.
    private mutating func tell(_ look: RendererObservation, _ watch: EvidenceWatch) {
        let isOutputFault = look.sink.map { $0.isMuted || !$0.isRunning } ?? false
        outputFaultSince = isOutputFault ? outputFaultSince ?? look.at : nil
        let told: Notice? =
            if let outputFaultSince, look.at - outputFaultSince >= Self.outputNotice, let sink = look.sink {
                sink.isMuted ? .outputMuted(sink.name) : .outputNotRunning(sink.name)
            } else if case .silent(let since) = watch.evidence.signal, watch.evidence.level >= watch.evidence.required,
                !watch.wasHeard || look.at - since >= Self.silenceNotice
            {
                watch.wasHeard ? .silentNow : .silent
            } else {
                nil
            }
        if told != nil || notice?.isOfALook == true { notice = told }
    }

    private mutating func heard(_ look: RendererObservation) {
        if let position = look.audioPosition { keepAnchor(position, at: look.at) }
        if watch?.evidence.isSufficient == true {
            for operation in operationsOfLoad { answer(operation.id, .confirmed, seen()) }
        }
        guard phase != .playing else { return }
        phase = .playing
        soundSince = now
        wasConfirmed = true
        failure = nil
        notice = nil
        effects.append(.watch(.coarse))
        for index in late.indices {
            late[index].note(.heardLater, at: now, seen())
            effects.append(.record(late[index].receipt))
        }
        late = []
    }

    /// The renderer says when; what the relay read out of the stream says what.
    private mutating func heard(title line: String) {
        guard !line.isEmpty else { return onAir = nil }
        let title = titles.last { $0.line == line }
        onAir = OnAir(
            text: line,
            artist: title?.artist,
            title: title.flatMap { $0.isAdvertisement ? nil : $0.title },
            raw: title?.raw ?? line,
            isAdvertisement: title?.isAdvertisement ?? false
        )
    }

    private mutating func heard(artist: String?, title: String) {
        let artist = artist.map(TitleText.cleaned).flatMap { $0.isEmpty ? nil : $0 }
        let title = TitleText.cleaned(title)
        let said = StreamTitle(artist: artist, title: title, raw: title)
        guard !title.isEmpty else { return onAir = nil }
        onAir = OnAir(text: said.line, artist: artist, title: title, raw: said.raw)
    }

    /// An anchor stands until it is off by more than a listener could tell from jitter.
    private mutating func keepAnchor(_ position: Duration, at time: Duration) {
        if let anchor, anchor.rate == 1 {
            let drift = position - (anchor.position + (time - anchor.at))
            if drift < .milliseconds(750), drift > .milliseconds(-750) { return }
        }
        anchor = PositionAnchor(position: position, at: time, rate: 1)
    }

    mutating func evidenceWithdrawn() {
        phase = .buffering
        if let position = watch?.last?.audioPosition {
            anchor = PositionAnchor(position: position, at: now, rate: 0)
        }
        effects.append(.watch(.fine))
    }

    private mutating func ended(_ id: PlayID, _ end: RendererEnd) {
        if loaded == id { loaded = nil }
        for operation in operations where operation.awaited == .silence(id) { answer(operation.id, .confirmed) }
        guard id == playID, loadedAt != nil, phase.isUnderWay else { return }
        switch end {
        case .replaced: break
        case .endOfData: dropped(relayFault ?? .streamDropped)
        case .failed(.outputMissing): waitForOutput()
        case .failed(let code): wasConfirmed && code.side != .output ? dropped(code) : fail(relayFault ?? code)
        }
    }

    /// A live stream that ends has dropped: one pass over its listed streams, then failed (design 6).
    mutating func dropped(_ code: FaultCode) {
        if let soundSince, now - soundSince >= Self.goodSound { hasUsedPass = false }
        guard wasConfirmed, !hasUsedPass else { return fail(code) }
        hasUsedPass = true
        reload(code)
    }

    /// The relay makes the pass under the running load.
    private mutating func rejoining(_ code: FaultCode) {
        isRejoining = true
        hasUsedPass = true
        note(.reconnecting, ["code": code.rawValue])
        guard wasConfirmed else { return }
        if phase == .playing { evidenceWithdrawn() }
        phase = .reconnecting
        notice = .reconnecting(code)
    }

    /// A new load under the same generation.
    private mutating func reload(_ code: FaultCode) {
        guard let intent else { return fail(code) }
        endLoad()
        phase = wasConfirmed ? .reconnecting : .resolving
        notice = .reconnecting(code)
        note(.reconnecting, ["code": code.rawValue])
        effects.append(.resolve(intent.media, generation))
    }

    mutating func fail(_ code: FaultCode) {
        endLoad()
        phase = .failed
        failure = (code, now)
        notice = .failed(code)
        for operation in operationsOfLoad { answer(operation.id, .failed(code)) }
    }

    /// The sound went where nobody asked for it, or nowhere: silence is better than the wrong room (design 4), and
    /// plugging something in never starts playback (PU10).
    private mutating func outputGone(_ id: PlayID, _ code: FaultCode, _ told: Notice) {
        guard id == playID, phase.isUnderWay else { return }
        generation = generation.next
        for operation in operationsOfLoad { answer(operation.id, .failed(code)) }
        endLoad()
        phase = .paused
        notice = told
        guard var intent else { return }
        intent.wanted = .paused
        intent.generation = generation
        self.intent = intent
        effects.append(.save(intent))
    }

    mutating func becomeStuck() {
        for operation in operations {
            switch operation.awaited {
            case .sound, .silence, .volume, .mute: answer(operation.id, .failed(.rendererStuck))
            case .admission, .settings: break
            }
        }
        endLoad()
        phase = .stuck
        notice = .failed(.rendererStuck)
    }

    private mutating func answered() {
        unansweredSince = nil
        guard phase == .stuck else { return }
        phase = .failed
        failure = (.rendererStuck, now)
    }

    mutating func rendererDied() {
        isRendererDead = true
        loaded = nil
        unansweredSince = nil
        if phase.isUnderWay || phase == .stuck { fail(.rendererFailed) }
        for operation in operations {
            switch operation.awaited {
            case .silence: answer(operation.id, .confirmed)
            case .volume, .mute: answer(operation.id, .failed(.rendererFailed))
            case .admission, .sound, .settings: break
            }
        }
    }
}
