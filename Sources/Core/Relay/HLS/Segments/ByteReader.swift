/// Reads big-endian fields out of a part of some bytes. Every step looks at what is left, so that no length that
/// came from outside can leave the part.
struct ByteReader {
    private let bytes: [UInt8]
    private(set) var position: Int
    let end: Int

    /// Reads `part` of `bytes`, as far as `bytes` reach.
    init(_ bytes: [UInt8], _ part: Range<Int>) {
        self.bytes = bytes
        let part = part.clamped(to: 0..<bytes.count)
        self.position = part.lowerBound
        self.end = part.upperBound
    }

    var rest: Range<Int> { position..<end }

    /// The next `count` bytes, which are then behind; nil where they are not there.
    mutating func take(_ count: Int) -> Range<Int>? {
        guard count >= 0, count <= end - position else { return nil }
        defer { position += count }
        return position..<(position + count)
    }

    /// Passes over `count` bytes.
    ///
    /// - Returns: whether they were there.
    mutating func skip(_ count: Int) -> Bool { take(count) != nil }

    /// An unsigned number of at most 8 bytes.
    mutating func integer(bytes width: Int) -> UInt64? {
        guard (1...8).contains(width), let field = take(width) else { return nil }
        return bytes[field].reduce(0) { $0 << 8 | UInt64($1) }
    }

    mutating func byte() -> Int? { integer(bytes: 1).map { Int($0) } }

    mutating func uint16() -> Int? { integer(bytes: 2).map { Int($0) } }

    mutating func uint32() -> UInt32? { integer(bytes: 4).map { UInt32(truncatingIfNeeded: $0) } }

    /// The bytes before the next zero, which is passed over too; nil where there is none.
    mutating func terminated() -> ArraySlice<UInt8>? {
        guard let zero = bytes[rest].firstIndex(of: 0) else { return nil }
        defer { position = zero + 1 }
        return bytes[position..<zero]
    }
}
