package import FoundationEssentials
package import Model

/// The charsets that stations' titles have shown, in the state database; as many as there are stations.
package struct SQLiteStationCharsets: StationCharsetStore {
    let database: Database

    package func learned(_ charset: String, of media: MediaRef, at date: Date) async throws(StoreError) {
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO stationCharset (media, charset, learnedAtMs) VALUES (?1, ?2, ?3)
                ON CONFLICT (media) DO UPDATE SET charset = excluded.charset, learnedAtMs = excluded.learnedAtMs
                """,
                [.text(media.description), .text(charset), SQLValue(date)]
            )
        }
    }

    package func charset(of media: MediaRef) async throws(StoreError) -> String? {
        try await database.read { connection in
            try connection.rows("SELECT charset FROM stationCharset WHERE media = ?1", [.text(media.description)]) {
                $0.text(0)
            }.first
        }
    }
}
