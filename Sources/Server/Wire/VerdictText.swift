internal import Core
package import Model

/// What a verdict says to a person, as a title and a sentence.
package struct VerdictText: Sendable, Equatable {
    package let title: String
    package let detail: String

    private init(_ title: String, _ detail: String) {
        self.title = title
        self.detail = detail
    }

    /// - Returns: nil for what needs no words: confirmed, and superseded, which is never shown.
    package init?(_ verdict: Verdict, to command: PlayerCommand, on snapshot: PlayerSnapshot, deadline: Duration) {
        switch verdict {
        case .confirmed, .superseded: return nil
        case .refused(let refusal):
            self.init("The player refused", refusal.reason)
        case .failed(let code):
            // The player's own notice knows the host and the output; it is the better sentence where it is about this.
            let notice = snapshot.notice.flatMap { $0.code == code.rawValue ? $0.text : nil }
            self.init("Could not play", notice ?? code.sentence)
        case .unconfirmed(let reason):
            switch reason {
            case .deadline:
                self.init("Not confirmed", Self.missing(command, on: snapshot, within: deadline.secondsText))
            case .silent:
                self.init(
                    "Not confirmed",
                    "Everything moves, but the programme was silent for \(deadline.secondsText)."
                )
            case .waiting:
                if case .transfer(let output) = command, snapshot.phase != .waiting {
                    self.init(
                        "Not confirmed",
                        "The output \(output) is not there now. It stays chosen, and is used when it is there."
                    )
                    return
                }
                let what = snapshot.waitingFor?.words ?? "what it needs"
                self.init("Not confirmed", "The player waits for \(what) and will start when it comes.")
            }
        }
    }

    /// What was waited for in vain. Not every act is proved by sound.
    private static func missing(_ command: PlayerCommand, on snapshot: PlayerSnapshot, within limit: String) -> String {
        switch command {
        case .play, .resume, .transfer, .next, .previous:
            // What keeps it from being heard, the player has said.
            if let notice = snapshot.notice, snapshot.isHindered { return notice.text }
            if case .transfer(let output) = command {
                return "No proof within \(limit) that the sound is on \(output)."
            }
            let output = snapshot.output.sink.map { "pulse/\($0)" } ?? snapshot.output.name.description
            return "No proof of sound from \(output) within \(limit)."
        case .pause, .stop: return "No proof within \(limit) that the sound has ended."
        case .volume(let volume): return "No proof within \(limit) that the volume is \(volume.percent)."
        case .mute(let isMuted): return "No proof within \(limit) that the player is \(isMuted ? "muted" : "unmuted")."
        }
    }
}

extension PlayerSnapshot {
    /// The player says that its output keeps the sound from being heard: muted, or not running.
    package var isKeptSilentByOutput: Bool {
        evidence.level < evidence.required && notice?.code.hasPrefix("output_") == true
    }

    /// The player says what keeps the sound from being heard: its output, or too little from the station.
    var isHindered: Bool { evidence.level < evidence.required && notice?.isHindrance == true }
}

extension WaitingFor {
    package var words: String {
        switch self {
        case .output: "an output"
        }
    }
}

extension Duration {
    /// Such as `8 s` or `0.5 s`.
    package var secondsText: String {
        let tenths = milliseconds / 100
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}
