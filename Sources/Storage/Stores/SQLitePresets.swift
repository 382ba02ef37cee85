package import Model

/// The presets in the state database. The list is short and changes by hand, so it is written as a whole: places have
/// no gap at any moment.
package struct SQLitePresets: PresetStore {
    let database: Database

    package func save(_ presets: [Preset]) async throws(StoreError) {
        try await database.write { connection in
            try connection.run("DELETE FROM preset")
            for (position, preset) in presets.enumerated() {
                try connection.run(
                    "INSERT INTO preset (position, id, media, name) VALUES (?1, ?2, ?3, ?4)",
                    [
                        .integer(position), .text(preset.id.description), .text(preset.media.description),
                        .text(preset.name),
                    ]
                )
            }
        }
    }

    package func presets() async throws(StoreError) -> [Preset] { try await database.read(Self.all) }

    /// Every preset in order.
    @Sendable static func all(_ connection: Connection) throws -> [Preset] {
        try connection.rows("SELECT id, media, name FROM preset ORDER BY position") { row in
            guard let id = PresetID(row.text(0)),
                case .station(let name) = try MediaRef(stored: row.text(1), table: "preset"),
                let station = StationID(name)
            else {
                throw UnreadableRow(
                    table: "preset",
                    detail: "\(row.text(0).prefixForDisplay) \(row.text(1).prefixForDisplay)"
                )
            }
            return Preset(id: id, station: station, name: row.text(2))
        }
    }
}
