internal import Model

/// The way from nothing to `confirmed` on an output, one word per step. Its last step is reached by nothing less than
/// sufficient evidence, so a needle at the end of it means the same as the verdict.
struct EvidenceScale: Equatable {
    let steps: [String]
    /// The step that is seen now.
    let seen: Int

    init(_ evidence: Evidence) {
        let levels = EvidenceLevel.allCases.filter { $0 <= evidence.required }
        let last = evidence.required == .decoding ? "Signal in it" : "Heard"
        steps = levels.map(\.step) + [last]
        seen = evidence.isSufficient ? levels.count : min(evidence.level.rawValue, levels.count - 1)
    }
}

extension EvidenceLevel {
    fileprivate var step: String {
        switch self {
        case .none: "Nothing"
        case .decoding: "Decoded"
        case .outputAccepting: "At the output"
        case .deviceReported: "At the device"
        }
    }
}
