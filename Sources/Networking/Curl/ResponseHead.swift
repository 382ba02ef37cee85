internal import Model

/// Reads the head of an answer line by line: `HTTP/1.x NNN …` or, over plain http, SHOUTcast 1's `ICY NNN …`.
///
/// Interim answers (1xx) are passed over. Names must be ASCII, values stay bytes; a value is cut at 1 KiB, except that
/// of `Location`, which would mean another address when cut.
struct ResponseHead {
    /// Over all lines, interim answers included.
    static let limit = 32 * 1024
    static let valueLimit = 1024

    enum Progress: Equatable {
        case more
        /// The empty line after a final status: `status` and `headers` are whole.
        case complete
        case malformed
    }

    private(set) var status = 0
    private(set) var headers = HTTPHeaders()
    private(set) var isComplete = false
    private var fields: [(name: String, value: [UInt8])] = []
    private var length = 0

    /// Takes one line with its line break. Lines after the empty one (trailers) are ignored.
    mutating func take(_ line: some BidirectionalCollection<UInt8>) -> Progress {
        guard !isComplete else { return .complete }
        length += line.count
        guard length <= Self.limit else { return .malformed }
        let text = Array(line.trimmed { $0 == 0x0d || $0 == 0x0a })
        if status == 0 { return takeStatus(text) }
        guard text.isEmpty else {
            takeField(text)
            return .more
        }
        if status < 200 {
            status = 0
            fields = []
            return .more
        }
        headers = HTTPHeaders(
            fields.map { name, value in (name, name == "location" ? value : Array(value.prefix(Self.valueLimit))) }
        )
        isComplete = true
        return .complete
    }

    private mutating func takeStatus(_ line: [UInt8]) -> Progress {
        let words = line.split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2 else { return .malformed }
        guard words[0].starts(with: "HTTP/".utf8) || words[0].elementsEqual("ICY".utf8) else { return .malformed }
        guard words[1].count == 3, let code = Int(String(decoding: words[1], as: UTF8.self)) else { return .malformed }
        guard (100...599).contains(code) else { return .malformed }
        status = code
        return .more
    }

    private mutating func takeField(_ line: [UInt8]) {
        if line[0] == 0x20 || line[0] == 0x09 {
            // RFC 9112 5.2: a folded line continues the value before it.
            guard let last = fields.indices.last else { return }
            fields[last].value += [0x20] + line.trimmed { $0 == 0x20 || $0 == 0x09 }
            return
        }
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return }
        let name = line[..<colon].trimmed { $0 == 0x20 || $0 == 0x09 }
        guard !name.isEmpty, name.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return }
        let value = line[(colon + 1)...].trimmed { $0 == 0x20 || $0 == 0x09 }
        fields.append((String(decoding: name, as: UTF8.self).lowercased(), Array(value)))
    }
}

extension BidirectionalCollection<UInt8> {
    fileprivate func trimmed(where isCut: (UInt8) -> Bool) -> SubSequence {
        guard let first = firstIndex(where: { !isCut($0) }), let last = lastIndex(where: { !isCut($0) }) else {
            return self[endIndex...]
        }
        return self[first...last]
    }
}
