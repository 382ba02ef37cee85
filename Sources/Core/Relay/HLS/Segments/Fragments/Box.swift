/// The four characters that name a box or a coding of ISO/IEC 14496-12.
struct BoxType: Sendable, Hashable, ExpressibleByStringLiteral {
    private let code: UInt32

    init(_ code: UInt32) { self.code = code }

    init(stringLiteral name: String) { self.code = name.utf8.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }

    /// ASCII letters and digits of the name; others become question marks.
    var text: String {
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> UInt32($0)) }
        let isPlain = { (byte: UInt8) in
            byte < 0x80 && (Character(Unicode.Scalar(byte)).isLetter || byte & 0xf0 == 0x30)
        }
        return String(decoding: bytes.filter { $0 != 0x20 }.map { isPlain($0) ? $0 : 0x3f }, as: UTF8.self)
    }
}

/// A box and where in its bytes it lies.
struct Box: Sendable, Equatable {
    let type: BoxType
    let start: Int
    let payload: Range<Int>
}

/// The boxes that follow each other in a part of some bytes. One that claims to reach behind the part ends with it: a
/// segment that was cut is read as far as it came.
struct Boxes: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var reader: ByteReader

    init(_ bytes: [UInt8], in part: Range<Int>) {
        self.bytes = bytes
        self.reader = ByteReader(bytes, part)
    }

    mutating func next() -> Box? {
        let start = reader.position
        guard let size = reader.uint32(), let code = reader.uint32() else { return nil }
        var length = Int(size)
        if size == 1 {
            guard let large = reader.integer(bytes: 8) else { return nil }
            length = Int(clamping: large)
        } else if size == 0 {
            length = reader.end - start
        }
        let head = reader.position - start
        guard length >= head else { return nil }
        let rest = Swift.min(length - head, reader.end - reader.position)
        guard let payload = reader.take(rest) else { return nil }
        return Box(type: BoxType(code), start: start, payload: payload)
    }

    /// The payload of the first box of `type`.
    func payload(of type: BoxType) -> Range<Int>? { first { $0.type == type }?.payload }

    /// Goes down along `path`, by the first box of each type.
    static func payload(_ path: BoxType..., in part: Range<Int>, of bytes: [UInt8]) -> Range<Int>? {
        var part = part
        for type in path {
            guard let inner = Boxes(bytes, in: part).payload(of: type) else { return nil }
            part = inner
        }
        return part
    }
}
