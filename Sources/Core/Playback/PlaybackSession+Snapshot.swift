internal import Model

// MARK: What is shown

extension PlaybackSession {
    func makeSnapshot() -> PlayerSnapshot {
        PlayerSnapshot(
            player: id,
            epoch: epoch,
            rev: 1,
            generation: generation,
            phase: phase,
            waitingFor: waitingFor,
            item: item,
            onAir: onAir,
            position: anchor,
            output: output,
            volume: volume,
            isMuted: isMuted,
            evidence: watch?.evidence
                ?? Evidence(level: .none, required: EvidenceWatch.required(by: output.name), signal: .unknown),
            disallowed: disallowed,
            notice: notice ?? unkept.map(Notice.notSaved)
        )
    }

    private var item: SnapshotItem? {
        intent.map { intent in
            SnapshotItem(
                id: intent.item,
                media: intent.media,
                title: intent.title,
                subtitle: resolved?.subtitle,
                isLive: true,
                trust: resolved?.trust,
                stream: stream
            )
        }
    }

    /// The acts that would be refused now; Stop never is.
    var disallowed: [Disallowed] {
        var acts: [Disallowed] = []
        let isAtWork = phase.isUnderWay || phase == .stuck || pending != nil
        if intent == nil, pending == nil { acts.append(Disallowed(.play, Self.nothingPlayed)) }
        if !isAtWork, phase != .paused { acts.append(Disallowed(.pause, "Nothing is playing.")) }
        if !isAtWork, phase != .paused { acts.append(Disallowed(.resume, "Nothing is paused.")) }
        // Where no other station is next, none is previous.
        if let whyNoStep { acts += [Disallowed(.next, whyNoStep), Disallowed(.previous, whyNoStep)] }
        return acts
    }

    /// What a receipt's step says was seen.
    func seen() -> [String: String] {
        var seen = [
            "level": watch?.evidence.level.word ?? EvidenceLevel.none.word,
            "signal": watch?.evidence.signal.word ?? Signal.unknown.word,
            "output": output.sink ?? output.driver ?? output.name.description,
        ]
        if let position = watch?.last?.audioPosition { seen["positionMs"] = "\(position.milliseconds)" }
        return seen
    }

    /// Walks from the provider to the device and says which hop is dead.
    package func explain(_ tally: RelayTally?, at now: Duration) -> Explanation {
        let hops = [providerHop, relayHop(tally, at: now), decodeHop, outputHop(at: now), deviceHop]
        return Explanation(sentence: sentence(hops), hops: hops)
    }

    private var title: String { intent.map { $0.title ?? $0.media.description } ?? "nothing" }

    private func sentence(_ hops: [Explanation.Hop]) -> String {
        switch phase {
        case .idle: return "Nothing was asked to play."
        case .stopped: return "\(title) is stopped; nothing is meant to sound."
        case .paused: return notice.map(\.text) ?? "\(title) is paused; nothing is meant to sound."
        case .playing:
            let silence =
                if case .silent = watch?.evidence.signal { ", but the programme itself is silent now" } else { "" }
            if output.name == .null {
                return "\(title) is decoded into the null output, which makes no sound\(silence)."
            }
            return "\(title) plays: seen at every hop up to the output\(silence)."
        case .resolving, .starting, .buffering, .reconnecting, .failed, .stuck, .waiting:
            let blamed = hops.first { $0.state == .dead } ?? hops.first { $0.state == .waiting }
            guard let blamed else {
                let cause = notice?.text ?? "No hop is known to be dead."
                return "\(title) is \(phase.rawValue). \(cause)"
            }
            let verb = blamed.state == .dead ? "is dead" : "is waited for"
            return "\(title) is \(phase.rawValue): the \(blamed.name.rawValue) \(verb) (\(blamed.seen))."
        }
    }

    private var providerHop: Explanation.Hop {
        guard let intent else { return .init(.provider, .unknown, "nothing was asked for") }
        if phase == .resolving { return .init(.provider, .waiting, "asked for \(intent.media)") }
        guard let resolved else {
            return .init(.provider, .unknown, "\(intent.media) was not looked up in this run")
        }
        let count = resolved.streams.count
        return .init(.provider, .alive, "\(resolved.media) has \(count) \(count == 1 ? "stream" : "streams")")
    }

    private func relayHop(_ tally: RelayTally?, at now: Duration) -> Explanation.Hop {
        if let failure, failure.code.hop == .relay { return .init(.relay, .dead, failure.code.rawValue) }
        guard loadedAt != nil, let tally else { return .init(.relay, .unknown, "no stream is open") }
        if let fault = relayFault ?? tally.fault { return .init(.relay, .dead, fault.rawValue) }
        guard tally.bytes > 0, let last = tally.lastByteAt else {
            return .init(.relay, .waiting, "no audio bytes yet from \(tally.origin ?? "any stream")")
        }
        let age = (now - last).milliseconds
        let seen = "\(tally.bytes) audio bytes from \(tally.origin ?? "the stream"), the last \(age) ms ago"
        guard tally.isOpen else { return .init(.relay, .dead, seen) }
        // A renderer whose output takes nothing fetches nothing: only one that waits for bytes shows that none come.
        let isAwaited = watch?.hindrance?.cause == .stream && tally.recentBytes < Self.leastFlow
        return .init(.relay, isAwaited ? .waiting : .alive, seen)
    }

    private var decodeHop: Explanation.Hop {
        if let failure, failure.code.hop == .decode { return .init(.decode, .dead, failure.code.rawValue) }
        if phase == .stuck { return .init(.decode, .dead, FaultCode.rendererStuck.rawValue) }
        guard let watch, let last = watch.last else { return .init(.decode, .unknown, "nothing is decoded") }
        let position = last.audioPosition.map { "\($0.milliseconds) ms" } ?? "no position"
        if watch.evidence.level >= .decoding {
            return .init(.decode, .alive, "\(last.codec ?? "audio") moves in real time, \(position)")
        }
        switch watch.hindrance?.cause {
        case .stream: return .init(.decode, .waiting, "waits for more that can be played, \(position)")
        case .output: return .init(.decode, .waiting, "has sound ready that the output does not take, \(position)")
        case .mute, nil: return .init(.decode, .waiting, "does not move yet, \(position)")
        }
    }

    private func outputHop(at now: Duration) -> Explanation.Hop {
        if phase == .waiting { return .init(.output, .waiting, "\(output.name) does not exist now") }
        if let failure, failure.code.hop == .output { return .init(.output, .dead, failure.code.rawValue) }
        guard let watch, let last = watch.last, let driver = last.driver else {
            return .init(.output, .unknown, "\(output.name) is not open")
        }
        let place = last.sink.map { " on \($0.name)" } ?? ""
        if let (cause, since) = watch.hindrance, cause == .output, now - since >= Self.outputNotice {
            guard let sink = last.sink, !sink.isRunning else {
                return .init(.output, .dead, "\(driver)\(place) takes nothing")
            }
            return .init(.output, .dead, "\(driver)\(place) is not running")
        }
        if watch.evidence.level >= watch.evidence.required {
            return .init(.output, .alive, "\(driver) takes samples\(place)")
        }
        guard watch.evidence.level == .decoding else { return .init(.output, .unknown, "\(driver)\(place)") }
        guard let sink = last.sink else { return .init(.output, .dead, "\(driver) does not show our stream") }
        let fault =
            sink.isMuted
            ? sink.isStreamMuted ? "muted for our stream" : "muted"
            : sink.isCorked ? "corked" : sink.isRunning ? "not the sink asked for" : "not running"
        return .init(.output, .dead, "\(driver) on \(sink.name) is \(fault)")
    }

    private var deviceHop: Explanation.Hop {
        if output.name == .null { return .init(.device, .unknown, "the null output makes no sound, as asked") }
        return .init(.device, .unknown, "a sound card does not report what is heard in the room")
    }
}

extension FaultCode {
    /// The hop at which this was seen.
    fileprivate var hop: Explanation.Hop.Name {
        switch self {
        case .undecodable, .rendererStuck, .rendererFailed: .decode
        case .outputMissing, .outputFailed, .outputLost, .outputMoved: .output
        default: .relay
        }
    }
}

extension PlaybackSession {
    /// The output as the renderer last showed it, for people.
    var place: String { output.sink ?? output.name.description }
}
