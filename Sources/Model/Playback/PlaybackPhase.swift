/// What a player is doing, as seen, never as hoped.
package enum PlaybackPhase: String, Sendable, CaseIterable {
    /// Nothing was ever asked.
    case idle
    /// The provider is asked what the media ref means.
    case resolving
    /// Loaded, not yet confirmed.
    case starting
    /// Confirmed by evidence, and watched.
    case playing
    /// The renderer waits for bytes, or evidence was withdrawn.
    case buffering
    /// A live stream dropped and its listed streams are being tried.
    case reconnecting
    case paused
    case stopped
    case failed
    /// The renderer has not answered for 8 s (OU5).
    case stuck
    /// One Play held open until ``PlayerSnapshot/waitingFor`` comes.
    case waiting
}

package enum WaitingFor: String, Sendable, CaseIterable { case output }
