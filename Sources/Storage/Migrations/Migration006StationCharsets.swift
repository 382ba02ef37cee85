extension Migration {
    /// In which charset stations write, as their titles have shown; a station file's own word goes before.
    static let stationCharsets = Migration(
        version: 6,
        script: """
            CREATE TABLE IF NOT EXISTS stationCharset (
                media       TEXT PRIMARY KEY,
                charset     TEXT NOT NULL,
                learnedAtMs INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    )
}
