extension Migration {
    /// Saved stations. They refer to nothing in the database: a station that leaves the catalogue takes no preset along.
    static let presets = Migration(
        version: 7,
        script: """
            CREATE TABLE IF NOT EXISTS preset (
                position INTEGER PRIMARY KEY CHECK (position >= 0),
                id       TEXT NOT NULL UNIQUE,
                media    TEXT NOT NULL UNIQUE,
                name     TEXT NOT NULL
            ) STRICT;
            """
    )
}
