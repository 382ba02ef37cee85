import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Storage

struct SQLiteReceiptsTests {
    let folder = TemporaryDirectory()

    static let verdicts: [Verdict?] =
        [nil, .confirmed, .superseded]
        + UnconfirmedReason.allCases.map { .unconfirmed($0) }
        + FaultCode.allCases.map { .failed($0) }
        + RefusalCode.allCases.map {
            .refused(Refusal($0, "No \"such\" thing", nearest: ["KEXP"], disallowed: [Disallowed(.pause, "nothing")]))
        }

    @Test func everyVerdictAndStepComesBackAsItWasSaved() async throws {
        let receipts = SQLiteReceipts(database: try await Samples.database(in: folder))
        let steps = ReceiptStep.Name.allCases.enumerated().map { index, name in
            ReceiptStep(name, after: .milliseconds(index * 17), seen: ["host": "https://a.b", "bytes": "\(index)"])
        }
        for (number, verdict) in Self.verdicts.enumerated() {
            let receipt = try Samples.receipt(number, verdict: verdict, steps: steps)
            try await receipts.save(receipt)
            #expect(try await receipts.receipt(receipt.id) == receipt)
        }
        #expect(try await receipts.receipts(limit: 1000).count == Self.verdicts.count)
    }

    @Test func aReceiptThatMovesOnKeepsItsPlace() async throws {
        let receipts = SQLiteReceipts(database: try await Samples.database(in: folder))
        for number in 1...3 { try await receipts.save(Samples.receipt(number)) }
        try await receipts.save(Samples.receipt(1, verdict: .confirmed))
        let found = try await receipts.receipts(limit: 2)
        #expect(found.map(\.generation.number) == [3, 2])
        #expect(try await receipts.receipt(Samples.receipt(1).id)?.verdict == .confirmed)
        #expect(try await receipts.receipts(limit: -1) == [])
    }

    @Test func theNewestThousandAreKept() async throws {
        let receipts = SQLiteReceipts(database: try await Samples.database(in: folder))
        for number in 1...1005 { try await receipts.save(Samples.receipt(number)) }
        let found = try await receipts.receipts(limit: 5000)
        #expect(found.count == 1000)
        #expect(found.first?.generation.number == 1005)
        #expect(found.last?.generation.number == 6)
        #expect(try await receipts.receipt(Samples.receipt(5).id) == nil)
    }

    @Test func savingAnEqualReceiptWritesNothing() async throws {
        let database = try await Samples.database(in: folder)
        let receipts = SQLiteReceipts(database: database)
        let receipt = try Samples.receipt(1, steps: [ReceiptStep(.accepted, after: .zero, seen: ["b": "2", "a": "1"])])
        try await receipts.save(receipt)
        let before = await database.pagesWritten
        try await receipts.save(receipt)
        #expect(await database.pagesWritten == before)
    }
}
