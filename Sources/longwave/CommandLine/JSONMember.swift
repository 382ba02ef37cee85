/// A member of the small objects that the command line sends.
enum JSONMember: Sendable, Equatable {
    case text(String)
    case number(Int)
    case flag(Bool)

    /// One object in one line, members in the order of their names.
    static func object(_ members: [String: JSONMember]) -> String {
        let parts = members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value.json)" }
        return "{\(parts.joined(separator: ","))}"
    }

    private var json: String {
        switch self {
        case .text(let text): Self.quoted(text)
        case .number(let number): String(number)
        case .flag(let flag): flag ? "true" : "false"
        }
    }

    private static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": quoted += "\\\(scalar)"
            case "\u{0}"..<" ":
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
