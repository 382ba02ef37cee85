/// How it is known that something plays; never rounded up (design 4).
package enum EvidenceLevel: Int, Sendable, Comparable, CaseIterable {
    case none
    /// Samples are consumed in real time.
    case decoding
    /// A real output takes them, on the sink asked for, not corked or muted.
    case outputAccepting
    /// The device itself says that it plays this and moves.
    case deviceReported

    package var word: String {
        switch self {
        case .none: "none"
        case .decoding: "decoding"
        case .outputAccepting: "outputAccepting"
        case .deviceReported: "deviceReported"
        }
    }

    package static func < (left: EvidenceLevel, right: EvidenceLevel) -> Bool { left.rawValue < right.rawValue }
}

/// Whether the decoded programme is audible, before volume and mute.
package enum Signal: Sendable, Equatable {
    case unknown
    case present
    /// Silent since this moment of the host's monotonic clock.
    case silent(since: Duration)

    package var word: String {
        switch self {
        case .unknown: "unknown"
        case .present: "present"
        case .silent: "silent"
        }
    }
}

/// What is known now about the sound of the current load.
package struct Evidence: Sendable, Equatable {
    package var level: EvidenceLevel
    /// The highest level that this output can reach, and therefore the one that `confirmed` needs.
    package var required: EvidenceLevel
    package var signal: Signal

    package init(level: EvidenceLevel, required: EvidenceLevel, signal: Signal) {
        self.level = level
        self.required = required
        self.signal = signal
    }

    package static let nothing = Evidence(level: .none, required: .outputAccepting, signal: .unknown)

    /// The required level was reached and the programme is audible.
    package var isSufficient: Bool { level >= required && signal == .present }
}
