package import Model

/// A command whose verdict is still to come.
package struct OpenOperation: Sendable, Equatable {
    /// What must be seen for `confirmed`.
    package enum Awaited: Sendable, Equatable {
        /// The provider's word.
        case admission
        /// Evidence of sound in this generation.
        case sound
        /// The end of this load.
        case silence(PlayID)
        case volume(Volume)
        case mute(Bool)
        /// The settings on the disk.
        case settings
    }

    package var receipt: Receipt
    /// In the order of arrival.
    package let sequence: Int
    package let acceptedAt: Duration
    package var awaited: Awaited

    package var deadline: Duration { acceptedAt + receipt.deadline }
    package var id: OperationID { receipt.id }

    /// Adds a step, unless it repeats the last one with nothing new seen.
    package mutating func note(_ name: ReceiptStep.Name, at now: Duration, _ seen: [String: String] = [:]) {
        if let last = receipt.steps.last, last.name == name, last.seen == seen { return }
        receipt.steps.append(ReceiptStep(name, after: now - acceptedAt, seen: seen))
    }

    package mutating func end(_ verdict: Verdict, at now: Duration, _ seen: [String: String]) {
        let name: ReceiptStep.Name =
            switch verdict {
            case .confirmed: .confirmed
            case .unconfirmed: .unconfirmed
            case .failed: .failed
            case .refused: .refused
            case .superseded: .superseded
            }
        note(name, at: now, seen)
        receipt.verdict = verdict
    }
}
