internal import Model

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
        operation.note(.accepted, at: now)
        operations.append(operation)
        effects.append(.record(operation.receipt))
        switch command {
        case .play(let media?): effects.append(.admit(media, id))
        case .play(nil): playAgain(id)
        case .resume: phase == .paused || phase.isUnderWay || pending != nil ? playAgain(id) : refuseResume(id)
        case .pause: pause(id)
        case .stop: halt(id, .stopped)
        case .volume(let volume): setVolume(id, volume)
        case .mute(let isMuted): setMuted(id, isMuted)
        case .transfer(let output): transfer(id, output)
        }
    }

    mutating func admitted(_ id: OperationID, _ result: Result<MediaRef, Refusal>) {
        guard let operation = operations.first(where: { $0.id == id }), operation.awaited == .admission else { return }
        switch result {
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
            loaded = nil
            effects.append(.replaceRenderer)
            effects += [.setVolume(settings.volume ?? volume), .setMuted(settings.isMuted ?? isMuted)]
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
        if case .failure(let error) = result { notice = .notSaved(error) }
        guard let saved = pending, saved.generation == generation else { return }
        pending = nil
        guard case .success = result else {
            for operation in operations where operation.awaited == .sound {
                answer(operation.id, .failed(.storageFailed))
            }
            if phase == .resolving { phase = .failed }
            return
        }
        intent = saved
        endLoad()
        resolved = nil
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
        effects.append(.setVolume(wanted))
        if wanted == volume { readBack(.volume(wanted)) }
    }

    private mutating func setMuted(_ id: OperationID, _ wanted: Bool) {
        supersede(id) { if case .mute = $0 { true } else { false } }
        expect(.mute(wanted), of: id)
        effects.append(.setMuted(wanted))
        if wanted == isMuted { readBack(.mute(wanted)) }
    }

    /// What the renderer says about volume and mute; only this changes what is shown.
    mutating func volumeObserved(_ volume: Volume, _ isMuted: Bool) {
        self.volume = volume
        self.isMuted = isMuted
        readBack(.volume(volume))
        readBack(.mute(isMuted))
    }

    private mutating func transfer(_ id: OperationID, _ name: OutputName) {
        guard name != output.name else {
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
        if case .failure(let error) = result { notice = .notSaved(error) }
        // An older save says nothing about a newer wish; its own save is under way.
        guard saved == settings else { return }
        let seen = ["volume": "\(volume.percent)", "muted": "\(isMuted)"]
        for operation in operations where operation.awaited == .settings {
            // Set, but not kept: saying confirmed would acknowledge what a restart loses.
            if case .failure = result { answer(operation.id, .failed(.storageFailed), seen) }
            answer(operation.id, .confirmed, seen)
        }
    }

    /// The renderer confirmed it; what is left is the disk.
    private mutating func readBack(_ awaited: OpenOperation.Awaited) {
        let matching = operations.indices.filter { operations[$0].awaited == awaited }
        guard !matching.isEmpty else { return }
        for index in matching { operations[index].awaited = .settings }
        switch awaited {
        case .volume(let volume): settings.volume = volume
        case .mute(let isMuted): settings.isMuted = isMuted
        case .admission, .sound, .silence, .settings: break
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
