/// The five basic character entities and the numeric ones, decoded once: `&amp;lt;` becomes `&lt;`.
enum Entities {
    static func decoded(_ text: String) -> String {
        guard text.contains("&") else { return text }
        var output = ""
        var rest = text[...]
        while let ampersand = rest.firstIndex(of: "&") {
            output += rest[..<ampersand]
            rest = rest[rest.index(after: ampersand)...]
            let name = rest.prefix(10).prefix { $0 != ";" && $0 != "&" }
            guard rest.dropFirst(name.count).first == ";", let scalar = scalar(named: name) else {
                output += "&"
                continue
            }
            output.unicodeScalars.append(scalar)
            rest = rest.dropFirst(name.count + 1)
        }
        return output + rest
    }

    private static func scalar(named name: Substring) -> Unicode.Scalar? {
        switch name {
        case "amp": return "&"
        case "lt": return "<"
        case "gt": return ">"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        guard name.first == "#" else { return nil }
        let isHex = name.dropFirst().first == "x" || name.dropFirst().first == "X"
        let digits = name.dropFirst(isHex ? 2 : 1)
        guard !digits.isEmpty, digits.allSatisfy(\.isHexDigit) else { return nil }
        guard let value = UInt32(digits, radix: isHex ? 16 : 10), value != 0 else { return nil }
        return Unicode.Scalar(value)
    }
}
