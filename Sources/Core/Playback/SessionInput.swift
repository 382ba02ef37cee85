package import Model

/// Everything that can happen to a player, as data.
package enum SessionInput: Sendable {
    /// What the store held when the host started.
    case restored(Intent?, PlayerSettings)
    /// What Next and Previous mean from now on.
    case stations(StationOrder)
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
    /// The output that a transfer asks for is there.
    case outputFound(OperationID)
    /// What the relay has counted of this load.
    case weighed(PlayID, RelayTally?)
    /// A call to the renderer, begun at `since`, has not returned in time.
    case callOverdue(since: Duration)
    /// It has returned, whatever it brought.
    case callReturned
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
    /// Look for this output until it is there or the operation has ended, and report
    /// ``SessionInput/outputFound(_:)`` once.
    case findOutput(OutputName, OperationID)
    /// Ask the relay for its counters of this load, and report ``SessionInput/weighed(_:_:)``.
    case weigh(PlayID)
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
