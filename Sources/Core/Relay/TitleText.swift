internal import Model

/// Makes text out of a stream fit to be shown: valid UTF-8 without controls, of bounded length (reference/radio.md 2.1).
/// Never fails.
enum TitleText {
    /// Longest text that leaves here, in bytes of UTF-8.
    static let greatestLength = 1000

    /// Strict UTF-8, also where the sender cut its last character; nil where the bytes are something else.
    static func utf8(_ bytes: [UInt8]) -> String? {
        if let text = String(validating: bytes, as: UTF8.self) { return repaired(text) }
        return withoutTornEnd(bytes).map(repaired)
    }

    /// `text` fit to be shown: controls and bidi overrides gone, tabs and line breaks become spaces, trimmed, cut.
    static func cleaned(_ text: String) -> String {
        let spaced = text.unicodeScalars.map { scalar -> Unicode.Scalar in
            scalar == "\t" || scalar == "\n" || scalar == "\r" ? " " : scalar
        }
        var clean = String(String.UnicodeScalarView(spaced)).withoutControls[...]
        while clean.first?.isWhitespace == true { clean.removeFirst() }
        while clean.last?.isWhitespace == true { clean.removeLast() }
        return cut(String(clean), toBytes: greatestLength)
    }

    /// The longest start of `text` that fits, without a torn character.
    static func cut(_ text: String, toBytes limit: Int) -> String {
        guard text.utf8.count > limit else { return text }
        var kept = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            guard count <= limit else { break }
            kept.append(scalar)
        }
        return String(kept)
    }

    /// Undoes one encoding too many: where every character stands for one byte and these bytes are UTF-8 of fewer
    /// characters, the server encoded what was encoded already.
    private static func repaired(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if scalar.isASCII {
                bytes.append(UInt8(scalar.value))
            } else if let byte = Charset.windows1252.bytes(of: String(scalar))?.first {
                bytes.append(byte)
            } else if (0x80...0x9f).contains(scalar.value) {
                bytes.append(UInt8(scalar.value))
            } else {
                return text
            }
        }
        guard let reverse = String(validating: bytes, as: UTF8.self) else { return text }
        return reverse.unicodeScalars.count < text.unicodeScalars.count ? reverse : text
    }

    /// UTF-8 whose last character was cut by the sender. Only where a whole multi-byte character stands before it:
    /// a lone high byte at the end is more likely the `é` of a Latin-1 title.
    private static func withoutTornEnd(_ bytes: [UInt8]) -> String? {
        for torn in 1...3 where bytes.count > torn {
            let rest = bytes.dropLast(torn)
            guard let lead = bytes.dropFirst(rest.count).first, lead >= 0xc2, lead <= 0xf4 else { continue }
            guard bytes.dropFirst(rest.count + 1).allSatisfy({ $0 & 0xc0 == 0x80 }) else { continue }
            guard rest.contains(where: { $0 >= 0x80 }) else { continue }
            return String(validating: rest, as: UTF8.self)
        }
        return nil
    }
}

extension UTF8 {
    fileprivate static func width(_ scalar: Unicode.Scalar) -> Int {
        switch scalar.value {
        case 0...0x7f: 1
        case 0x80...0x7ff: 2
        case 0x800...0xffff: 3
        default: 4
        }
    }
}
