/// Reads fragmented MP4 (RFC 8216, 3.3): samples become frames by what the initialization section says of them.
struct FragmentReader: Sendable {
    private var track: AudioTrack?
    /// The parameters that were written last; nil after another codec.
    private var written: FLACStreamInfo?

    init() {}

    /// Takes the audio track out of an initialization section. One that cannot be read leaves none.
    mutating func initialize(_ section: [UInt8]) throws(SegmentFault) {
        track = nil
        guard let movie = Boxes(section, in: section.indices).payload(of: "moov") else { throw .malformed }
        track = try AudioTrack.first(in: movie, of: section)
    }

    /// Reads a segment of fragments; one that begins with a movie box needs no section before it.
    mutating func read(_ segment: [UInt8], waiting: [TimedTitle]) throws(SegmentFault) -> SegmentContent {
        if Boxes(segment, in: segment.indices).payload(of: "moov") != nil { try initialize(segment) }
        let (fragments, messages) = Self.parts(of: segment)
        guard let track else { throw fragments.isEmpty ? .noAudio : .malformed }
        var movie = MovieFragments(segment, track: track)
        for fragment in fragments { try movie.add(fragment.moof, data: fragment.data) }
        guard let first = movie.samples.first else { throw movie.isCut ? .malformed : .noAudio }

        let start = first.time.map { PresentationTime($0, timescale: track.timescale) }
        var pieces = PieceBuilder(waiting + messages.compactMap { Self.title($0, segmentStart: start) })
        let coding = try track.coding(first.description)
        // Kept only where the segment is delivered.
        var info = written
        for sample in movie.samples where try track.coding(sample.description) == coding {
            guard let frame = Self.frame(segment[sample.bytes], coding, after: &info) else { continue }
            let time = sample.time.map { PresentationTime($0, timescale: track.timescale) }
            pieces.append(frame, at: time, lasting: Self.duration(of: sample, coding, timescale: track.timescale))
        }
        guard !pieces.isWithoutAudio else { throw .noAudio }
        guard case .flac(let streamInfo) = coding else {
            written = nil
            return SegmentContent(pieces, codec: coding.codec)
        }
        written = info
        return SegmentContent(pieces, codec: coding.codec, streamInfo: streamInfo)
    }

    /// A sample as it stands in elementary audio; nil where it is empty, or too long. `written` are the parameters of
    /// FLAC that stand before it already.
    private static func frame(
        _ sample: ArraySlice<UInt8>,
        _ coding: SampleCoding,
        after written: inout FLACStreamInfo?
    ) -> ArraySlice<UInt8>? {
        guard !sample.isEmpty else { return nil }
        switch coding {
        case .aac(let config): return config.adtsHead(of: sample.count).map { ($0 + sample)[...] }
        case .mpeg: return sample
        case .flac(let info):
            defer { written = info }
            return info == written ? sample : (info.head + sample)[...]
        }
    }

    private static func duration(of sample: FragmentSample, _ coding: SampleCoding, timescale: UInt32) -> Duration {
        if sample.duration == 0, case .aac(let config) = coding { return .seconds(1024) / config.sampleRate }
        return .seconds(Int64(sample.duration)) / Int64(timescale)
    }

    /// The fragments with the start of the data behind each, and the event messages.
    private static func parts(
        of segment: [UInt8]
    ) -> (fragments: [(moof: Box, data: Int?)], messages: [EventMessage]) {
        var fragments: [(moof: Box, data: Int?)] = []
        var messages: [EventMessage] = []
        for box in Boxes(segment, in: segment.indices) {
            switch box.type {
            case "moof": fragments.append((box, nil))
            case "mdat":
                if let last = fragments.last, last.data == nil {
                    fragments[fragments.count - 1].data = box.payload.lowerBound
                }
            case "emsg":
                if let message = EventMessage(segment, in: box.payload) { messages.append(message) }
            default: break
            }
        }
        return (fragments, messages.suffix(PieceBuilder.titleLimit))
    }

    private static func title(_ message: EventMessage, segmentStart: PresentationTime?) -> TimedTitle? {
        guard let title = message.tag.streamTitle else { return nil }
        switch message.time {
        case .absolute(let time): return TimedTitle(time: time, title: title)
        case .fromStart(let time):
            let moment = segmentStart.map { PresentationTime(ticks: $0.ticks + time.ticks) }
            return TimedTitle(time: moment, title: title)
        }
    }
}
