internal import Model

/// One look at libmpv's playback, all properties of the same moment.
///
/// It travels as one `expand-text` command, because watched properties may be of the load before, and nine single
/// reads would be of nine moments.
struct PlaybackSample: Sendable, Equatable {
    var audioPosition: Duration?
    var isCoreIdle: Bool
    var isPausedForCache: Bool
    var isPaused: Bool
    var format: AudioFormat?
    var codec: String?
    var driver: String?
    /// nil where the stream never had a title, empty where it was cleared.
    var title: String?
    /// Of the container itself; nil where it has no title.
    var tags: Tags?

    struct Tags: Sendable, Equatable {
        let artist: String?
        let title: String
    }

    /// The argument of `expand-text` whose answer ``init(_:)`` reads. Titles come last, since they may hold anything.
    static let template: String = {
        let fields: [MPVProperty] = [
            .audioPosition, .coreIdle, .pausedForCache, .pause, .outputRate, .outputChannels, .outputFormat,
            .audioCodecName, .currentOutput,
        ]
        let texts = [MPVProperty.tagArtist, .tagTitle, .icyTitle].map { "${=\($0.rawValue):\(absent)}" }
        return fields.map { "${=\($0.rawValue):}\n" }.joined() + texts.joined(separator: String(separator))
    }()

    /// Stands for a title that is not there, which is something else than an empty one.
    private static let absent = "\u{1}"
    /// Between texts; one in a tag could only spoil titles.
    private static let separator: Character = "\u{1e}"

    /// - Returns: nil where the text is not an answer to ``template``.
    init?(_ text: String) {
        let fields = text.split(separator: "\n", maxSplits: 9, omittingEmptySubsequences: false)
        guard fields.count == 10 else { return nil }
        self.audioPosition = Double(fields[0]).flatMap { $0.isFinite ? .seconds($0) : nil }
        self.isCoreIdle = fields[1] != "no"
        self.isPausedForCache = fields[2] == "yes"
        self.isPaused = fields[3] == "yes"
        if let rate = Int(fields[4]), let channels = Int(fields[5]) {
            self.format = AudioFormat(sampleRate: rate, channels: channels, sampleFormat: String(fields[6]))
        }
        self.codec = fields[7].isEmpty ? nil : String(fields[7])
        self.driver = fields[8].isEmpty ? nil : String(fields[8])
        let texts = fields[9].split(separator: Self.separator, maxSplits: 2, omittingEmptySubsequences: false)
            .map { $0 == Self.absent ? nil : String($0) }
        guard texts.count == 3 else { return nil }
        self.tags = texts[1].map { Tags(artist: texts[0], title: $0) }
        self.title = texts[2]
    }
}

/// Turns what the silence detector says into a claim about the current load; made anew for each load.
struct SignalGauge {
    /// How long a silence must last before the detector says so.
    static let detection = Duration.milliseconds(200)

    private var first: Duration?

    /// - Parameters:
    ///   - position: timestamp of the audio being heard.
    ///   - metadata: the detector's whole map; nil where there is no detector yet.
    /// - Returns: the claim; ``SignalObservation/unknown`` until it can be made.
    mutating func read(position: Duration?, metadata: [String: MPVNode]?) -> SignalObservation {
        if first == nil { first = position }
        guard let metadata else { return .unknown }
        let start = metadata["lavfi.silence_start"]?.number
        let end = metadata["lavfi.silence_end"]?.number
        if let start, start.isFinite, end.map({ $0 < start }) ?? true { return .silent(from: .seconds(start)) }
        // The detector is ahead of the ear; before it has heard its full length, no news is not good news.
        guard let first, let position, position - first >= Self.detection else { return .unknown }
        return .sounding
    }
}
