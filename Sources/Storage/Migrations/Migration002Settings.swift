extension Migration {
    /// What of each player outlives a restart; NULL is "never set".
    static let settings = Migration(
        version: 2,
        script: """
            CREATE TABLE IF NOT EXISTS playerSettings (
                player  TEXT PRIMARY KEY,
                volume  INTEGER CHECK (volume BETWEEN 0 AND 100),
                isMuted INTEGER CHECK (isMuted IN (0, 1)),
                output  TEXT
            ) STRICT, WITHOUT ROWID;
            """
    )
}
