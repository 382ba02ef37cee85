internal import FoundationEssentials
package import Model

/// The receipts in the state database: the newest thousand, in the order in which their operations came.
package struct SQLiteReceipts: ReceiptStore {
    /// How many are kept.
    package static let limit = 1000

    let database: Database

    package func save(_ receipt: Receipt) async throws(StoreError) {
        let record: ReceiptRecord
        do { record = try ReceiptRecord(receipt) } catch { throw StoreError(error) }
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO receipt (
                    id, player, act, media, generation, acceptedAtMs, deadlineMs, steps, verdict, code, refusal
                ) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)
                ON CONFLICT (id) DO UPDATE SET
                    player = excluded.player, act = excluded.act, media = excluded.media,
                    generation = excluded.generation, acceptedAtMs = excluded.acceptedAtMs,
                    deadlineMs = excluded.deadlineMs, steps = excluded.steps, verdict = excluded.verdict,
                    code = excluded.code, refusal = excluded.refusal
                """,
                [
                    .text(receipt.id.description), .text(receipt.player.description), .text(receipt.act.rawValue),
                    SQLValue(receipt.media?.description), .integer(receipt.generation.number),
                    SQLValue(receipt.acceptedAt), .integer(receipt.deadline.milliseconds), .text(record.steps),
                    SQLValue(record.verdict), SQLValue(record.code), SQLValue(record.refusal),
                ]
            )
            try connection.run(
                "DELETE FROM receipt WHERE sequence <= (SELECT max(sequence) FROM receipt) - ?1",
                [.integer(Self.limit)]
            )
        }
    }

    package func receipt(_ id: OperationID) async throws(StoreError) -> Receipt? {
        try await database.read { connection in
            try connection.rows("\(Self.select) WHERE id = ?1", [.text(id.description)], Self.receipt).first
        }
    }

    package func receipts(limit: Int) async throws(StoreError) -> [Receipt] {
        try await database.read { connection in
            try connection.rows(
                "\(Self.select) ORDER BY sequence DESC LIMIT ?1",
                [.integer(max(0, limit))],
                Self.receipt
            )
        }
    }

    private static let select = """
        SELECT id, player, act, media, generation, acceptedAtMs, deadlineMs, steps, verdict, code, refusal FROM receipt
        """

    @Sendable private static func receipt(_ row: Statement) throws -> Receipt {
        guard let id = OperationID(row.text(0)), let act = PlayerAct(rawValue: row.text(2)) else {
            throw UnreadableRow(table: "receipt", detail: "\(row.text(0)) \(row.text(2))")
        }
        let record = ReceiptRecord(
            steps: row.text(7),
            verdict: row.optionalText(8),
            code: row.optionalText(9),
            refusal: row.optionalText(10)
        )
        return Receipt(
            id: id,
            player: PlayerID(row.text(1)),
            act: act,
            media: try row.optionalText(3).map { try MediaRef(stored: $0, table: "receipt") },
            generation: Generation(row.integer(4)),
            acceptedAt: Date(milliseconds: row.integer(5)),
            deadline: .milliseconds(row.integer(6)),
            steps: try record.readSteps(),
            verdict: try record.readVerdict()
        )
    }
}
