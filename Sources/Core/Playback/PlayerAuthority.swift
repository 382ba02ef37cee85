package import Model

/// What every surface may ask of a player: the same few questions and one way to command it.
package protocol PlayerAuthority: Sendable {
    nonisolated var id: PlayerID { get }

    /// The current snapshot, without waiting for the player.
    nonisolated var snapshot: PlayerSnapshot { get }

    /// Takes the command and answers at once with its operation; never waits for sound.
    func perform(_ command: PlayerCommand, deadline: Duration) async -> OperationID

    /// The receipt of an operation of this player, live or stored; nil where it is unknown.
    func receipt(_ id: OperationID) async throws(StoreError) -> Receipt?

    /// Waits until the operation has its verdict or `limit` has passed, whichever comes first. The receipt's verdict
    /// is nil where the limit came first; the whole answer is nil for an unknown operation.
    func outcome(of id: OperationID, within limit: Duration) async -> Receipt?

    /// Walks from the provider to the device and says which hop is dead.
    func explain() async -> Explanation
}
