package import Model

/// Everything that can happen to a player, as data.
package enum SessionInput: Sendable {
    /// What the store held when the host started.
    case restored(Intent?, PlayerSettings)
    case command(PlayerCommand, OperationID, deadline: Duration)
    /// The provider's word on a play, before anything changes.
    case admitted(OperationID, Result<MediaRef, Refusal>)
    case intentSaved(Generation, Result<Void, StoreError>)
    case settingsSaved(PlayerSettings, Result<Void, StoreError>)
    case resolved(Generation, Result<ResolvedStream, ProviderError>)
    /// The output of this load does not exist now; nothing was loaded.
    case outputMissing(PlayID)
    /// The output that this load waited for has come.
    case outputAvailable(PlayID)
    /// The renderer did not take the load.
    case loadRejected(PlayID, RendererError)
    case relay(PlayID, RelayEvent)
    case renderer(RendererEvent)
    /// The time that ``PlaybackSession/nextWake`` named has come.
    case tick
}

/// Everything that a session wants done, as data; ``Player`` does it.
package enum SessionEffect: Sendable, Equatable {
    case admit(MediaRef, OperationID)
    /// Save and flush, then report ``SessionInput/intentSaved(_:_:)``.
    case save(Intent)
    case saveSettings(PlayerSettings)
    case resolve(MediaRef, Generation)
    case load(ResolvedStream, PlayID, OutputName)
    /// End this load and its grant.
    case unload(PlayID)
    /// Watch for this output, and report ``SessionInput/outputAvailable(_:)`` once.
    case awaitOutput(OutputName, PlayID)
    case watch(WatchCadence)
    case setVolume(Volume)
    case setMuted(Bool)
    /// The renderer in use is beyond repair: end it and make a new one.
    case replaceRenderer
    /// A station's stream has moved; its address in the catalogue is stale.
    case recordMove(StreamMove)
    /// A station's titles have shown their charset.
    case recordCharset(String, MediaRef)
    /// The receipt of an operation changed.
    case record(Receipt)
    case publish(PlayerSnapshot)
}
