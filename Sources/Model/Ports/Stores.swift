package import FoundationEssentials

/// Keeps the intent of each player.
package protocol IntentStore: Sendable {
    /// Returns when the intent is flushed to the disk: what this acknowledged survives a power cut.
    func save(_ intent: Intent) async throws(StoreError)
    func intent(of player: PlayerID) async throws(StoreError) -> Intent?
}

/// Keeps what of a player outlives a restart.
package protocol SettingsStore: Sendable {
    func save(_ settings: PlayerSettings, of player: PlayerID) async throws(StoreError)
    func settings(of player: PlayerID) async throws(StoreError) -> PlayerSettings
}

/// Keeps the receipts of commands, newest first, a bounded number of them.
package protocol ReceiptStore: Sendable {
    /// Inserts or replaces the receipt of this operation.
    func save(_ receipt: Receipt) async throws(StoreError)
    func receipt(_ id: OperationID) async throws(StoreError) -> Receipt?
    func receipts(limit: Int) async throws(StoreError) -> [Receipt]
}

/// Keeps the tokens of paired owners; a token itself is never stored, only its SHA-256.
package protocol TokenStore: Sendable {
    func add(_ token: OwnerToken, hash: [UInt8]) async throws(StoreError)
    func tokens() async throws(StoreError) -> [OwnerToken]
    func token(hash: [UInt8]) async throws(StoreError) -> OwnerToken?
    /// - Returns: false where there is no such token.
    func revoke(_ id: String) async throws(StoreError) -> Bool
}

/// Keeps where the streams of stations have moved, for whoever keeps the catalogue.
package protocol StreamMoveStore: Sendable {
    /// Counts one more sight of this move.
    func saw(_ move: StreamMove, at date: Date) async throws(StoreError)
    /// Of one station, in the order of its streams.
    func moves(of media: MediaRef) async throws(StoreError) -> [KeptMove]
}

/// Keeps in which charset stations write their titles, as those have shown.
package protocol StationCharsetStore: Sendable {
    func learned(_ charset: String, of media: MediaRef, at date: Date) async throws(StoreError)
    func charset(of media: MediaRef) async throws(StoreError) -> String?
}

package enum StoreError: Error, Sendable, Equatable {
    /// The store is open only for what this run can keep in memory; writes that promise durability are refused.
    case degraded
    /// The disk said no: full, read-only, broken. With SQLite's own words.
    case failed(String)
}
