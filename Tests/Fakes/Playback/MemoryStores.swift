package import FoundationEssentials
package import Model

/// Stores that keep everything in memory, and refuse when told to.
package actor MemoryStores: IntentStore, SettingsStore, ReceiptStore, StreamMoveStore, StationCharsetStore {
    private var intents: [PlayerID: Intent] = [:]
    private var settings: [PlayerID: PlayerSettings] = [:]
    private var receipts: [Receipt] = []
    private var charsets: [MediaRef: String] = [:]
    private var kept: [StreamMove: KeptMove] = [:]
    /// Thrown by every write while it is set.
    private var refusal: StoreError?
    /// Every intent in the order of its saving.
    package private(set) var savedIntents: [Intent] = []

    package init(intent: Intent? = nil, settings: PlayerSettings? = nil) {
        if let intent { intents[intent.player] = intent }
        if let settings { self.settings[.main] = settings }
    }

    package func refuse(_ error: StoreError?) { refusal = error }

    package func save(_ intent: Intent) async throws(StoreError) {
        if let refusal { throw refusal }
        intents[intent.player] = intent
        savedIntents.append(intent)
    }

    package func intent(of player: PlayerID) async throws(StoreError) -> Intent? { intents[player] }

    package func save(_ settings: PlayerSettings, of player: PlayerID) async throws(StoreError) {
        if let refusal { throw refusal }
        self.settings[player] = settings
    }

    package func settings(of player: PlayerID) async throws(StoreError) -> PlayerSettings {
        settings[player] ?? PlayerSettings()
    }

    package func save(_ receipt: Receipt) async throws(StoreError) {
        if let refusal { throw refusal }
        receipts.removeAll { $0.id == receipt.id }
        receipts.append(receipt)
    }

    package func receipt(_ id: OperationID) async throws(StoreError) -> Receipt? { receipts.first { $0.id == id } }

    package func receipts(limit: Int) async throws(StoreError) -> [Receipt] { receipts.suffix(limit).reversed() }

    package func saw(_ move: StreamMove, at date: Date) async throws(StoreError) {
        if let refusal { throw refusal }
        let before = kept[move]
        kept[move] = KeptMove(move: move, firstSeen: before?.firstSeen ?? date, count: (before?.count ?? 0) + 1)
    }

    package func moves(of media: MediaRef) async throws(StoreError) -> [KeptMove] {
        kept.values.filter { $0.move.media == media }.sorted {
            ($0.move.index, $0.firstSeen) < ($1.move.index, $1.firstSeen)
        }
    }

    package func learned(_ charset: String, of media: MediaRef, at date: Date) async throws(StoreError) {
        if let refusal { throw refusal }
        charsets[media] = charset
    }

    package func charset(of media: MediaRef) async throws(StoreError) -> String? { charsets[media] }
}
