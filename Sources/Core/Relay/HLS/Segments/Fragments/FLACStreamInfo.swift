/// The STREAMINFO block of FLAC (RFC 9639, 8.2), as a stream without an end has it.
struct FLACStreamInfo: Sendable, Equatable {
    /// 34 bytes. The sizes of frames, the count of samples and the checksum are zero, which means unknown: they would
    /// speak of some other file than the joined stream.
    private let block: [UInt8]

    /// Reads the payload of a `dfLa` box.
    init(_ bytes: [UInt8], in box: Range<Int>) throws(SegmentFault) {
        var reader = ByteReader(bytes, box)
        guard reader.skip(4) else { throw .malformed }
        while let kind = reader.byte(), let length = reader.integer(bytes: 3), let body = reader.take(Int(length)) {
            guard kind & 0x7f == 0 else { continue }
            guard body.count == 34 else { break }
            let info = Array(bytes[body])
            block =
                info[..<4] + Array(repeating: 0, count: 6) + info[10..<13] + [info[13] & 0xf0]
                + Array(repeating: 0, count: 20)
            return
        }
        throw .malformed
    }

    /// What a native FLAC stream begins with.
    var head: [UInt8] { Array("fLaC".utf8) + [0x80, 0, 0, 34] + block }
}
