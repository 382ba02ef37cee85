/// All that a client may know of a player. No number in it changes while nothing happens, and equal snapshots are not
/// published.
package struct PlayerSnapshot: Sendable, Equatable {
    package var player: PlayerID
    /// Names this run of the host; a revision means nothing outside its epoch.
    package var epoch: String
    /// Rises with every published change.
    package var rev: Int
    package var generation: Generation
    package var phase: PlaybackPhase
    /// Only while ``phase`` is `waiting`.
    package var waitingFor: WaitingFor?
    package var item: SnapshotItem?
    /// What the stream says is on, timed to what is heard.
    package var onAir: OnAir?
    package var position: PositionAnchor?
    package var output: SnapshotOutput
    package var volume: Volume
    package var isMuted: Bool
    package var evidence: Evidence
    package var disallowed: [Disallowed]
    package var notice: Notice?

    package init(
        player: PlayerID,
        epoch: String,
        rev: Int,
        generation: Generation,
        phase: PlaybackPhase,
        waitingFor: WaitingFor?,
        item: SnapshotItem?,
        onAir: OnAir?,
        position: PositionAnchor?,
        output: SnapshotOutput,
        volume: Volume,
        isMuted: Bool,
        evidence: Evidence,
        disallowed: [Disallowed],
        notice: Notice?
    ) {
        self.player = player
        self.epoch = epoch
        self.rev = rev
        self.generation = generation
        self.phase = phase
        self.waitingFor = waitingFor
        self.item = item
        self.onAir = onAir
        self.position = position
        self.output = output
        self.volume = volume
        self.isMuted = isMuted
        self.evidence = evidence
        self.disallowed = disallowed
        self.notice = notice
    }
}

package struct SnapshotItem: Sendable, Equatable {
    package var id: QueueItemID
    package var media: MediaRef
    package var title: String?
    package var subtitle: String?
    package var isLive: Bool
    package var trust: StationTrust
    /// The stream in use, once bytes have come: what the relay saw, not what the catalogue claims.
    package var stream: SnapshotStream?

    package init(
        id: QueueItemID,
        media: MediaRef,
        title: String?,
        subtitle: String?,
        isLive: Bool,
        trust: StationTrust,
        stream: SnapshotStream?
    ) {
        self.id = id
        self.media = media
        self.title = title
        self.subtitle = subtitle
        self.isLive = isLive
        self.trust = trust
        self.stream = stream
    }
}

package struct SnapshotStream: Sendable, Equatable {
    /// Scheme and host, never more.
    package var origin: String
    package var codec: String?
    package var bitrateKbps: Int?

    package init(origin: String, codec: String?, bitrateKbps: Int?) {
        self.origin = origin
        self.codec = codec
        self.bitrateKbps = bitrateKbps
    }
}

/// What the stream says is on, in valid UTF-8.
package struct OnAir: Sendable, Equatable {
    /// One line for a person.
    package var text: String
    /// Where the stream or its line tells them apart.
    package var artist: String?
    /// Without the artist; nil for an advertisement.
    package var title: String?
    /// As it was sent, decoded and cleaned; empty for an advertisement.
    package var raw: String
    package var isAdvertisement: Bool

    package init(text: String, artist: String? = nil, title: String? = nil, raw: String, isAdvertisement: Bool = false)
    {
        self.text = text
        self.artist = artist
        self.title = title
        self.raw = raw
        self.isAdvertisement = isAdvertisement
    }
}

/// Where playback was, when: `position` now is `position + (now − at) × rate`.
package struct PositionAnchor: Sendable, Equatable {
    package var position: Duration
    /// On the host's monotonic clock.
    package var at: Duration
    /// 1 while playing, 0 while not.
    package var rate: Double

    package init(position: Duration, at: Duration, rate: Double) {
        self.position = position
        self.at = at
        self.rate = rate
    }
}

package struct SnapshotOutput: Sendable, Equatable {
    /// What was asked for.
    package var name: OutputName
    /// What libmpv says it opened, such as `pulse` or `alsa`; nil until it has.
    package var driver: String?
    /// The Pulse sink on which our stream was seen.
    package var sink: String?

    package init(name: OutputName, driver: String? = nil, sink: String? = nil) {
        self.name = name
        self.driver = driver
        self.sink = sink
    }
}
