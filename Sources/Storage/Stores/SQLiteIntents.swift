internal import FoundationEssentials
package import Model

/// The intents in the state database.
package struct SQLiteIntents: IntentStore {
    let database: Database

    package func save(_ intent: Intent) async throws(StoreError) {
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO intent (player, generation, item, media, title, wanted, askedAtMs)
                VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
                ON CONFLICT (player) DO UPDATE SET
                    generation = excluded.generation, item = excluded.item, media = excluded.media,
                    title = excluded.title, wanted = excluded.wanted, askedAtMs = excluded.askedAtMs
                """,
                [
                    .text(intent.player.description), .integer(intent.generation.number),
                    .text(intent.item.description), .text(intent.media.description), SQLValue(intent.title),
                    .text(intent.wanted.rawValue), SQLValue(intent.askedAt),
                ]
            )
        }
    }

    package func intent(of player: PlayerID) async throws(StoreError) -> Intent? {
        try await database.read { try Self.all($0).first { $0.player == player } }
    }

    /// Every player's intent; there are as many rows as players.
    static func all(_ connection: Connection) throws -> [Intent] {
        try connection.rows("SELECT player, generation, item, media, title, wanted, askedAtMs FROM intent") { row in
            guard let wanted = Intent.Wanted(rawValue: row.text(5)) else {
                throw UnreadableRow(table: "intent", detail: "player \(row.text(0)) wants \(row.text(5))")
            }
            return Intent(
                player: PlayerID(row.text(0)),
                generation: Generation(row.integer(1)),
                item: QueueItemID(row.text(2)),
                media: try MediaRef(stored: row.text(3), table: "intent"),
                title: row.optionalText(4),
                wanted: wanted,
                askedAt: Date(milliseconds: row.integer(6))
            )
        }
    }
}

extension MediaRef {
    /// Reads a ref that this program wrote.
    init(stored text: String, table: String) throws {
        do {
            self = try MediaRef(text)
        } catch {
            throw UnreadableRow(table: table, detail: "\(text.prefixForDisplay) is not a media ref")
        }
    }
}
