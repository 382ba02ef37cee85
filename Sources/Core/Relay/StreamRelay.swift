package import Model

/// What a player needs of the relay.
package protocol StreamRelay: Sendable {
    /// Opens an address that serves `stream` to the load `id`. `report` hears what happens, in order; the relay waits for
    /// it to return before it answers the renderer, so that a cause is always known before its consequence.
    func grant(
        _ stream: ResolvedStream,
        for id: PlayID,
        report: @escaping @Sendable (RelayEvent) async -> Void
    ) async -> RelayGrant

    /// The load is over: its address dies 30 s later, and whatever still runs through it ends then.
    func revoke(_ id: PlayID) async

    /// Counters of a load; nil where it was never granted or is forgotten.
    func tally(of id: PlayID) async -> RelayTally?
}
