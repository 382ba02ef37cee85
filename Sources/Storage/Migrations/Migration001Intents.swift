extension Migration {
    /// What each player was asked to play.
    static let intents = Migration(
        version: 1,
        script: """
            CREATE TABLE IF NOT EXISTS intent (
                player     TEXT PRIMARY KEY,
                generation INTEGER NOT NULL CHECK (generation >= 0),
                item       TEXT NOT NULL,
                media      TEXT NOT NULL,
                title      TEXT,
                wanted     TEXT NOT NULL CHECK (wanted IN ('playing', 'paused', 'stopped')),
                askedAtMs  INTEGER NOT NULL
            ) STRICT, WITHOUT ROWID;
            """
    )
}
