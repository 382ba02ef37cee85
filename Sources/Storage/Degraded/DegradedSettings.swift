package import Model

/// Settings of a degraded run: what could still be read from the disk, and no writes. What is unknown reads as never
/// set, which for a volume means the safe one.
package struct DegradedSettings: SettingsStore {
    private let known: [PlayerID: PlayerSettings]

    package init(_ known: [PlayerID: PlayerSettings] = [:]) { self.known = known }

    package func save(_ settings: PlayerSettings, of player: PlayerID) throws(StoreError) { throw .degraded }
    package func settings(of player: PlayerID) -> PlayerSettings { known[player] ?? PlayerSettings() }
}
