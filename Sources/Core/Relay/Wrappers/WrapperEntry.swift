internal import Model

/// What a playlist lists: an address as written there, and its title where it has one.
struct WrapperEntry: Sendable, Equatable {
    let address: String
    let title: String?

    init(address: String, title: String? = nil) {
        self.address = address
        self.title = title.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// The text of a playlist from bytes of any origin: without a byte order mark, as UTF-8 where it is that, else as
/// Windows-1252.
enum WrapperText {
    static func decode(_ bytes: [UInt8]) -> String {
        let body = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
        if let text = String(validating: body, as: UTF8.self) { return text }
        // Without the bytes that mean nothing, since each of them costs the converter a new start.
        return Charset.windows1252.text(body.map { unassigned.contains($0) ? UInt8(ascii: "?") : $0 })
    }

    /// What Windows-1252 has no character for.
    private static let unassigned: Set<UInt8> = [0x81, 0x8d, 0x8f, 0x90, 0x9d]

    /// Its lines without the white space around them, by any kind of line break; those that are empty are left out.
    static func lines(_ bytes: [UInt8]) -> [Substring] {
        decode(bytes).split { $0.isNewline || $0 == "\0" }.map(trimmed).filter { !$0.isEmpty }
    }

    static func trimmed(_ text: Substring) -> Substring {
        var text = text.drop(while: \.isWhitespace)
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }
}
