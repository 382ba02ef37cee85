/// Puts titles into audio for the renderer, in UTF-8, so that it times them to what is heard.
///
/// A title stands at the first boundary after the byte at which it came, at most ``interval`` audio bytes late.
struct ICYInterleaver: Sendable {
    /// Audio bytes between two metadata blocks; half a second at 128 kbit/s.
    static let interval = 8192

    private var left = interval
    private var pending: String?

    /// The title from here on; empty clears it.
    mutating func set(title: String) { pending = title }

    /// `audio` with the blocks that fall into it.
    mutating func interleave(_ audio: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(audio.count + 64)
        var rest = audio[...]
        while rest.count >= left {
            output += rest.prefix(left)
            rest = rest.dropFirst(left)
            left = Self.interval
            output += pending.map(Self.block(of:)) ?? [0]
            pending = nil
        }
        output += rest
        left -= rest.count
        return output
    }

    /// Length byte and padded text. Readers end the value at the first `';`, so inside a title the apostrophe of that
    /// pair becomes a typographic one, as it is in ``StreamTitle/line``.
    static func block(of title: String) -> [UInt8] {
        let safe = StreamTitle.spelt(title).replacing("\0", with: "")
        var text = Array("StreamTitle='".utf8)
        // The length byte bounds a block at 255 × 16 bytes; titles are capped far below it.
        let room = 255 * 16 - text.count - 2
        text += TitleText.cut(safe, toBytes: room).utf8
        text += Array("';".utf8)
        let units = (text.count + 15) / 16
        return [UInt8(units)] + text + Array(repeating: 0, count: units * 16 - text.count)
    }
}
