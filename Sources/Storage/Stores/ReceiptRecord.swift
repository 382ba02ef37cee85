internal import FoundationEssentials
internal import Model

/// The parts of a receipt that have no column of their own type: steps and verdict as text.
struct ReceiptRecord: Equatable {
    /// A JSON array of `{"name", "afterMs", "seen"}`.
    var steps: String
    var verdict: String?
    /// The fault, the reason of an unconfirmed end, or the refusal's code.
    var code: String?
    /// A JSON object of `{"reason", "nearest", "disallowed"}`.
    var refusal: String?
}

extension ReceiptRecord {
    init(_ receipt: Receipt) throws {
        self.steps = try Self.json(receipt.steps.map(Step.init))
        self.verdict = receipt.verdict?.word
        switch receipt.verdict {
        case nil, .confirmed, .superseded: break
        case .unconfirmed(let reason): self.code = reason.rawValue
        case .failed(let fault): self.code = fault.rawValue
        case .refused(let refusal):
            self.code = refusal.code.rawValue
            self.refusal = try Self.json(Details(refusal))
        }
    }

    func readSteps() throws -> [ReceiptStep] {
        try JSONDecoder().decode([Step].self, from: Data(steps.utf8)).map { step in
            guard let name = ReceiptStep.Name(rawValue: step.name) else { throw unreadable("step \(step.name)") }
            return ReceiptStep(name, after: .milliseconds(step.afterMs), seen: step.seen)
        }
    }

    func readVerdict() throws -> Verdict? {
        switch verdict {
        case nil: return nil
        case "confirmed": return .confirmed
        case "superseded": return .superseded
        case "unconfirmed":
            guard let reason = code.flatMap(UnconfirmedReason.init(rawValue:)) else { throw unreadable("reason") }
            return .unconfirmed(reason)
        case "failed":
            guard let fault = code.flatMap(FaultCode.init(rawValue:)) else { throw unreadable("fault") }
            return .failed(fault)
        case "refused":
            guard let known = code.flatMap(RefusalCode.init(rawValue:)), let refusal else {
                throw unreadable("refusal")
            }
            let details = try JSONDecoder().decode(Details.self, from: Data(refusal.utf8))
            return .refused(
                Refusal(
                    known,
                    details.reason,
                    nearest: details.nearest,
                    disallowed: try details.disallowed.map { item in
                        guard let act = PlayerAct(rawValue: item.act) else { throw unreadable("act \(item.act)") }
                        return Disallowed(act, item.reason)
                    }
                )
            )
        case let other?: throw unreadable("verdict \(other)")
        }
    }

    private func unreadable(_ what: String) -> UnreadableRow {
        UnreadableRow(table: "receipt", detail: "\(what.prefixForDisplay), \(code ?? "no code")")
    }

    /// Keys in order, so that equal values are equal text.
    private static func json(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

private struct Step: Codable {
    let name: String
    let afterMs: Int
    let seen: [String: String]

    init(_ step: ReceiptStep) {
        self.name = step.name.rawValue
        self.afterMs = step.after.milliseconds
        self.seen = step.seen
    }
}

private struct Details: Codable {
    struct Item: Codable {
        let act: String
        let reason: String
    }

    let reason: String
    let nearest: [String]
    let disallowed: [Item]

    init(_ refusal: Refusal) {
        self.reason = refusal.reason
        self.nearest = refusal.nearest
        self.disallowed = refusal.disallowed.map { Item(act: $0.act.rawValue, reason: $0.reason) }
    }
}
