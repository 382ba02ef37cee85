import Model
import Testing

@testable import Storage

struct ReceiptRecordTests {
    @Test func equalStepsAreEqualText() throws {
        let step = ReceiptStep(.fetching, after: .milliseconds(120), seen: ["host": "https://a/b", "bytes": "4096"])
        let record = try ReceiptRecord(Samples.receipt(1, steps: [step]))
        #expect(
            record.steps
                == #"[{"afterMs":120,"name":"fetching","seen":{"bytes":"4096","host":"https://a/b"}}]"#
        )
    }

    @Test(arguments: [
        ReceiptRecord(steps: "[]", verdict: "failed", code: "no_such_fault", refusal: nil),
        ReceiptRecord(steps: "[]", verdict: "failed", code: nil, refusal: nil),
        ReceiptRecord(steps: "[]", verdict: "unconfirmed", code: "", refusal: nil),
        ReceiptRecord(steps: "[]", verdict: "refused", code: "unknown_station", refusal: nil),
        ReceiptRecord(steps: "[]", verdict: "played", code: nil, refusal: nil),
    ])
    func aVerdictThatThisProgramNeverWritesIsAnErrorNotAGuess(record: ReceiptRecord) {
        #expect(throws: UnreadableRow.self) { try record.readVerdict() }
    }

    @Test func anUnknownStepIsAnErrorNotAGuess() {
        let record = ReceiptRecord(
            steps: #"[{"afterMs":1,"name":"dreamt","seen":{}}]"#,
            verdict: nil,
            code: nil,
            refusal: nil
        )
        #expect(throws: UnreadableRow.self) { try record.readSteps() }
    }
}
