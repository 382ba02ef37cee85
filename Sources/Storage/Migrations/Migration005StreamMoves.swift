extension Migration {
    /// Permanent redirects that stations' streams answered with: scheme, host and port, never a path.
    static let streamMoves = Migration(
        version: 5,
        script: """
            CREATE TABLE IF NOT EXISTS streamMove (
                media         TEXT NOT NULL,
                stream        INTEGER NOT NULL CHECK (stream >= 0),
                fromOrigin    TEXT NOT NULL,
                toOrigin      TEXT NOT NULL,
                firstSeenAtMs INTEGER NOT NULL,
                lastSeenAtMs  INTEGER NOT NULL,
                count         INTEGER NOT NULL CHECK (count > 0),
                PRIMARY KEY (media, stream, fromOrigin, toOrigin)
            ) STRICT, WITHOUT ROWID;
            """
    )
}
