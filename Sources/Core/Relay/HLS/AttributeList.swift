/// The value of a tag that lists `NAME=value` pairs (RFC 8216 4.2). Quoted values may hold commas and equals signs.
struct AttributeList: Sendable, Equatable {
    private var values: [String: String] = [:]

    /// Reads what can be read; a pair without a name or an equals sign is passed over. The first of a name counts.
    init(_ text: some StringProtocol) {
        var rest = Substring(text)
        while !rest.isEmpty {
            rest = rest.drop { $0 == "," || $0 == " " || $0 == "\t" }
            let name = rest.prefix { $0 != "=" && $0 != "," }
            rest = rest[name.endIndex...]
            guard rest.first == "=" else { continue }
            rest = rest.dropFirst().drop { $0 == " " }
            let value: Substring
            if rest.first == "\"" {
                value = rest.dropFirst().prefix { $0 != "\"" }
                rest = rest[value.endIndex...].dropFirst()
            } else {
                let whole = rest.prefix { $0 != "," }
                rest = rest[whole.endIndex...]
                value = whole.prefix { $0 != " " && $0 != "\t" }
            }
            let key = name.uppercased().filter { $0 != " " && $0 != "\t" }
            if !key.isEmpty, values[key] == nil { values[key] = String(value) }
        }
    }

    /// The value of `name`, which is given in upper case, without its quotes.
    subscript(_ name: String) -> String? { values[name] }

    /// A decimal integer; nil where it is none.
    func number(_ name: String) -> Int? {
        values[name].flatMap { text in
            text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
        }
    }

    /// `0x` and hex digits as bytes; nil where it is none.
    func bytes(_ name: String) -> [UInt8]? {
        guard let text = values[name]?.lowercased(), text.hasPrefix("0x") else { return nil }
        var digits = Array(text.utf8.dropFirst(2))
        guard !digits.isEmpty, digits.count <= 64 else { return nil }
        if digits.count % 2 != 0 { digits.insert(UInt8(ascii: "0"), at: 0) }
        var bytes: [UInt8] = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = Self.nibble(digits[index]), let low = Self.nibble(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    /// Whether the value is the word YES.
    func isSet(_ name: String) -> Bool { values[name]?.uppercased() == "YES" }

    private static func nibble(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
