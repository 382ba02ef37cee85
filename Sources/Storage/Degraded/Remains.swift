internal import Model

/// What can still be read of a database that cannot be used: enough that a degraded run plays what was asked for, as
/// loud and where it was asked (C9). Reads only; what cannot be read whole is left out.
struct Remains: Sendable, Equatable {
    var intents: [Intent] = []
    var settings: [PlayerID: PlayerSettings] = [:]
    /// nil where they could not be read, which is not the same as none.
    var presets: [Preset]?

    init(intents: [Intent] = [], settings: [PlayerID: PlayerSettings] = [:], presets: [Preset]? = nil) {
        self.intents = intents
        self.settings = settings
        self.presets = presets
    }

    init(readingFrom path: String) {
        // try?: an unreadable file has no remains; why it is unreadable was said when it was opened.
        if let found = try? Self.read(path, .readOnly) {
            self = found
            return
        }
        self.init()
        // Without a log beside it the main file alone is the whole truth.
        guard FileSize.bytes(of: path + "-wal") ?? 0 == 0 else { return }
        // try?: as above.
        if let found = try? Self.read(path, .immutable) { self = found }
    }

    private static func read(_ path: String, _ mode: Connection.Mode) throws -> Remains {
        let connection = try Connection(path: path, mode: mode)
        guard try connection.number("PRAGMA application_id") == Schema.applicationID else { return Remains() }
        return Remains(
            intents: try SQLiteIntents.all(connection),
            settings: try SQLiteSettings.all(connection),
            // try?: an older database has none, and what else is there must not be lost with them.
            presets: try? SQLitePresets.all(connection)
        )
    }
}
