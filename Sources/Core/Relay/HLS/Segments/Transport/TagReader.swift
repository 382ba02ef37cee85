/// Puts the timed ID3 tags of one PID together; each begins where a PES packet's payload does or behind another tag.
struct TagReader: Sendable {
    /// A tag with a picture is that long at most; a longer one is dropped.
    private static let limit = 1 << 20

    private var pes = PESReader()
    /// nil where the rest of the PES packet is left alone.
    private var bytes: [UInt8]?
    private var time: PresentationTime?

    /// The titles of the tags that end in this packet; `reference` is a time near theirs.
    mutating func read(
        _ segment: [UInt8],
        _ packet: TransportPacket,
        isContinuous: Bool,
        near reference: PresentationTime?
    ) -> [TimedTitle] {
        guard let part = pes.read(segment, packet, isContinuous: isContinuous) else { return [] }
        if part.startsPayload {
            bytes = []
            time = part.stamp.map { PresentationTime(stamp: $0, near: reference) }
        } else if !isContinuous {
            bytes = nil
        }
        guard var begun = bytes else { return [] }
        bytes = nil
        begun += segment[part.payload]
        var titles: [TimedTitle] = []
        while let tag = ID3Tag(begun, at: 0) {
            if let title = tag.streamTitle { titles.append(TimedTitle(time: time, title: title)) }
            begun = Array(begun[tag.length...])
        }
        let isTag = begun.count < 10 || ID3Tag.length(in: begun, at: 0).map { $0 <= Self.limit } ?? false
        bytes = isTag ? begun : nil
        return titles
    }
}
