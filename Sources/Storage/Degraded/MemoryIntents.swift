package import Model

/// Intents of a degraded run: radio plays on them, and they end with the run.
package actor MemoryIntents: IntentStore {
    private var intents: [PlayerID: Intent]

    /// - Parameter intents: what could still be read from the disk.
    package init(_ intents: [Intent] = []) {
        self.intents = Dictionary(intents.map { ($0.player, $0) }) { first, _ in first }
    }

    package func save(_ intent: Intent) { intents[intent.player] = intent }
    package func intent(of player: PlayerID) -> Intent? { intents[player] }
}
