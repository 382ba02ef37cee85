/// How the samples of a track become frames of elementary audio.
enum SampleCoding: Sendable, Equatable {
    /// Each gets an ADTS head.
    case aac(AudioSpecificConfig)
    /// Each is whole frames already; `mp3` of any layer.
    case mpeg
    case flac(FLACStreamInfo)

    var codec: String {
        switch self {
        case .aac: "aac"
        case .mpeg: "mp3"
        case .flac: "flac"
        }
    }

    /// Reads one entry of a sample description table.
    ///
    /// - Throws: ``SegmentFault/unsupported(codec:)``, ``SegmentFault/encrypted``, ``SegmentFault/malformed``.
    init(_ entry: Box, of bytes: [UInt8]) throws(SegmentFault) {
        var reader = ByteReader(bytes, entry.payload)
        // SampleEntry, then the version by which QuickTime lengthened the entry.
        guard reader.skip(8), let version = reader.uint16(), reader.skip(18) else { throw .malformed }
        switch entry.type {
        case "mp4a":
            guard reader.skip(version == 1 ? 16 : version == 2 ? 36 : 0) else { throw .malformed }
            let boxes = Boxes(bytes, in: reader.rest)
            let inner = Boxes.payload("wave", "esds", in: reader.rest, of: bytes)
            guard let descriptor = boxes.payload(of: "esds") ?? inner else { throw .malformed }
            try self.init(elementaryStream: descriptor, of: bytes)
        case "fLaC":
            guard let box = Boxes(bytes, in: reader.rest).payload(of: "dfLa") else { throw .malformed }
            self = .flac(try FLACStreamInfo(bytes, in: box))
        case ".mp3": self = .mpeg
        case "enca": throw .encrypted
        default: throw .unsupported(codec: Self.names[entry.type] ?? entry.type.text)
        }
    }

    private static let names: [BoxType: String] = [
        "ac-3": "ac3", "ec-3": "eac3", "ac-4": "ac4", "Opus": "opus", "alac": "alac", "mha1": "mpegh", "mhm1": "mpegh",
    ]

    /// An `esds` box: descriptors inside descriptors (ISO/IEC 14496-1, 7.2.6).
    private init(elementaryStream box: Range<Int>, of bytes: [UInt8]) throws(SegmentFault) {
        var reader = ByteReader(bytes, box)
        guard reader.skip(4), let stream = reader.descriptor(3) else { throw .malformed }
        reader = ByteReader(bytes, stream)
        guard reader.skip(2), let flags = reader.byte() else { throw .malformed }
        if flags & 0x80 != 0 { _ = reader.skip(2) }
        if flags & 0x40 != 0 { _ = reader.byte().map { reader.skip($0) } }
        if flags & 0x20 != 0 { _ = reader.skip(2) }
        guard let decoder = reader.descriptor(4) else { throw .malformed }
        reader = ByteReader(bytes, decoder)
        guard let objectType = reader.byte(), reader.skip(12) else { throw .malformed }
        switch objectType {
        case 0x40, 0x66, 0x67, 0x68:
            guard let config = reader.descriptor(5) else { throw .malformed }
            self = .aac(try AudioSpecificConfig(bytes[config]))
        case 0x69, 0x6b: self = .mpeg
        case 0xa5: throw .unsupported(codec: "ac3")
        case 0xa6: throw .unsupported(codec: "eac3")
        case 0xa9...0xac: throw .unsupported(codec: "dts")
        case 0xad: throw .unsupported(codec: "opus")
        case 0xdd: throw .unsupported(codec: "vorbis")
        default: throw .unsupported(codec: "mp4a_\(String(objectType, radix: 16))")
        }
    }
}

extension ByteReader {
    /// The body of the next descriptor of kind `tag`, whose length is written in seven bits a byte; others before it
    /// are passed over.
    fileprivate mutating func descriptor(_ tag: Int) -> Range<Int>? {
        while let found = byte() {
            var length = 0
            for _ in 0..<4 {
                guard let byte = byte() else { return nil }
                length = length << 7 | byte & 0x7f
                if byte & 0x80 == 0 { break }
            }
            guard let body = take(length) else { return nil }
            if found == tag { return body }
        }
        return nil
    }
}
