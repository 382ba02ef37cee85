/// The frames of one ID3v2 tag, one after the other, until padding or the first that cannot be one.
struct ID3Frames {
    struct Frame {
        /// Three characters in 2.2, four from 2.3 on.
        let id: String
        /// As it was before unsynchronisation.
        let content: ArraySlice<UInt8>
    }

    private let body: [UInt8]
    private let version: Int
    private let isUnsynchronised: Bool
    private var reader: ByteReader

    /// - Parameters:
    ///   - body: of the tag, without header and footer; in 2.2 and 2.3 with unsynchronisation undone.
    ///   - version: 2, 3 or 4.
    ///   - isUnsynchronised: by the tag's header.
    init(_ body: [UInt8], version: Int, isUnsynchronised: Bool) {
        self.body = body
        self.version = version
        self.isUnsynchronised = isUnsynchronised
        self.reader = ByteReader(body, body.indices)
    }

    /// - Parameter flags: of the tag's header.
    /// - Returns: whether frames can follow. In 2.2 the same bit says that the tag is compressed, in no known way.
    mutating func skipExtendedHeader(flags: UInt8) -> Bool {
        guard flags & 0x40 != 0 else { return true }
        guard version > 2, let size = reader.uint32() else { return false }
        // In 2.3 the size leaves itself out, in 2.4 it is seven bits a byte and counts itself.
        return reader.skip(version == 3 ? Int(size) : Self.syncsafe(size) - 4)
    }

    /// The next frame that can be read; those that are compressed or encrypted are passed over.
    mutating func next() -> Frame? {
        while let (id, flags, content) = nextRaw() {
            if let content = unpacked(content, flags: flags) { return Frame(id: id, content: content) }
        }
        return nil
    }

    private mutating func nextRaw() -> (id: String, flags: Int, content: ArraySlice<UInt8>)? {
        let idLength = version == 2 ? 3 : 4
        guard isFrameID(at: reader.position), let id = reader.take(idLength) else { return nil }
        var flags = 0
        var length = 0
        if version == 2 {
            guard let size = reader.integer(bytes: 3) else { return nil }
            length = Int(size)
        } else {
            guard let size = reader.uint32(), let bits = reader.uint16() else { return nil }
            flags = bits
            length = version == 3 ? Int(size) : lengthOfFourthVersion(size)
        }
        guard let content = reader.take(length) else { return nil }
        return (String(decoding: body[id], as: UTF8.self), flags, body[content])
    }

    /// Sizes of 2.4 are seven bits a byte, but some programs write all eight: what lies behind the frame decides.
    private func lengthOfFourthVersion(_ size: UInt32) -> Int {
        guard size & 0x8080_8080 == 0 else { return Int(size) }
        let (safe, plain) = (Self.syncsafe(size), Int(size))
        if safe != plain, !isEdge(reader.position + safe), isEdge(reader.position + plain) { return plain }
        return safe
    }

    private func isEdge(_ position: Int) -> Bool {
        position == body.count || position < body.count && body[position] == 0 || isFrameID(at: position)
    }

    private func isFrameID(at position: Int) -> Bool {
        let length = version == 2 ? 3 : 4
        guard position >= 0, position <= body.count - length else { return false }
        return body[position..<(position + length)].allSatisfy { byte in
            (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    /// The content without what the frame's flags put before it or did to it.
    private func unpacked(_ content: ArraySlice<UInt8>, flags: Int) -> ArraySlice<UInt8>? {
        switch version {
        case 3:
            guard flags & 0xc0 == 0 else { return nil }
            return content.dropFirst(flags & 0x20 == 0 ? 0 : 1)
        case 4:
            guard flags & 0x0c == 0 else { return nil }
            let plain = content.dropFirst((flags & 0x40 == 0 ? 0 : 1) + (flags & 0x01 == 0 ? 0 : 4))
            return isUnsynchronised || flags & 0x02 != 0 ? ID3Tag.synchronised(plain)[...] : plain
        default: return content
        }
    }

    private static func syncsafe(_ size: UInt32) -> Int {
        Int(size >> 24 & 0x7f) << 21 | Int(size >> 16 & 0x7f) << 14 | Int(size >> 8 & 0x7f) << 7 | Int(size & 0x7f)
    }
}
