internal import Model

/// What keeps a load from being heard, as far as the looks show it: never guessed from the lack of progress alone.
package enum Hindrance: Sendable, Equatable {
    /// The renderer waits for sound out of the stream: no bytes come, too few, or none that can be decoded.
    case stream
    /// Sound is ready, and the output takes none of it.
    case output
    /// Our stream or its sink is muted at the sound server.
    case mute
}

extension RendererObservation {
    /// What the renderer waits for where its position stands; nil where the look does not show it.
    ///
    /// Without bytes libmpv pauses, corks its stream and lets the sink idle: what the sink shows then follows from the
    /// stream. Where the output takes nothing, libmpv goes on as if it played, and only its position stands.
    var awaited: Hindrance? {
        if isPaused { return nil }
        if isPausedForCache || format == nil { return .stream }
        if isCoreIdle || sink?.isCorked == true { return nil }
        return .output
    }
}
