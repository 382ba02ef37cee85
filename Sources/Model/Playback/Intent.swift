package import FoundationEssentials

/// What was asked to play: saved and flushed before the load, replaced only by a newer submission.
package struct Intent: Sendable, Equatable {
    package enum Wanted: String, Sendable { case playing, paused, stopped }

    package let player: PlayerID
    package var generation: Generation
    package var item: QueueItemID
    package var media: MediaRef
    /// The title at the time of asking, so that a restart can name it without a catalogue.
    package var title: String?
    package var wanted: Wanted
    package var askedAt: Date

    package init(
        player: PlayerID,
        generation: Generation,
        item: QueueItemID,
        media: MediaRef,
        title: String?,
        wanted: Wanted,
        askedAt: Date
    ) {
        self.player = player
        self.generation = generation
        self.item = item
        self.media = media
        self.title = title
        self.wanted = wanted
        self.askedAt = askedAt
    }
}

/// What of a player outlives a restart beside its intent. A nil was never set, which is not the same as a default.
package struct PlayerSettings: Sendable, Equatable {
    package var volume: Volume?
    package var isMuted: Bool?
    package var output: OutputName?

    package init(volume: Volume? = nil, isMuted: Bool? = nil, output: OutputName? = nil) {
        self.volume = volume
        self.isMuted = isMuted
        self.output = output
    }
}
