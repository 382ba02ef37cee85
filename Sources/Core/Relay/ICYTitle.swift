/// Finds the title in one ICY metadata block, however broken (reference/radio.md 2.1). Works on bytes, since the
/// charset is not known before the value is cut out.
///
/// `StreamTitle` and the marks of an advertisement are read; everything else, such as `StreamUrl`, is recognised as the
/// end of a title and left alone: nothing is ever fetched from an address in a stream.
enum ICYTitle {
    /// What a block says is on; `decode` knows the station's charset.
    ///
    /// - Returns: nil where the block holds no title; an empty one where it clears the title.
    static func read(_ block: [UInt8], decode: ([UInt8]) -> String) -> StreamTitle? {
        guard let value = value(in: block) else { return nil }
        let raw = TitleText.cleaned(Entities.decoded(decode(Array(value))))
        let rest = block.prefix { $0 != 0 }[value.endIndex...]
        if marksAdvertisement(rest) || SpotAttributes.isAdvertisement(raw) { return .advertisement }
        let plain = SpotAttributes.without(raw)
        return StreamTitle(line: plain == "-" ? "" : plain, raw: raw)
    }

    /// `adw_ad='true'` and `insertionType='…'` are what insertion servers add to a spot.
    private static func marksAdvertisement(_ rest: ArraySlice<UInt8>) -> Bool {
        if let start = end(of: "adw_ad='", in: rest) { return rest[start...].starts(with: "true".utf8) }
        return end(of: "insertionType='", in: rest) != nil
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

/// The attributes that some servers put into the title itself: `X - text="Y" song_spot="M" …`.
enum SpotAttributes {
    /// A spot of any other type than music.
    static func isAdvertisement(_ title: String) -> Bool {
        guard let rest = text(in: title)?.rest, let spot = rest.firstRange(of: "song_spot=\"") else { return false }
        return rest[spot.upperBound...].prefix(1) != "M"
    }

    /// The artist and the text of a song; `title` itself where it has no attributes.
    static func without(_ title: String) -> String {
        guard let (before, rest) = text(in: title) else { return title }
        let text = rest.prefix { $0 != "\"" }
        let artist = before.dropLast(before.isEmpty ? 0 : 2).filter { $0 != "\"" }
        let isNamed = artist.contains { $0 != " " && $0 != "-" }
        return isNamed ? "\(before)\(text)" : String(text)
    }

    private static func text(in title: String) -> (before: Substring, rest: Substring)? {
        guard let range = title.firstRange(of: "text=\"") else { return nil }
        let before = title[..<range.lowerBound]
        guard before.isEmpty || before.hasSuffix("- ") else { return nil }
        return (before, title[range.upperBound...])
    }
}
