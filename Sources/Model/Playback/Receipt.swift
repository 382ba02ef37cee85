package import FoundationEssentials

/// The record of one command: what was asked, each step with what was seen, and how it ended.
package struct Receipt: Sendable, Equatable {
    package let id: OperationID
    package let player: PlayerID
    package let act: PlayerAct
    package let media: MediaRef?
    /// The one that the command made, or the one that it found where it makes none.
    package var generation: Generation
    package let acceptedAt: Date
    /// From acceptance to the last moment at which the verdict may come.
    package let deadline: Duration
    package var steps: [ReceiptStep]
    /// nil while it is open.
    package var verdict: Verdict?

    package init(
        id: OperationID,
        player: PlayerID,
        act: PlayerAct,
        media: MediaRef?,
        generation: Generation,
        acceptedAt: Date,
        deadline: Duration,
        steps: [ReceiptStep] = [],
        verdict: Verdict? = nil
    ) {
        self.id = id
        self.player = player
        self.act = act
        self.media = media
        self.generation = generation
        self.acceptedAt = acceptedAt
        self.deadline = deadline
        self.steps = steps
        self.verdict = verdict
    }
}

/// One step of an operation.
package struct ReceiptStep: Sendable, Equatable {
    package enum Name: String, Sendable, CaseIterable {
        case accepted, waiting, resolving, fetching, decoding, reconnecting, confirmed, unconfirmed, failed, refused,
            superseded
        /// Sound that came after the verdict had been given.
        case heardLater
    }

    package let name: Name
    /// Since acceptance.
    package let after: Duration
    /// What was seen, as names and values fit for a person: `bytes`, `positionMs`, `output`, `host`, `code`.
    package let seen: [String: String]

    package init(_ name: Name, after: Duration, seen: [String: String] = [:]) {
        self.name = name
        self.after = after
        self.seen = seen
    }
}
