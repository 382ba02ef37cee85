/// Reads packed audio (RFC 8216, 3.4): frames without a container behind ID3 tags; some servers put tags between the
/// frames too.
struct PackedReader: Sendable {
    private var elementary = ElementaryReader(family: nil)

    init() {}

    mutating func read(_ segment: [UInt8], waiting: [TimedTitle]) throws(SegmentFault) -> SegmentContent {
        var pieces = PieceBuilder(waiting)
        elementary.read(ElementaryAudio(bytes: segment), into: &pieces)
        guard !elementary.isEncrypted else { throw .encrypted }
        guard !pieces.isWithoutAudio, let codec = elementary.codec else { throw Self.fault(of: segment) }
        return SegmentContent(pieces, codec: codec.word)
    }

    /// Why `segment` gave no frame, by what stands behind its tags.
    private static func fault(of segment: [UInt8]) -> SegmentFault {
        var offset = 0
        while let tag = ID3Tag.length(in: segment, at: offset) { offset += tag }
        let audio = segment.dropFirst(offset).prefix(6)
        if audio.starts(with: [0x0b, 0x77]), let last = audio.dropFirst(5).first {
            return .unsupported(codec: last >> 3 > 10 ? "eac3" : "ac3")
        }
        let isFrame = audio.first == 0xff && (audio.dropFirst().first ?? 0) & 0xe0 == 0xe0
        return isFrame || offset > 0 && audio.isEmpty ? .noAudio : .malformed
    }
}
