internal import Model

/// The words of the Now page that depend on what the player does.
enum NowText {
    static func eyebrow(_ snapshot: PlayerSnapshot) -> String {
        switch snapshot.phase {
        case .idle: "Ready"
        case .resolving: "Looking up"
        // Nothing starts any more where everything moves: what is missing is sound in the programme.
        case .starting: snapshot.isDecodedInSilence ? "Decoding, but silent" : "Starting"
        case .playing: playing(snapshot)
        case .buffering: snapshot.isKeptSilentByOutput ? "Output silent" : "Waiting for the stream"
        case .reconnecting: "Reconnecting to the station"
        case .paused: "Paused"
        case .stopped: "Stopped"
        case .failed: "Could not play"
        case .stuck: "Not answering"
        case .waiting: "Waiting for \(snapshot.waitingFor?.words ?? "what it needs")"
        }
    }

    /// Whoever does not hear it learns why: the programme first, then our own mute and volume.
    private static func playing(_ snapshot: PlayerSnapshot) -> String {
        if snapshot.isKeptSilentByOutput { return "Output silent" }
        if snapshot.isProgrammeSilent { return "Playing · silent" }
        if snapshot.isMuted { return "Playing, muted" }
        return snapshot.volume.percent == 0 ? "Playing, volume 0" : "Playing"
    }

    /// `rests`, `waits`, `sounds` or `fails`.
    static func tone(_ snapshot: PlayerSnapshot) -> String {
        switch snapshot.phase {
        case .idle, .paused, .stopped: "rests"
        case .resolving, .starting, .buffering, .reconnecting, .waiting: "waits"
        // The colour of sound is only for what is seen to sound.
        case .playing: snapshot.isProgrammeSilent || snapshot.isKeptSilentByOutput ? "waits" : "sounds"
        case .failed, .stuck: "fails"
        }
    }

    /// How the sound is known, in short phrases; empty where nothing was asked.
    static func evidence(_ snapshot: PlayerSnapshot) -> [String] {
        guard snapshot.phase != .idle else { return [] }
        var fields = [level(snapshot.evidence.level)]
        switch snapshot.evidence.signal {
        case .present: fields.append("Signal present")
        case .silent: fields.append("Silent")
        case .unknown: if snapshot.evidence.level > .none { fields.append("Signal unknown") }
        }
        fields.append(output(snapshot.output))
        if let stream = snapshot.item?.stream {
            let format = StreamText.format(codec: stream.codec, bitrateKbps: stream.bitrateKbps)
            if let format { fields.append(format) }
            fields.append(stream.origin)
        }
        return fields
    }

    static func output(_ output: SnapshotOutput) -> String {
        if output.name == .null { return "Null output, makes no sound" }
        return output.sink.map { "pulse/\($0)" } ?? output.driver ?? output.name.description
    }

    private static func level(_ level: EvidenceLevel) -> String {
        switch level {
        case .none: "Not heard"
        case .decoding: "Decoding"
        case .outputAccepting: "Heard by output"
        case .deviceReported: "Reported by device"
        }
    }
}

extension PlayerSnapshot {
    fileprivate var isProgrammeSilent: Bool { if case .silent = evidence.signal { true } else { false } }
    fileprivate var isDecodedInSilence: Bool { isProgrammeSilent && evidence.level >= .decoding }
}

/// How a stream's format is written everywhere: `192 kbit/s mp3`.
enum StreamText {
    static func format(codec: String?, bitrateKbps: Int?) -> String? {
        let parts = [bitrateKbps.map { "\($0) kbit/s" }, codec].compactMap { $0 }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}
