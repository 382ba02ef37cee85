/// Audio bytes that never end: one or more loops, each for a number of bytes, the last for ever.
struct RadioProgramme {
    private var parts: [(loop: [UInt8], length: Int?)]
    private var position: Int
    private var played = 0

    init(_ loop: [UInt8], from position: Int = 0) {
        parts = [(loop, nil)]
        self.position = position
    }

    init(_ first: [UInt8], bytes: Int, then second: [UInt8]) {
        // Whole frames only: a frame of the fakes' audio is 384 bytes.
        parts = [(first, bytes / 384 * 384), (second, nil)]
        position = 0
    }

    mutating func next(_ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = parts[0]
            guard !part.loop.isEmpty else { return bytes }
            let left = part.length.map { $0 - played } ?? Int.max
            if left <= 0 {
                parts.removeFirst()
                position = 0
                played = 0
                continue
            }
            let start = position % part.loop.count
            let step = min(count - bytes.count, part.loop.count - start, left)
            bytes += part.loop[start..<(start + step)]
            position = start + step
            played += step
        }
        return bytes
    }
}

/// Puts title blocks between audio bytes, as SHOUTcast does: after every `interval` bytes one length byte L, then
/// L × 16 bytes, padded with zeros.
struct TitleInterleave {
    let interval: Int
    /// The text of block number n, as bytes; nil for an empty block (length byte 0).
    let block: @Sendable (Int) -> [UInt8]?
    private var untilBlock: Int
    private var number = 0

    init(every interval: Int, block: @escaping @Sendable (Int) -> [UInt8]?) {
        self.interval = interval
        self.block = block
        untilBlock = interval
    }

    /// One text in the first block, empty blocks after it.
    init(every interval: Int, once text: [UInt8]) { self.init(every: interval) { $0 == 0 ? text : nil } }

    /// The pieces in order: audio, length byte, first and second half of the text.
    mutating func pieces(_ audio: [UInt8]) -> [[UInt8]] {
        var pieces: [[UInt8]] = []
        var rest = audio[...]
        while !rest.isEmpty {
            let step = min(rest.count, untilBlock)
            pieces.append(Array(rest.prefix(step)))
            rest = rest.dropFirst(step)
            untilBlock -= step
            guard untilBlock == 0 else { continue }
            untilBlock = interval
            var text = block(number) ?? []
            number += 1
            text = Array(text.prefix(255 * 16))
            text += [UInt8](repeating: 0, count: (16 - text.count % 16) % 16)
            pieces.append([UInt8(text.count / 16)])
            guard !text.isEmpty else { continue }
            pieces.append(Array(text.prefix(text.count / 2)))
            pieces.append(Array(text.dropFirst(text.count / 2)))
        }
        return pieces
    }
}
