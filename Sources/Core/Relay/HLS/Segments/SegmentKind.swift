/// What a segment is, by its first bytes: names and media types lie.
enum SegmentKind: Sendable, Equatable {
    case transport
    /// Fragmented MP4, or its initialization section.
    case fragments
    /// Frames without a container, or nothing that is known.
    case packed

    init(_ bytes: [UInt8]) {
        if Self.isBox(bytes) {
            self = .fragments
        } else if !bytes.starts(with: "ID3".utf8), TransportPackets.begin(in: bytes) {
            self = .transport
        } else {
            self = .packed
        }
    }

    private static let firstBoxes: Set<BoxType> = [
        "ftyp", "styp", "moof", "sidx", "ssix", "emsg", "prft", "moov", "free", "skip", "uuid", "pssh",
    ]

    private static func isBox(_ bytes: [UInt8]) -> Bool {
        guard let box = Boxes(bytes, in: bytes.indices).first(where: { _ in true }) else { return false }
        return firstBoxes.contains(box.type)
    }
}
