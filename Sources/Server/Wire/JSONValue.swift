/// A JSON document as a client sent it. Objects keep the order of their members, so that a problem can name the
/// first bad one.
package indirect enum JSONValue: Sendable, Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([Member])

    package struct Member: Sendable, Equatable {
        package let name: String
        package let value: JSONValue
    }

    /// Far more names than any command has.
    package static let memberLimit = 64

    /// Reads RFC 8259 text: nothing beside one value, at most 32 levels deep, at most ``memberLimit`` names in
    /// one object, none of them twice.
    package init(_ bytes: [UInt8]) throws(JSONFault) {
        var reader = JSONReader(bytes)
        self = try reader.document()
    }

    /// The kind of value, as a person would call it.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "true or false"
        case .number: "a number"
        case .string: "text"
        case .array: "a list"
        case .object: "an object"
        }
    }

    package subscript(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

/// Where a text stops being JSON.
package struct JSONFault: Error, Sendable, Equatable {
    /// Both from 1; columns count bytes.
    package let line: Int
    package let column: Int
    package let reason: String
}

private struct JSONReader {
    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONFault) -> JSONValue {
        let value = try value()
        skipSpace()
        guard index == bytes.count else { throw fault("nothing may follow the value") }
        return value
    }

    private mutating func value() throws(JSONFault) -> JSONValue {
        skipSpace()
        guard let byte = peek else { throw fault("the text ends where a value should be") }
        switch byte {
        case UInt8(ascii: "{"): return try nested { reader throws(JSONFault) in try reader.object() }
        case UInt8(ascii: "["): return try nested { reader throws(JSONFault) in try reader.array() }
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try word("true", .bool(true))
        case UInt8(ascii: "f"): return try word("false", .bool(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
        default: throw fault("a value should be here")
        }
    }

    private mutating func nested(
        _ body: (inout JSONReader) throws(JSONFault) -> JSONValue
    ) throws(JSONFault) -> JSONValue {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 32 else { throw fault("the text nests too deep") }
        index += 1
        return try body(&self)
    }

    private mutating func object() throws(JSONFault) -> JSONValue {
        var members: [JSONValue.Member] = []
        var names: Set<String> = []
        skipSpace()
        if takes("}") { return .object([]) }
        while true {
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { throw fault("a name in quotes should be here") }
            let start = index
            let name = try string()
            guard names.insert(name).inserted else {
                index = start
                throw fault("the name “\(name.prefix(40))” stands twice")
            }
            guard names.count <= JSONValue.memberLimit else {
                index = start
                throw fault("an object may hold at most \(JSONValue.memberLimit) names")
            }
            skipSpace()
            guard takes(":") else { throw fault("a colon should be here") }
            members.append(JSONValue.Member(name: name, value: try value()))
            skipSpace()
            if takes("}") { return .object(members) }
            guard takes(",") else { throw fault("a comma or } should be here") }
        }
    }

    private mutating func array() throws(JSONFault) -> JSONValue {
        var values: [JSONValue] = []
        skipSpace()
        if takes("]") { return .array([]) }
        while true {
            values.append(try value())
            skipSpace()
            if takes("]") { return .array(values) }
            guard takes(",") else { throw fault("a comma or ] should be here") }
        }
    }

    private mutating func string() throws(JSONFault) -> String {
        index += 1
        var text: [UInt8] = []
        while let byte = peek {
            switch byte {
            case UInt8(ascii: "\""):
                index += 1
                guard let valid = String(validating: text, as: UTF8.self) else { throw fault("the text is not UTF-8") }
                return valid
            case UInt8(ascii: "\\"):
                index += 1
                text += Array(String(Character(try escape())).utf8)
            case 0..<0x20: throw fault("a control character must be escaped")
            default:
                text.append(byte)
                index += 1
            }
        }
        throw fault("the text ends inside quotes")
    }

    private mutating func escape() throws(JSONFault) -> Unicode.Scalar {
        guard let byte = peek else { throw fault("the text ends inside an escape") }
        index += 1
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{c}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"):
            let first = try hex()
            if let scalar = Unicode.Scalar(first) { return scalar }
            guard (0xd800..<0xdc00).contains(first), takes("\\"), takes("u") else { throw fault("half a surrogate") }
            let second = try hex()
            guard (0xdc00..<0xe000).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
            else { throw fault("half a surrogate") }
            return scalar
        default: throw fault("this escape is unknown")
        }
    }

    private mutating func hex() throws(JSONFault) -> UInt32 {
        let digits = bytes[index...].prefix(4)
        guard digits.count == 4, digits.allSatisfy(\.isHexDigit),
            let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw fault("four hex digits should be here") }
        index += 4
        return value
    }

    private mutating func number() throws(JSONFault) -> JSONValue {
        let start = index
        _ = takes("-")
        let firstDigit = index
        guard let first = peek, first.isDigit else { throw fault("a digit should be here") }
        skipDigits()
        guard first != UInt8(ascii: "0") || index - firstDigit == 1 else {
            throw fault("a number may not begin with 0")
        }
        if takes(".") { try digits() }
        if takes("e") || takes("E") {
            if !takes("+") { _ = takes("-") }
            try digits()
        }
        guard let number = Double(String(decoding: bytes[start..<index], as: UTF8.self)), number.isFinite else {
            throw fault("the number is too large")
        }
        return .number(number)
    }

    private mutating func digits() throws(JSONFault) {
        guard let byte = peek, byte.isDigit else { throw fault("a digit should be here") }
        skipDigits()
    }

    private mutating func skipDigits() { while let byte = peek, byte.isDigit { index += 1 } }

    private mutating func word(_ word: String, _ value: JSONValue) throws(JSONFault) -> JSONValue {
        guard bytes[index...].starts(with: word.utf8) else { throw fault("a value should be here") }
        index += word.utf8.count
        return value
    }

    private var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    private mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
        guard peek == UInt8(ascii: scalar) else { return false }
        index += 1
        return true
    }

    private mutating func skipSpace() {
        while let byte = peek, [0x20, 0x09, 0x0a, 0x0d].contains(byte) { index += 1 }
    }

    private func fault(_ reason: String) -> JSONFault {
        let before = bytes[..<min(index, bytes.count)]
        let line = before.count { $0 == 0x0a } + 1
        let column = before.count - (before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0) + 1
        return JSONFault(line: line, column: column, reason: reason)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
    fileprivate var isHexDigit: Bool {
        isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self & 0xdf | 0x20)
    }
}
