/// One step of the schema, in a file of its own. Once shipped it is never edited; a change is a new one.
struct Migration: Sendable {
    /// What the database is afterwards: 1 for the first, without gaps.
    let version: Int
    /// Statements that may run again without harm (H187).
    let script: String

    /// Every step, oldest first.
    static let all: [Migration] = [.intents, .settings, .receipts, .ownerTokens, .streamMoves, .stationCharsets]
}
