/// Where things stand in a JSON5 text: the place of the first fault, and the lines of its outer keys and of their lists'
/// elements.
///
/// It decodes nothing. It exists because `JSONDecoder` does not say where a text is broken, takes one of two equal
/// keys in silence, and a person who edits a file by hand needs both.
package struct JSON5Outline: Sendable, Equatable {
    /// The first thing that is not JSON5; lines and columns count from 1, columns in bytes.
    package struct Fault: Error, Sendable, Equatable, CustomStringConvertible {
        package let line: Int
        package let column: Int
        package let reason: String

        package var description: String { "line \(line), column \(column): \(reason)" }
    }

    /// For each list that stands directly in the outermost object, by its key: the line on which each element begins.
    package let elementLines: [String: [Int]]
    /// For each key that stands directly in the outermost object: its line.
    package let keyLines: [String: Int]

    /// - Parameter bytes: UTF-8.
    /// - Throws: a ``Fault`` also where the nesting is deeper than 64.
    package init(_ bytes: [UInt8]) throws(Fault) {
        var scanner = Scanner(bytes: bytes)
        try scanner.blank()
        try scanner.value(depth: 0)
        try scanner.blank()
        if scanner.next != nil { throw scanner.fault("something stands after the end") }
        self.elementLines = scanner.elementLines
        self.keyLines = scanner.keyLines
    }
}

private struct Scanner {
    let bytes: [UInt8]
    var position = 0
    var line = 1
    var lineStart = 0
    var elementLines: [String: [Int]] = [:]
    var keyLines: [String: Int] = [:]
    /// The key in the outermost object whose value is being read.
    var outerKey: String?

    init(bytes: [UInt8]) { self.bytes = bytes }

    var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    /// Where the scanner stands.
    struct Place {
        let line: Int
        let column: Int

        func fault(_ reason: String) -> JSON5Outline.Fault { .init(line: line, column: column, reason: reason) }
    }

    var place: Place { Place(line: line, column: position - lineStart + 1) }

    func fault(_ reason: String) -> JSON5Outline.Fault { place.fault(reason) }

    mutating func step() {
        if bytes[position] == UInt8(ascii: "\n") {
            line += 1
            lineStart = position + 1
        }
        position += 1
    }

    func starts(with text: StaticString) -> Bool {
        let count = text.utf8CodeUnitCount
        guard position + count <= bytes.count else { return false }
        return bytes[position..<position + count].elementsEqual("\(text)".utf8)
    }

    /// White space and comments.
    mutating func blank() throws(JSON5Outline.Fault) {
        while let byte = next {
            switch byte {
            case 0x09...0x0d, 0x20: step()
            case 0xc2 where starts(with: "\u{a0}"): position += 2
            case 0xe2 where starts(with: "\u{2028}") || starts(with: "\u{2029}"): position += 3
            case 0xef where starts(with: "\u{feff}"): position += 3
            case UInt8(ascii: "/") where starts(with: "//"):
                while let byte = next, byte != UInt8(ascii: "\n") { position += 1 }
            case UInt8(ascii: "/") where starts(with: "/*"):
                let start = place
                position += 2
                while !starts(with: "*/") {
                    guard next != nil else { throw start.fault("this comment is never closed") }
                    step()
                }
                position += 2
            default: return
            }
        }
    }

    mutating func value(depth: Int) throws(JSON5Outline.Fault) {
        guard depth < 64 else { throw fault("nested more than 64 deep") }
        switch next {
        case nil: throw fault("the text ends where a value should stand")
        case UInt8(ascii: "{"): try object(depth: depth)
        case UInt8(ascii: "["): try list(depth: depth)
        case UInt8(ascii: "\""), UInt8(ascii: "'"): try string()
        default: try word()
        }
    }

    mutating func object(depth: Int) throws(JSON5Outline.Fault) {
        let start = place
        var keys: [ArraySlice<UInt8>] = []
        position += 1
        try blank()
        while next != UInt8(ascii: "}") {
            guard next != nil else { throw start.fault("this { is never closed") }
            let keyPlace = place
            let key = try self.key()
            guard !keys.contains(key) else {
                throw keyPlace.fault(
                    "the key \(String(decoding: key, as: UTF8.self).quotedForDisplay) stands here twice"
                )
            }
            keys.append(key)
            if depth == 0 {
                let name = String(decoding: key, as: UTF8.self)
                outerKey = name
                keyLines[name] = keyPlace.line
            }
            try blank()
            guard next == UInt8(ascii: ":") else { throw fault("a “:” is missing after a key") }
            position += 1
            try blank()
            try value(depth: depth + 1)
            try blank()
            if next == UInt8(ascii: ",") {
                position += 1
                try blank()
            } else if next != UInt8(ascii: "}") {
                throw next == nil ? start.fault("this { is never closed") : fault("a “,” or “}” is missing")
            }
        }
        position += 1
    }

    mutating func list(depth: Int) throws(JSON5Outline.Fault) {
        let start = place
        position += 1
        try blank()
        while next != UInt8(ascii: "]") {
            guard next != nil else { throw start.fault("this [ is never closed") }
            if depth == 1, let outerKey { elementLines[outerKey, default: []].append(line) }
            try value(depth: depth + 1)
            try blank()
            if next == UInt8(ascii: ",") {
                position += 1
                try blank()
            } else if next != UInt8(ascii: "]") {
                throw next == nil ? start.fault("this [ is never closed") : fault("a “,” or “]” is missing")
            }
        }
        position += 1
    }

    /// A quoted or bare key, without its quotes.
    mutating func key() throws(JSON5Outline.Fault) -> ArraySlice<UInt8> {
        let start = position
        if next == UInt8(ascii: "\"") || next == UInt8(ascii: "'") {
            try string()
            return bytes[start + 1..<position - 1]
        }
        guard let first = next, Self.isKeyByte(first), !(0x30...0x39).contains(first) else {
            throw fault("a key should stand here")
        }
        while let byte = next, Self.isKeyByte(byte) { position += 1 }
        return bytes[start..<position]
    }

    mutating func string() throws(JSON5Outline.Fault) {
        let start = place
        let quote = next
        position += 1
        while next != quote {
            switch next {
            case nil, UInt8(ascii: "\n"), UInt8(ascii: "\r"): throw start.fault("this text is never closed")
            case 0: throw fault("a NUL byte")
            case UInt8(ascii: "\\"):
                position += 1
                guard next != nil else { throw start.fault("this text is never closed") }
                step()
            default: position += 1
            }
        }
        position += 1
    }

    /// A number, `true`, `false` or `null`.
    mutating func word() throws(JSON5Outline.Fault) {
        let start = place
        let first = position
        while let byte = next, Self.isWordByte(byte) { position += 1 }
        let word = String(decoding: bytes[first..<position], as: UTF8.self)
        guard !word.isEmpty else { throw fault(next == 0 ? "a NUL byte" : "a value should stand here") }
        guard Self.isLiteral(word) else {
            throw start.fault(
                "“\(word.prefixForDisplay)” is neither a number nor true, false or null; texts need quotes"
            )
        }
    }

    static func isKeyByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
            true
        default: false
        }
    }

    static func isWordByte(_ byte: UInt8) -> Bool {
        byte < 0x80 && isKeyByte(byte) || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")
            || byte == UInt8(ascii: ".")
    }

    static func isLiteral(_ word: String) -> Bool {
        if ["true", "false", "null"].contains(word) { return true }
        let unsigned = word.first == "-" || word.first == "+" ? word.dropFirst() : word[...]
        if unsigned == "Infinity" || unsigned == "NaN" { return true }
        if unsigned.lowercased().hasPrefix("0x") {
            return unsigned.count > 2 && unsigned.dropFirst(2).allSatisfy { $0.isASCII && $0.isHexDigit }
        }
        return unsigned.contains { $0.isASCII && $0.isNumber }
            && unsigned.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
    }
}
