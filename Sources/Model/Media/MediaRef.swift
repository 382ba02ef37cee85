/// The only name of something playable: `station:us.wsum`. Never an address.
package enum MediaRef: Hashable, Sendable, CustomStringConvertible {
    /// A radio station, by canonical ID or by an alias of one (aliases may have a flat form such as `kexp`).
    case station(String)

    /// Reads a media ref as a client writes it.
    ///
    /// - Throws: ``MediaRefProblem/untrustedStream`` for anything that looks like an address (H114),
    ///   ``MediaRefProblem/malformed`` for everything else that is not a ref.
    package init(_ text: String) throws(MediaRefProblem) {
        let shown = text.prefixForDisplay
        guard !text.contains("://"), !text.hasPrefix("//"), !text.hasPrefix("/") else {
            throw .untrustedStream
        }
        guard let colon = text.firstIndex(of: ":") else { throw .malformed(shown) }
        let item = String(text[text.index(after: colon)...])
        switch text[..<colon].lowercased() {
        case "station" where text.hasPrefix("station:"):
            guard !item.isEmpty, item.utf8.count <= 64, item.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else {
                throw .malformed(shown)
            }
            self = .station(item)
        case "http", "https", "file", "ftp", "rtsp", "rtmp", "mms", "icy", "data":
            throw .untrustedStream
        default:
            throw .malformed(shown)
        }
    }

    package var description: String {
        switch self {
        case .station(let id): "station:\(id)"
        }
    }

    /// Which provider answers for this ref.
    package var provider: ProviderID {
        switch self {
        case .station: .radio
        }
    }
}

/// Why a text is not a media ref.
package enum MediaRefProblem: Error, Equatable {
    /// An address where a name belongs; only an owner who adds a station gives an address.
    case untrustedStream
    /// Not a ref; the text, shortened and escaped for display.
    case malformed(String)
}

/// Where media comes from.
package enum ProviderID: String, Hashable, Sendable {
    case radio
}
