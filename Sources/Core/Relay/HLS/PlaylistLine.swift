internal import Model

/// One line of a playlist that means something (RFC 8216 4.1).
enum PlaylistLine: Sendable, Equatable {
    /// `#NAME` or `#NAME:value`; the name in upper case.
    case tag(name: String, value: Substring)
    case reference(Substring)

    /// The lines of a whole playlist, without blank ones and comments.
    ///
    /// - Throws: ``FaultCode/malformedResponse`` where it is longer than ``HLSPlaylist/greatestLength``, has more lines
    ///   than ``HLSPlaylist/greatestLines``, or does not begin with `#EXTM3U`.
    static func lines(_ bytes: [UInt8]) throws(FaultCode) -> [PlaylistLine] {
        guard bytes.count <= HLSPlaylist.greatestLength else { throw .malformedResponse }
        let body = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
        let raw = body.split(separator: 0x0a, maxSplits: HLSPlaylist.greatestLines)
        guard raw.count <= HLSPlaylist.greatestLines else { throw .malformedResponse }
        var lines: [PlaylistLine] = []
        var hasBegun = false
        for bytes in raw {
            let text = trimmed(bytes)
            guard !text.isEmpty else { continue }
            let line = PlaylistLine(String(decoding: text, as: UTF8.self))
            guard hasBegun else {
                guard case .tag("EXTM3U", _) = line else { throw .malformedResponse }
                hasBegun = true
                continue
            }
            if let line { lines.append(line) }
        }
        guard hasBegun else { throw .malformedResponse }
        return lines
    }

    /// Nil for a comment.
    private init?(_ text: String) {
        guard text.hasPrefix("#") else {
            self = .reference(text[...])
            return
        }
        let name = text.dropFirst().prefix { $0 != ":" && $0 != " " }
        guard name.count <= 64 else { return nil }
        let upper = name.uppercased()
        guard upper.hasPrefix("EXT") else { return nil }
        let rest = text[name.endIndex...]
        self = .tag(name: upper, value: rest.first == ":" ? rest.dropFirst() : "")
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var line = line.drop { $0 <= 0x20 }
        while let last = line.last, last <= 0x20 { line.removeLast() }
        return line
    }
}
