/// The text of an ID3v2 text frame, in each of its encodings (ID3v2.4 structure, 4 and frames, 4.2).
enum ID3Text {
    /// Bytes of a text that are looked at; more than any title is cut to.
    private static let limit = 4096

    /// The text behind the encoding byte, cleaned; more than one value is joined by commas. Empty for an empty frame.
    ///
    /// - Returns: nil where the encoding is none that exists.
    static func text(of frame: ArraySlice<UInt8>) -> String? {
        guard let encoding = frame.first else { return "" }
        let body = frame.dropFirst().prefix(limit)
        let values: [String]
        switch encoding {
        // What is called Latin-1 is Windows-1252 or UTF-8 in practice; what is called UTF-8 may be neither.
        case 0, 3:
            values = body.split(separator: 0).map { value in
                var charset = TitleCharset(declared: nil, remembered: nil, languages: [])
                return charset.text(Array(value))
            }
        case 1: values = wideValues(body, isBigEndian: body.first == 0)
        case 2: values = wideValues(body, isBigEndian: true)
        default: return nil
        }
        return TitleText.cleaned(values.map(TitleText.cleaned).filter { !$0.isEmpty }.joined(separator: ", "))
    }

    /// UTF-16; each value may begin with a byte-order mark of its own, which rules from there on.
    private static func wideValues(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [String] {
        var isBigEndian = isBigEndian
        var values: [[UInt16]] = [[]]
        var isAtStart = true
        for index in stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            let unit = isBigEndian ? first << 8 | second : second << 8 | first
            switch unit {
            case 0:
                values.append([])
                isAtStart = true
                continue
            case 0xfeff where isAtStart: break
            case 0xfffe where isAtStart: isBigEndian.toggle()
            default: values[values.count - 1].append(unit)
            }
            isAtStart = false
        }
        return values.map { String(decoding: $0, as: UTF16.self) }
    }
}
