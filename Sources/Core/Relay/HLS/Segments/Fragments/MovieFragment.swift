/// A sample of a fragment: where it lies in the segment, and when it sounds in units of its track.
struct FragmentSample: Sendable, Equatable {
    let bytes: Range<Int>
    /// nil where the fragment does not say.
    let time: UInt64?
    let duration: UInt32
    /// Which sample description it follows, from 1 on.
    let description: Int
}

/// The samples of one track in the movie fragments of a segment (ISO/IEC 14496-12, 8.8).
struct MovieFragments {
    /// Far more than a segment of audio has, so that few bytes cannot stand for very many samples.
    private static let sampleLimit = 100_000

    private(set) var samples: [FragmentSample] = []
    /// The segment ends before its samples do.
    private(set) var isCut = false

    private let segment: [UInt8]
    private let track: AudioTrack
    /// Bytes of all samples; they may not overlap, so no more than the segment has.
    private var total = 0

    init(_ segment: [UInt8], track: AudioTrack) {
        self.segment = segment
        self.track = track
    }

    /// Adds the samples of the track in a `moof` box. `data` is where the media data behind it begin, nil where there
    /// are none.
    mutating func add(_ fragment: Box, data: Int?) throws(SegmentFault) {
        for box in Boxes(segment, in: fragment.payload) where box.type == "traf" {
            guard let head = Boxes(segment, in: box.payload).payload(of: "tfhd") else { continue }
            guard var run = Run(ByteReader(segment, head), track: track, base: fragment.start, data: data)
            else { continue }
            run.time = decodeTime(in: box.payload)
            for inner in Boxes(segment, in: box.payload) where inner.type == "trun" {
                guard !isCut else { return }
                try add(ByteReader(segment, inner.payload), to: &run)
            }
        }
    }

    /// The `tfdt` box: when the first sample of a fragment sounds.
    private func decodeTime(in fragment: Range<Int>) -> UInt64? {
        guard let payload = Boxes(segment, in: fragment).payload(of: "tfdt") else { return nil }
        var reader = ByteReader(segment, payload)
        guard let version = reader.byte(), reader.skip(3) else { return nil }
        return reader.integer(bytes: version == 1 ? 8 : 4)
    }

    /// A `trun` box: samples that follow each other in the data.
    private mutating func add(_ box: ByteReader, to run: inout Run) throws(SegmentFault) {
        var reader = box
        guard reader.skip(1), let flags = reader.integer(bytes: 3), let count = reader.uint32() else {
            throw .malformed
        }
        if flags & 0x1 != 0 {
            guard let offset = reader.uint32() else { throw .malformed }
            run.position = run.base + Int(Int32(bitPattern: offset))
        }
        if flags & 0x4 != 0 { _ = reader.skip(4) }
        guard count <= Self.sampleLimit else { throw .tooLarge }
        for _ in 0..<Int(count) {
            var (duration, size): (UInt32?, UInt32?) = (run.defaults.duration, run.defaults.size)
            if flags & 0x100 != 0 { duration = reader.uint32() }
            if flags & 0x200 != 0 { size = reader.uint32() }
            let isWhole = reader.skip((flags & 0x400 == 0 ? 0 : 4) + (flags & 0x800 == 0 ? 0 : 4))
            guard isWhole, let duration, let size else { throw .malformed }
            try add(Int(size), lasting: duration, to: &run)
            if isCut { return }
        }
    }

    private mutating func add(_ size: Int, lasting duration: UInt32, to run: inout Run) throws(SegmentFault) {
        guard run.position >= 0 else { throw .malformed }
        guard size <= segment.count, run.position <= segment.count - size else {
            isCut = true
            return
        }
        guard samples.count < Self.sampleLimit else { throw .tooLarge }
        total += size
        guard total <= segment.count else { throw .malformed }
        let bytes = run.position..<(run.position + size)
        samples.append(
            FragmentSample(bytes: bytes, time: run.time, duration: duration, description: run.defaults.description)
        )
        run.position = bytes.upperBound
        run.time = run.time.map { $0 &+ UInt64(duration) }
    }

    /// Where the next run of one track fragment begins.
    private struct Run {
        /// Offsets of data count from here.
        let base: Int
        var position: Int
        var time: UInt64?
        private(set) var defaults: AudioTrack.Defaults

        /// Reads a `tfhd` box. Offsets count from the start of the fragment, and data begin behind it.
        ///
        /// - Returns: nil where the fragment belongs to another track.
        init?(_ box: ByteReader, track: AudioTrack, base start: Int, data: Int?) {
            var reader = box
            guard reader.skip(1), let flags = reader.integer(bytes: 3), reader.uint32() == track.id else { return nil }
            defaults = track.defaults
            // An offset into the whole file means nothing in a segment that was cut out of it.
            if flags & 0x01 != 0 { _ = reader.skip(8) }
            if flags & 0x02 != 0, let index = reader.uint32() { defaults.description = Int(index) }
            if flags & 0x08 != 0, let duration = reader.uint32() { defaults.duration = duration }
            if flags & 0x10 != 0, let size = reader.uint32() { defaults.size = size }
            base = start
            position = data ?? start
        }
    }
}
