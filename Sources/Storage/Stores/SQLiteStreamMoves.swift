package import FoundationEssentials
package import Model

/// The moves of streams in the state database: the thousand seen last, since some servers name another host to every
/// listener.
package struct SQLiteStreamMoves: StreamMoveStore {
    /// How many are kept.
    package static let limit = 1000

    let database: Database

    package func saw(_ move: StreamMove, at date: Date) async throws(StoreError) {
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO streamMove (media, stream, fromOrigin, toOrigin, firstSeenAtMs, lastSeenAtMs, count)
                VALUES (?1, ?2, ?3, ?4, ?5, ?5, 1)
                ON CONFLICT (media, stream, fromOrigin, toOrigin) DO UPDATE SET
                    lastSeenAtMs = excluded.lastSeenAtMs, count = count + 1
                """,
                [
                    .text(move.media.description), .integer(move.index), .text(move.from), .text(move.to),
                    SQLValue(date),
                ]
            )
            try connection.run(
                """
                DELETE FROM streamMove WHERE (media, stream, fromOrigin, toOrigin) IN (
                    SELECT media, stream, fromOrigin, toOrigin FROM streamMove
                    ORDER BY lastSeenAtMs DESC LIMIT -1 OFFSET ?1
                )
                """,
                [.integer(Self.limit)]
            )
        }
    }

    package func moves(of media: MediaRef) async throws(StoreError) -> [KeptMove] {
        try await database.read { connection in
            try connection.rows(
                """
                SELECT stream, fromOrigin, toOrigin, firstSeenAtMs, count FROM streamMove WHERE media = ?1
                ORDER BY stream, firstSeenAtMs, toOrigin
                """,
                [.text(media.description)]
            ) { row in
                KeptMove(
                    move: StreamMove(media, row.integer(0), from: row.text(1), to: row.text(2)),
                    firstSeen: Date(milliseconds: row.integer(3)),
                    count: row.integer(4)
                )
            }
        }
    }
}
