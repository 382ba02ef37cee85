extension Migration {
    /// Paired owners. Only the SHA-256 of a token is ever here.
    static let ownerTokens = Migration(
        version: 4,
        script: """
            CREATE TABLE IF NOT EXISTS ownerToken (
                id          TEXT PRIMARY KEY,
                hash        BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
                label       TEXT NOT NULL,
                createdAtMs INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    )
}
