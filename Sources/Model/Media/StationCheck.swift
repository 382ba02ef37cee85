/// What one check of a station found, stream by stream in the order of the catalogue at that moment. A record of a
/// moment: nothing is ever played or skipped because of it.
package struct StationCheck: Sendable, Equatable, Codable {
    package let station: String
    /// When the check ended, ISO 8601 in UTC.
    package let at: String
    /// The program that checked, such as `Longwave/0.1.0`.
    package let by: String
    package let streams: [StreamCheck]

    package init(station: String, at: String, by: String, streams: [StreamCheck]) {
        self.station = station
        self.at = at
        self.by = by
        self.streams = streams
    }
}

/// What one check of one listed stream found. Exactly one of ``heard`` and ``fault`` is there.
package struct StreamCheck: Sendable, Equatable, Codable {
    /// Scheme and host of the listed address; what it is compared by later, and all that may be shown.
    package let origin: String
    package let heard: StreamHeard?
    /// A ``FaultCode``, as its word: a newer host may have written one that this host does not know.
    package let fault: String?
    /// Scheme and host to which the listed address has moved for good (301 or 308); nil where it has not.
    package let movedTo: String?
    /// From the first question to the end of the check, without waiting for a turn.
    package let tookMs: Int

    package init(origin: String, heard: StreamHeard?, fault: String?, movedTo: String?, tookMs: Int) {
        self.origin = origin
        self.heard = heard
        self.fault = fault
        self.movedTo = movedTo
        self.tookMs = tookMs
    }
}

/// The audio that came, as its own frames describe it.
package struct StreamHeard: Sendable, Equatable, Codable {
    /// `mp3`, `aac`, `vorbis`, `opus`, `flac`; nil where the container does not say.
    package let codec: String?
    /// In Hz, of the frames; HE-AAC writes half of what is heard there.
    package let sampleRate: Int?
    /// The mean over the frames that came; nil where they do not say.
    package let bitrateKbps: Int?
    /// Whether the stream carries titles at all.
    package let sendsTitles: Bool
    /// The first title that was not empty; nil where none came.
    package let title: String?

    package init(codec: String?, sampleRate: Int?, bitrateKbps: Int?, sendsTitles: Bool, title: String?) {
        self.codec = codec
        self.sampleRate = sampleRate
        self.bitrateKbps = bitrateKbps
        self.sendsTitles = sendsTitles
        self.title = title
    }
}
