package import Model

// MARK: Commands

extension PlaybackSession {
    mutating func take(_ command: PlayerCommand, _ id: OperationID, _ deadline: Duration) {
        sequence += 1
        let media: MediaRef? =
            if case .play(let media) = command { media ?? (pending ?? intent)?.media } else {
                (pending ?? intent)?.media
            }
        var operation = OpenOperation(
            receipt: Receipt(
                id: id,
                player: self.id,
                act: command.act,
                media: media,
                generation: generation,
                acceptedAt: date,
                deadline: deadline
            ),
            sequence: sequence,
            acceptedAt: now,
            awaited: .admission
        )
        operation.note(.accepted, at: now, command.asked)
        operations.append(operation)
        effects.append(.record(operation.receipt))
        switch command {
        case .play(let media?): effects.append(.admit(media, id))
        case .play(nil): playAgain(id)
        case .resume: phase == .paused || phase.isUnderWay || pending != nil ? playAgain(id) : refuseResume(id)
        case .pause: pause(id)
        case .stop: halt(id, .stopped)
        case .next, .previous: step(id)
        case .volume(let volume): setVolume(id, volume)
        case .mute(let isMuted): setMuted(id, isMuted)
        case .transfer(let output): transfer(id, output)
        }
    }

    mutating func admitted(_ id: OperationID, _ result: Result<MediaRef, Refusal>) {
        guard let operation = operations.first(where: { $0.id == id }), operation.awaited == .admission else { return }
        switch result {
        case .failure where operation.receipt.act.isStep: admitCandidate(id)
        case .failure(let refusal): answer(id, .refused(refusal))
        case .success where operation.sequence < lastTaken: answer(id, .superseded)
        case .success(let media):
            if media == (pending ?? intent)?.media, pending != nil || phase.isUnderWay {
                join(id)
            } else {
                begin(media, title: media == intent?.media ? intent?.title : nil, for: id)
            }
        }
    }

    /// Play without a media ref: resume, or start the saved intent again.
    private mutating func playAgain(_ id: OperationID) {
        if pending != nil || phase.isUnderWay { return join(id) }
        guard let intent else {
            return answer(id, .refused(Refusal(.nothingToPlay, "Nothing was played here yet. Choose a station.")))
        }
        effects.append(.admit(intent.media, id))
    }

    /// What is asked for is already being done: nothing is loaded again (C21).
    private mutating func join(_ id: OperationID) {
        guard let index = operations.firstIndex(where: { $0.id == id }) else { return }
        lastTaken = max(lastTaken, operations[index].sequence)
        operations[index].awaited = .sound
        operations[index].receipt.generation = generation
        record(id)
        if phase == .playing, pending == nil, watch?.evidence.isSufficient == true { answer(id, .confirmed, seen()) }
    }

    /// Takes the player for `media`: a new generation, and the intent on the disk before anything is loaded.
    private mutating func begin(_ media: MediaRef, title: String?, for id: OperationID) {
        advance(id)
        if mustReplaceRenderer {
            isRendererDead = false
            unansweredSince = nil
            openCallSince = nil
            loaded = nil
            cadence = .off
            effects.append(.replaceRenderer)
            // What was asked of the old one and never seen is not asked again.
            (wantedVolume, wantedMute) = (nil, nil)
            tellRenderer(settings.volume ?? volume, settings.isMuted ?? isMuted)
        }
        let intent = Intent(
            player: self.id,
            generation: generation,
            item: QueueItemID(random: randomness),
            media: media,
            title: title,
            wanted: .playing,
            askedAt: date
        )
        pending = intent
        if let index = operations.firstIndex(where: { $0.id == id }) { operations[index].awaited = .sound }
        effects.append(.save(intent))
        record(id)
    }

    /// The top rung of the recovery ladder: a renderer that hung, died, or failed its output moments ago.
    private var mustReplaceRenderer: Bool {
        if isRendererDead || phase == .stuck { return true }
        guard phase == .failed, let failure, failure.code.side == .output else { return false }
        return now - failure.at < Self.escalationWindow
    }

    mutating func intentSaved(_ generation: Generation, _ result: Result<Void, StoreError>) {
        kept(result)
        guard let saved = pending, saved.generation == generation else { return }
        pending = nil
        // A disk that takes nothing does not silence the radio; what is lost by it is said.
        intent = saved
        endLoad()
        if resolved?.media != saved.media { resolved = nil }
        notice = nil
        wasConfirmed = false
        hasUsedPass = false
        failure = nil
        phase = .resolving
        note(.resolving)
        effects.append(.resolve(saved.media, generation))
    }

    private mutating func pause(_ id: OperationID) {
        if phase == .paused, pending == nil { return answer(id, .confirmed) }
        guard phase.isUnderWay || phase == .stuck || pending != nil else {
            return answer(id, .refused(Refusal(.nothingToPause, "Nothing is playing.", disallowed: disallowed)))
        }
        halt(id, .paused)
    }

    private mutating func refuseResume(_ id: OperationID) {
        answer(id, .refused(Refusal(.notPaused, "Nothing is paused. Use Play.", disallowed: disallowed)))
    }

    /// Stop, and Pause of a live stream: silence at once, then the record of it. The connection is dropped; a resume
    /// starts at the live edge.
    private mutating func halt(_ id: OperationID, _ wanted: Intent.Wanted) {
        advance(id)
        if let asked = pending {
            intent = asked
            pending = nil
        }
        let sounding = loaded
        endLoad()
        notice = nil
        failure = nil
        phase = intent == nil ? .idle : wanted == .paused ? .paused : .stopped
        if var intent {
            intent.wanted = wanted
            intent.generation = generation
            self.intent = intent
            effects.append(.save(intent))
        }
        if let sounding, let index = operations.firstIndex(where: { $0.id == id }) {
            operations[index].awaited = .silence(sounding)
            record(id)
        } else {
            answer(id, .confirmed)
        }
    }

    /// A command takes the player: what older ones wait for will not come.
    private mutating func advance(_ id: OperationID) {
        generation = generation.next
        supersede()
        guard let index = operations.firstIndex(where: { $0.id == id }) else { return }
        lastTaken = operations[index].sequence
        operations[index].receipt.generation = generation
    }

    /// The receipt of an open operation changed without a step.
    private mutating func record(_ id: OperationID) {
        guard let operation = operations.first(where: { $0.id == id }) else { return }
        effects.append(.record(operation.receipt))
    }
}

// MARK: Volume, mute and output

extension PlaybackSession {
    private mutating func setVolume(_ id: OperationID, _ wanted: Volume) {
        supersede(id) { if case .volume = $0 { true } else { false } }
        expect(.volume(wanted), of: id)
        wantedVolume = wanted
        if settling?.volume != nil { settling?.volume = wanted }
        effects.append(.setVolume(wanted))
        if wanted == volume { readBack(.volume(wanted)) }
    }

    private mutating func setMuted(_ id: OperationID, _ wanted: Bool) {
        supersede(id) { if case .mute = $0 { true } else { false } }
        expect(.mute(wanted), of: id)
        wantedMute = wanted
        if settling?.isMuted != nil { settling?.isMuted = wanted }
        effects.append(.setMuted(wanted))
        if wanted == isMuted { readBack(.mute(wanted)) }
    }

    /// What the renderer says about volume and mute; only this changes what is shown. A renderer that was just told
    /// reports what it began with first.
    mutating func volumeObserved(_ volume: Volume, _ isMuted: Bool) {
        readback = (volume, isMuted)
        if settling?.volume == volume { settling?.volume = nil }
        if settling?.isMuted == isMuted { settling?.isMuted = nil }
        if settling?.volume == nil {
            self.volume = volume
            readBack(.volume(volume))
        }
        if settling?.isMuted == nil {
            self.isMuted = isMuted
            readBack(.mute(isMuted))
        }
        if settling?.volume == nil, settling?.isMuted == nil { settling = nil }
    }

    /// A renderer that never came to what it was told is shown as what it is.
    mutating func settled() {
        settling = nil
        if let readback { volumeObserved(readback.volume, readback.isMuted) }
    }

    /// For a renderer that begins.
    mutating func tellRenderer(_ volume: Volume, _ isMuted: Bool) {
        settling = (volume, isMuted, now + Self.settleLimit)
        effects += [.setVolume(volume), .setMuted(isMuted)]
    }

    private mutating func transfer(_ id: OperationID, _ name: OutputName) {
        supersede(id) { if case .output = $0 { true } else { false } }
        guard name != output.name else {
            if phase.isUnderWay { return join(id) }
            expect(.settings, of: id)
            return effects.append(.saveSettings(settings))
        }
        settings.output = name
        output = SnapshotOutput(name: name)
        effects.append(.saveSettings(settings))
        if phase.isUnderWay, pending == nil, let intent {
            // The old output falls silent before the new one is opened (HU16).
            endLoad()
            phase = .resolving
            begin(intent.media, title: intent.title, for: id)
        } else {
            expect(.settings, of: id)
        }
    }

    mutating func settingsSaved(_ saved: PlayerSettings, _ result: Result<Void, StoreError>) {
        kept(result)
        // An older save says nothing about a newer wish; its own save is under way.
        guard saved == settings else { return }
        let seen = ["volume": "\(volume.percent)", "muted": "\(isMuted)"]
        for operation in operations where operation.awaited == .settings {
            // Set, but not kept: saying confirmed would acknowledge what a restart loses.
            if case .failure = result {
                answer(operation.id, .failed(.storageFailed), seen)
                continue
            }
            // Chosen is not there: a name that no output has would be silent with the next play.
            if operation.receipt.act == .transfer {
                expect(.output(output.name), of: operation.id)
                effects.append(.findOutput(output.name, operation.id))
            } else {
                answer(operation.id, .confirmed, seen)
            }
        }
    }

    mutating func outputFound(_ id: OperationID) {
        guard let operation = operations.first(where: { $0.id == id }), operation.awaited == .output(output.name) else {
            return
        }
        answer(id, .confirmed, ["output": output.name.description])
    }

    /// Whether a transfer still waits for its output.
    package func isSought(_ id: OperationID) -> Bool {
        operations.contains { $0.id == id && $0.awaited == .output(output.name) }
    }

    private mutating func kept(_ result: Result<Void, StoreError>) {
        unkept = if case .failure(let error) = result { error } else { nil }
    }

    /// The renderer has what was asked, now or after the verdict; what is left is the disk.
    private mutating func readBack(_ seen: OpenOperation.Awaited) {
        switch seen {
        case .volume(let volume) where volume == wantedVolume:
            wantedVolume = nil
            settings.volume = volume
        case .mute(let isMuted) where isMuted == wantedMute:
            wantedMute = nil
            settings.isMuted = isMuted
        default: return
        }
        for index in operations.indices where operations[index].awaited == seen {
            operations[index].awaited = .settings
        }
        effects.append(.saveSettings(settings))
    }

    private mutating func expect(_ awaited: OpenOperation.Awaited, of id: OperationID) {
        guard let index = operations.firstIndex(where: { $0.id == id }) else { return }
        operations[index].awaited = awaited
    }

    private mutating func supersede(_ id: OperationID, where isOlder: (OpenOperation.Awaited) -> Bool) {
        for operation in operations where operation.id != id && isOlder(operation.awaited) {
            answer(operation.id, .superseded)
        }
    }
}
