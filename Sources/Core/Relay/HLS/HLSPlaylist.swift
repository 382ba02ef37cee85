internal import Model

/// A playlist of HTTP Live Streaming (RFC 8216), told apart by its tags, never by its name or declared type.
enum HLSPlaylist: Sendable, Equatable {
    case master(MasterPlaylist)
    case media(MediaPlaylist)

    /// In bytes.
    static let greatestLength = 512 * 1024
    static let greatestLines = 10_000

    /// Reads a whole playlist. References are resolved against `address`: the one that answered in the end, after
    /// redirects. Unknown tags are passed over, and so are entries that cannot be fetched.
    ///
    /// - Throws: ``FaultCode/malformedResponse`` where the bytes are no playlist of this kind or exceed a bound.
    init(_ bytes: [UInt8], from address: StreamAddress) throws(FaultCode) {
        let lines = try PlaylistLine.lines(bytes)
        let isMaster = lines.contains { line in
            if case .tag("EXT-X-STREAM-INF", _) = line { true } else { false }
        }
        if isMaster {
            self = .master(MasterPlaylist(lines, from: address))
            return
        }
        let isMedia = lines.contains { line in
            switch line {
            case .tag("EXTINF", _), .tag("EXT-X-TARGETDURATION", _), .tag("EXT-X-MEDIA-SEQUENCE", _): true
            default: false
            }
        }
        guard isMedia else { throw .malformedResponse }
        self = .media(try MediaPlaylist(lines, from: address))
    }

    /// What `reference` means in a playlist that `base` answered with; nil where nothing could be fetched there.
    ///
    /// Text outside of what an address may hold is escaped, as browsers do; everything else stays byte for byte.
    static func resolve(_ reference: some StringProtocol, against base: StreamAddress) -> StreamAddress? {
        guard !reference.isEmpty else { return nil }
        var text = ""
        for byte in reference.utf8 {
            if byte > 0x20, byte < 0x7f {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let hex = String(byte, radix: 16, uppercase: true)
                text += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return base.resolving(text)?.bearingCredentials(of: base)
    }
}
