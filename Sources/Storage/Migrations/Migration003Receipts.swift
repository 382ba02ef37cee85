extension Migration {
    /// What became of each command. `sequence` gives the order of arrival, which a wall clock set back cannot disturb.
    static let receipts = Migration(
        version: 3,
        script: """
            CREATE TABLE IF NOT EXISTS receipt (
                sequence     INTEGER PRIMARY KEY,
                id           TEXT NOT NULL UNIQUE,
                player       TEXT NOT NULL,
                act          TEXT NOT NULL,
                media        TEXT,
                generation   INTEGER NOT NULL,
                acceptedAtMs INTEGER NOT NULL,
                deadlineMs   INTEGER NOT NULL,
                steps        TEXT NOT NULL,
                verdict      TEXT CHECK (
                    verdict IN ('confirmed', 'unconfirmed', 'failed', 'refused', 'superseded')
                ),
                code         TEXT,
                refusal      TEXT
            ) STRICT;
            """
    )
}
