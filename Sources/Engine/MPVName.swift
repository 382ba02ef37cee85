/// Commands of libmpv that we send.
enum MPVCommandName: String {
    case loadFile = "loadfile"
    case stop
    case quit
    /// Answers with its argument after the `${…}` in it were replaced by properties, all at one moment.
    case expandText = "expand-text"
}

/// Properties of libmpv that we read, watch or set.
enum MPVProperty: String {
    case audioDevice = "audio-device"
    case audioCodecName = "audio-codec-name"
    case audioPosition = "audio-pts"
    case coreIdle = "core-idle"
    case currentOutput = "current-ao"
    case icyTitle = "metadata/by-key/icy-title"
    case mute
    case outputChannels = "audio-out-params/channel-count"
    case outputFormat = "audio-out-params/format"
    case outputRate = "audio-out-params/samplerate"
    case pause
    case pausedForCache = "paused-for-cache"
    /// The whole map of the silence detector: a read by key crashes 0.35.1 (reference/audio.md 1.13).
    case signal = "af-metadata/sig"
    /// Of the container's own tags, such as the comments of an Ogg link.
    case tagArtist = "metadata/by-key/artist"
    case tagTitle = "metadata/by-key/title"
    case volume
}

/// Error codes of `client.h` that are told apart.
enum MPVErrorCode {
    static let loadingFailed: Int32 = -13
    static let outputFailed: Int32 = -14
    static let nothingToPlay: Int32 = -16
    static let unknownFormat: Int32 = -17
}
