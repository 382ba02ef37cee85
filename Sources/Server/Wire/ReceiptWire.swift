package import Core
internal import FoundationEssentials
package import Model

extension JSONWriter {
    /// The receipt of an operation: every step with its time and what was seen.
    package mutating func receipt(_ receipt: Receipt) {
        object { json in
            json.member("operation", receipt.id.description)
            json.member("player", receipt.player.description)
            json.member("act", receipt.act.rawValue)
            json.member("media", receipt.media?.description)
            json.member("generation", receipt.generation.number)
            json.member("acceptedAt", receipt.acceptedAt.formatted(.iso8601))
            json.member("deadlineMs", receipt.deadline.milliseconds)
            json.member("verdict", receipt.verdict?.word)
            json.member("reason", receipt.verdict?.reasonWord)
            json.member("steps", array: receipt.steps) { json, step in
                json.object { json in
                    json.member("name", step.name.rawValue)
                    json.member("afterMs", step.after.milliseconds)
                    json.member("seen") { json in
                        for (name, value) in step.seen.sorted(by: { $0.key < $1.key }) { json.member(name, value) }
                    }
                }
            }
        }
    }

    package mutating func explanation(_ explanation: Explanation) {
        member("sentence", explanation.sentence)
        member("hops", array: explanation.hops) { json, hop in
            json.object { json in
                json.member("name", hop.name.rawValue)
                json.member("state", hop.state.rawValue)
                json.member("seen", hop.seen)
            }
        }
    }
}

extension Verdict {
    /// The stable word behind the verdict; nil where there is nothing to add.
    package var reasonWord: String? {
        switch self {
        case .confirmed, .superseded: nil
        case .unconfirmed(let reason): reason.rawValue
        case .failed(let code): code.rawValue
        case .refused(let refusal): refusal.code.rawValue
        }
    }

    /// The table of design 4.
    package var status: Int {
        switch self {
        case .confirmed: 200
        case .unconfirmed: 202
        case .superseded: 409
        case .failed(let code):
            switch code.side {
            case .upstream: 502
            case .output: 503
            case .nothingCame: 504
            }
        case .refused(let refusal):
            switch refusal.code {
            case .unknownStation: 404
            case .stationRetired: 410
            case .stationInactive, .nothingToPlay, .nothingToPause, .notPaused, .nothingNext: 409
            case .notPlayable: 422
            }
        }
    }
}
