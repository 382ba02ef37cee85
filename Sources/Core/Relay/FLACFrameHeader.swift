/// The head of one FLAC frame (RFC 9639 9.1), for streams whose own head went by before anybody joined.
enum FLACFrameHeader {
    /// The first place at which a whole, sound head stands; its checksum is what tells it from chance.
    static func firstIndex(in bytes: [UInt8]) -> Int? { bytes.indices.first { isHead(bytes[$0...]) } }

    private static func isHead(_ bytes: ArraySlice<UInt8>) -> Bool {
        // No head is longer than 16 bytes.
        let head = Array(bytes.prefix(16))
        guard head.count >= 6, head[0] == 0xff, head[1] & 0xfe == 0xf8 else { return false }
        let (blockSize, sampleRate) = (head[2] >> 4, head[2] & 15)
        guard blockSize != 0, sampleRate != 15, head[3] >> 4 < 11, head[3] & 1 == 0 else { return false }
        guard ![3, 7].contains(head[3] >> 1 & 7), let number = lengthOfNumber(head[4]) else { return false }
        var length = 4 + number
        length += blockSize == 6 ? 1 : blockSize == 7 ? 2 : 0
        length += sampleRate == 12 ? 1 : sampleRate == 13 || sampleRate == 14 ? 2 : 0
        guard length < head.count, head[5..<(4 + number)].allSatisfy({ $0 & 0xc0 == 0x80 }) else { return false }
        return checksum(head[..<length]) == head[length]
    }

    /// Bytes of the frame's number, which is written as UTF-8 writes characters, up to 36 bits.
    private static func lengthOfNumber(_ first: UInt8) -> Int? {
        let ones = (~first).leadingZeroBitCount
        return ones == 0 ? 1 : (2...7).contains(ones) ? ones : nil
    }

    /// CRC-8, x⁸ + x² + x + 1.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt8 {
        bytes.reduce(0) { sum, byte in
            (0..<8).reduce(sum ^ byte) { value, _ in value & 0x80 == 0 ? value << 1 : value << 1 ^ 0x07 }
        }
    }
}
