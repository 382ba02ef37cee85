/// Finds the title in one ICY metadata block, however broken (reference/radio.md 2.1). Works on bytes, since the
/// charset is not known before the value is cut out.
///
/// Only `StreamTitle` is read. `StreamUrl` and advertising keys are recognised as the end of a title and otherwise
/// left alone: nothing is ever fetched from an address in a stream.
enum ICYTitle {
    /// What a block says is on.
    ///
    /// - Returns: nil where the block holds no title; empty where it clears the title.
    static func read(_ block: [UInt8], as text: TitleText) -> String? {
        guard let value = value(in: block) else { return nil }
        let plain = Entities.decoded(withoutAttributes(text.decode(value)))
        let title = TitleText.cleaned(plain)
        return title == "-" ? "" : title
    }

    /// The bytes between the quotes. Quotes are not escaped, so the value ends at the `';` before a further `Key='`,
    /// else at the last `';` before the end; the final `;` or both may be missing.
    static func value(in block: [UInt8]) -> ArraySlice<UInt8>? {
        let text = block.prefix { $0 != 0 }
        guard let start = end(of: "StreamTitle='", in: text) else { return nil }
        let value = text[start...]
        var lastEnd: Int?
        for index in value.indices where value[index] == quote {
            let after = value[(index + 1)...]
            guard after.first == semicolon else { continue }
            let rest = after.dropFirst().drop { $0 == space }
            if startsWithKey(rest) { return value[..<index] }
            if rest.isEmpty { lastEnd = index }
        }
        if let lastEnd { return value[..<lastEnd] }
        var open = value
        while let last = open.last, last == space || last == semicolon { open.removeLast() }
        return open.last == quote ? open.dropLast() : value
    }

    /// Where a server put attributes into the title (`X - text="Y" song_spot="M" …`), the artist and the text of a
    /// song, and nothing of an advertisement.
    static func withoutAttributes(_ title: String) -> String {
        let marker = "text=\""
        guard let range = title.firstRange(of: marker) else { return title }
        let before = title[..<range.lowerBound]
        guard before.isEmpty || before.hasSuffix("- ") else { return title }
        let rest = title[range.upperBound...]
        let text = rest.prefix { $0 != "\"" }
        if let spot = rest.firstRange(of: "song_spot=\""), rest[spot.upperBound...].prefix(1) != "M" { return "" }
        let artist = before.dropLast(before.isEmpty ? 0 : 2).filter { $0 != "\"" }
        let isNamed = artist.contains { $0 != " " && $0 != "-" }
        return isNamed ? "\(before)\(text)" : String(text)
    }

    private static let quote = UInt8(ascii: "'")
    private static let semicolon = UInt8(ascii: ";")
    private static let space = UInt8(ascii: " ")

    /// The index behind the first `key` in `bytes`, ASCII letters compared without case.
    private static func end(of key: String, in bytes: ArraySlice<UInt8>) -> Int? {
        let key = Array(key.utf8)
        guard bytes.count >= key.count else { return nil }
        for start in bytes.startIndex...(bytes.endIndex - key.count)
        where zip(bytes[start...], key).allSatisfy({ $0 | 0x20 == $1 | 0x20 }) { return start + key.count }
        return nil
    }

    /// Whether `bytes` begin with `Key='`.
    private static func startsWithKey(_ bytes: ArraySlice<UInt8>) -> Bool {
        let name = bytes.prefix { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"):
                true
            default: false
            }
        }
        return !name.isEmpty && bytes.dropFirst(name.count).starts(with: "='".utf8)
    }
}
