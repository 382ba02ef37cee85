package import Model

/// The players' settings in the state database. Saving what is already there writes nothing:
/// SQLite leaves a page alone whose bytes would not change.
package struct SQLiteSettings: SettingsStore {
    let database: Database

    package func save(_ settings: PlayerSettings, of player: PlayerID) async throws(StoreError) {
        try await database.write { connection in
            try connection.run(
                """
                INSERT INTO playerSettings (player, volume, isMuted, output) VALUES (?1, ?2, ?3, ?4)
                ON CONFLICT (player) DO UPDATE SET
                    volume = excluded.volume, isMuted = excluded.isMuted, output = excluded.output
                """,
                [
                    .text(player.description), SQLValue(settings.volume?.percent), SQLValue(settings.isMuted),
                    SQLValue(settings.output?.description),
                ]
            )
        }
    }

    package func settings(of player: PlayerID) async throws(StoreError) -> PlayerSettings {
        try await database.read { try Self.all($0)[player] ?? PlayerSettings() }
    }

    /// Every player's settings; there are as many rows as players.
    static func all(_ connection: Connection) throws -> [PlayerID: PlayerSettings] {
        let rows = try connection.rows("SELECT player, volume, isMuted, output FROM playerSettings") { row in
            let output = row.optionalText(3)
            if let output, OutputName(output) == nil {
                throw UnreadableRow(table: "playerSettings", detail: "\(output.prefixForDisplay) is not an output")
            }
            let settings = PlayerSettings(
                volume: row.optionalInteger(1).flatMap(Volume.init(percent:)),
                isMuted: row.optionalInteger(2).map { $0 != 0 },
                output: output.flatMap { OutputName($0) }
            )
            return (PlayerID(row.text(0)), settings)
        }
        return Dictionary(rows) { first, _ in first }
    }
}
