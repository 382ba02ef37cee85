/// What one segment held, whatever its kind.
struct SegmentContent: Sendable, Equatable {
    let pieces: [StreamPiece]
    /// Titles of frames that come in later segments.
    let left: [TimedTitle]
    let codec: String
    let duration: Duration
    /// The stream's parameters where the codec is FLAC.
    let streamInfo: FLACStreamInfo?

    init(_ pieces: PieceBuilder, codec: String, streamInfo: FLACStreamInfo? = nil) {
        var pieces = pieces
        (self.pieces, left) = pieces.finish()
        self.codec = codec
        self.duration = pieces.duration
        self.streamInfo = streamInfo
    }
}

extension FrameHeader.Codec {
    /// As the station files name it.
    var word: String {
        switch self {
        case .mp3: "mp3"
        case .mp2: "mp2"
        case .mp1: "mp1"
        case .aac: "aac"
        }
    }
}
