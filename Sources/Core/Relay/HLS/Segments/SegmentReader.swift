/// Turns the media segments of one HLS rendition, in their order, into one body of plain audio and its titles: AAC as
/// ADTS frames, MPEG audio as its frames, FLAC as a native stream. Knows no addresses and does no waiting.
///
/// A segment may be any bytes whatever: each call ends in audio or in a ``SegmentFault``, in time and memory that its
/// length bounds, and after a fault the next segment can be read.
struct SegmentReader: Sendable {
    /// Bytes of the longest segment, or initialization section, that is read.
    static let limit = 16 << 20

    /// What one segment gives.
    struct Output: Sendable, Equatable {
        /// Audio of whole frames, each title before the first frame that begins when the title does, or later. A title
        /// is told as often as the stream tells it.
        let pieces: [StreamPiece]
        /// `aac`, `mp3`, `flac`, or `mp2` and `mp1`.
        let codec: String
        /// Of the audio in ``pieces``; nil where the segment does not tell.
        let duration: Duration?
        /// The audio cannot be joined to that of the segment before: another codec, or FLAC of other parameters.
        let changesCodec: Bool
    }

    private struct Codec: Equatable {
        let name: String
        let streamInfo: FLACStreamInfo?
    }

    private var transport = TransportReader()
    private var packed = PackedReader()
    private var fragments = FragmentReader()
    /// Titles of frames that have not come yet.
    private var waiting: [TimedTitle] = []
    private var codec: Codec?

    init() {}

    /// The next segment does not continue the one before: clocks, counters, tables and codec may all be new. The
    /// initialization section stays in force.
    mutating func discontinuity() {
        transport.restart()
        packed = PackedReader()
        // Their time means nothing now, and what they tell is on already.
        waiting = waiting.map { TimedTitle(time: nil, title: $0.title) }
    }

    /// Takes the initialization section that the segments from here on need (`EXT-X-MAP`): a movie box, or the tables
    /// of a transport stream.
    mutating func initialize(_ section: [UInt8]) throws(SegmentFault) {
        guard section.count <= Self.limit else { throw .tooLarge }
        switch SegmentKind(section) {
        case .fragments: try fragments.initialize(section)
        case .transport: try transport.initialize(section)
        case .packed: throw .malformed
        }
    }

    /// Reads the next segment, already free of AES-128.
    mutating func read(_ segment: [UInt8]) throws(SegmentFault) -> Output {
        guard segment.count <= Self.limit else { throw .tooLarge }
        let content: SegmentContent
        switch SegmentKind(segment) {
        case .transport: content = try transport.read(segment, waiting: waiting)
        case .packed: content = try packed.read(segment, waiting: waiting)
        case .fragments: content = try fragments.read(segment, waiting: waiting)
        }
        waiting = content.left
        let now = Codec(name: content.codec, streamInfo: content.streamInfo)
        let changesCodec = codec.map { $0 != now } ?? false
        codec = now
        return Output(
            pieces: content.pieces,
            codec: content.codec,
            duration: content.duration > .zero ? content.duration : nil,
            changesCodec: changesCodec
        )
    }
}
