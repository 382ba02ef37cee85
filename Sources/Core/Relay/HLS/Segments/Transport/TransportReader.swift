/// Reads the audio and the timed tags of a transport stream; remembers between segments what a packager may tell only
/// once, or split: tables, counters, the open PES packet and the open frame.
struct TransportReader: Sendable {
    private var tables = ProgramTables()
    /// What the initialization section said; in force again after a discontinuity.
    private var firstTables: ProgramTables?
    /// The last continuity counter of each PID that is read.
    private var counters: [Int: UInt8] = [:]
    private var audioPID: Int?
    private var family: ElementaryReader.Family?
    private var pes = PESReader()
    private var elementary = ElementaryReader(family: nil)
    private var tagReaders: [Int: TagReader] = [:]
    /// The newest time stamp of the audio.
    private var reference: PresentationTime?

    init() {}

    /// Takes the tables out of an initialization section.
    mutating func initialize(_ section: [UInt8]) throws(SegmentFault) {
        let found = Self.tables(in: section, after: ProgramTables())
        guard found.map != nil else { throw .malformed }
        firstTables = found
        restart()
    }

    /// Forgets the stream, and keeps what the initialization section said.
    mutating func restart() {
        let kept = firstTables
        self = TransportReader()
        firstTables = kept
        tables = kept ?? tables
    }

    /// Reads a segment of whole packets, or less.
    mutating func read(_ segment: [UInt8], waiting: [TimedTitle]) throws(SegmentFault) -> SegmentContent {
        // Tables may stand behind the first audio that they describe.
        if tables.map == nil { tables = Self.tables(in: segment, after: tables) }
        var titles = waiting
        let audio = try demultiplex(segment, titles: &titles)
        var pieces = PieceBuilder(titles)
        elementary.read(audio, into: &pieces)
        guard !pieces.isWithoutAudio, let codec = elementary.codec else { throw fault }
        return SegmentContent(pieces, codec: codec.word)
    }

    private static func tables(in bytes: [UInt8], after known: ProgramTables) -> ProgramTables {
        var tables = known
        for packet in TransportPackets(bytes) where tables.follow(packet.pid) {
            tables.read(bytes, packet, isContinuous: true)
        }
        return tables
    }

    private mutating func demultiplex(
        _ segment: [UInt8],
        titles: inout [TimedTitle]
    ) throws(SegmentFault) -> ElementaryAudio {
        var audio = ElementaryAudio()
        // By PID, of this segment.
        var payloads: [Int: Range<Int>] = [:]
        adoptMap(&audio)
        for packet in TransportPackets(segment) where isRead(packet.pid) {
            let counter = counters.updateValue(packet.counter, forKey: packet.pid)
            let payload = payloads.updateValue(packet.payload, forKey: packet.pid)
            let isRepeated = counter == packet.counter
            // Packets may be sent twice. A counter that stands still is an encoder's fault and no loss.
            if isRepeated, let payload, segment[payload] == segment[packet.payload] { continue }
            let isContinuous = counter.map { ($0 + 1) & 15 == packet.counter } ?? true || isRepeated

            if tables.follow(packet.pid) {
                tables.read(segment, packet, isContinuous: isContinuous)
                adoptMap(&audio)
            } else if packet.pid == audioPID {
                try read(segment, packet, isContinuous: isContinuous, into: &audio)
            } else {
                readTag(segment, packet, isContinuous: isContinuous, into: &titles)
            }
        }
        return audio
    }

    private func isRead(_ pid: Int) -> Bool { pid == audioPID || tables.follow(pid) || tagReaders[pid] != nil }

    private mutating func read(
        _ segment: [UInt8],
        _ packet: TransportPacket,
        isContinuous: Bool,
        into audio: inout ElementaryAudio
    ) throws(SegmentFault) {
        guard !packet.isScrambled else { throw .encrypted }
        if !isContinuous { audio.seams.append(audio.bytes.count) }
        guard let part = pes.read(segment, packet, isContinuous: isContinuous) else { return }
        guard !part.isScrambled else { throw .encrypted }
        if let stamp = part.stamp {
            let time = PresentationTime(stamp: stamp, near: reference)
            audio.marks.append(PresentationMark(offset: audio.bytes.count, time: time))
            reference = time
        }
        audio.bytes += segment[part.payload]
    }

    private mutating func readTag(
        _ segment: [UInt8],
        _ packet: TransportPacket,
        isContinuous: Bool,
        into titles: inout [TimedTitle]
    ) {
        let found =
            tagReaders[packet.pid]?.read(segment, packet, isContinuous: isContinuous, near: reference) ?? []
        guard !found.isEmpty else { return }
        reference = reference ?? found.first?.time
        titles = (titles + found).suffix(PieceBuilder.titleLimit)
    }

    /// Follows the program map that is in force now.
    private mutating func adoptMap(_ audio: inout ElementaryAudio) {
        let tags = tables.map?.tags ?? []
        tagReaders = tagReaders.filter { tags.contains($0.key) }
        for pid in tags where tagReaders[pid] == nil { tagReaders[pid] = TagReader() }
        guard case .readable(let pid, let family)? = tables.map?.audio else {
            audioPID = nil
            return
        }
        if pid != audioPID {
            audioPID = pid
            pes = PESReader()
        }
        if family != self.family {
            self.family = family
            elementary = ElementaryReader(family: family)
            audio = ElementaryAudio()
        }
    }

    /// Why there was no audio.
    private var fault: SegmentFault {
        switch tables.map?.audio {
        case .refused(let fault)?: fault
        case .readable?, ProgramMap.Audio.none?: .noAudio
        case nil: .malformed
        }
    }
}
