/// How a command ended; exactly one each (design 4).
package enum Verdict: Sendable, Equatable {
    /// The required evidence was seen.
    case confirmed
    /// The deadline passed without proof or refusal; final.
    case unconfirmed(UnconfirmedReason)
    case failed(FaultCode)
    case refused(Refusal)
    /// A newer generation owns the state; never shown as an error.
    case superseded

    package var word: String {
        switch self {
        case .confirmed: "confirmed"
        case .unconfirmed: "unconfirmed"
        case .failed: "failed"
        case .refused: "refused"
        case .superseded: "superseded"
        }
    }
}

package enum UnconfirmedReason: String, Sendable, CaseIterable {
    /// No proof before the deadline.
    case deadline
    /// Everything moves, but the programme is silent.
    case silent
    /// The player waits for the clock, the network or an output.
    case waiting
}

/// Why a command was not taken, and what else is not allowed now.
package struct Refusal: Error, Sendable, Equatable {
    package let code: RefusalCode
    /// The reason as a sentence, in the words of whoever refused.
    package let reason: String
    /// Names that a person may have meant, as text only.
    package let nearest: [String]
    package let disallowed: [Disallowed]

    package init(_ code: RefusalCode, _ reason: String, nearest: [String] = [], disallowed: [Disallowed] = []) {
        self.code = code
        self.reason = reason
        self.nearest = nearest
        self.disallowed = disallowed
    }
}

package enum RefusalCode: String, Sendable, CaseIterable {
    case unknownStation = "unknown_station"
    case stationRetired = "station_retired"
    case stationInactive = "station_inactive"
    case notPlayable = "not_playable"
    case nothingToPlay = "nothing_to_play"
    case nothingToPause = "nothing_to_pause"
    case notPaused = "not_paused"
    case nothingNext = "nothing_next"
}

/// An act that the player would refuse now, and why.
package struct Disallowed: Sendable, Equatable {
    package let act: PlayerAct
    package let reason: String

    package init(_ act: PlayerAct, _ reason: String) {
        self.act = act
        self.reason = reason
    }
}
