/// An address of a stream, kept byte for byte: query strings are never re-encoded.
///
/// Its `description` shows scheme, host and port and nothing else, so that no log line can carry a credential,
/// a path token or a query. Ask for `target` and `credentials` by name where they are really needed.
package struct StreamAddress: Hashable, Sendable, CustomStringConvertible {
    package enum Scheme: String, Sendable { case http, https }

    package struct Credentials: Hashable, Sendable {
        package let user: String
        package let password: String
    }

    package let scheme: Scheme
    /// Lower case; an IPv6 literal without its brackets.
    package let host: String
    package let port: Int
    /// Path and query as given, at least `/`; a fragment is dropped.
    package let target: String
    package let credentials: Credentials?

    /// - Returns: nil where the text is no absolute http or https address, or holds spaces, control or non-ASCII
    ///   bytes.
    package init?(_ text: String) {
        guard text.utf8.count <= 4096, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7f }) else { return nil }
        // No scheme holds a colon.
        guard let colon = text.firstIndex(of: ":"), text[colon...].hasPrefix("://") else { return nil }
        guard let scheme = Scheme(rawValue: text[..<colon].lowercased()) else { return nil }
        let rest = text[colon...].dropFirst(3).prefix { $0 != "#" }
        let authorityEnd = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "\\" } ?? rest.endIndex
        guard authorityEnd == rest.endIndex || rest[authorityEnd] != "\\" else { return nil }
        var authority = rest[..<authorityEnd]
        var credentials: Credentials?
        if let at = authority.lastIndex(of: "@") {
            let parts = authority[..<at].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard let user = parts[0].percentDecoded else { return nil }
            guard let password = parts.count > 1 ? parts[1].percentDecoded : "" else { return nil }
            credentials = Credentials(user: user, password: password)
            authority = authority[authority.index(after: at)...]
        }
        guard let (host, port) = Self.hostAndPort(authority) else { return nil }
        let target = String(rest[authorityEnd...])
        self.scheme = scheme
        self.host = host
        self.port = port ?? (scheme == .https ? 443 : 80)
        self.target = target.hasPrefix("/") ? target : "/" + target
        self.credentials = credentials
    }

    /// The address that `reference` means when this one answered with it (RFC 3986 5.2, without dot segments in the
    /// middle of names): absolute, `//host`, `/path`, `?query` or relative to the last `/` of the path.
    package func resolving(_ reference: String) -> StreamAddress? {
        if reference.contains("://"), let absolute = StreamAddress(reference) { return absolute }
        guard !reference.prefix(while: { $0 != "/" && $0 != "?" }).contains(":") else { return nil }
        if reference.hasPrefix("//") { return StreamAddress("\(scheme.rawValue):\(reference)") }
        let path = String(target.prefix { $0 != "?" })
        let joined =
            switch reference.first {
            case "/": reference
            case "?": path + reference
            case nil, "#": target
            default: String(path[...(path.lastIndex(of: "/") ?? path.startIndex)]) + reference
            }
        return StreamAddress("\(description)\(Self.withoutDotSegments(joined))")
    }

    /// This address with the credentials of `origin`, where both have the same scheme, host and port; else as it is.
    package func bearingCredentials(of origin: StreamAddress) -> StreamAddress {
        guard credentials == nil, description == origin.description else { return self }
        return StreamAddress(scheme: scheme, host: host, port: port, target: target, credentials: origin.credentials)
    }

    private init(scheme: Scheme, host: String, port: Int, target: String, credentials: Credentials?) {
        self.scheme = scheme
        self.host = host
        self.port = port
        self.target = target
        self.credentials = credentials
    }

    /// Scheme, host and port: what may be shown.
    package var description: String { "\(scheme.rawValue)://\(authority)" }

    /// The whole address without credentials: what is sent, never shown.
    package var requestAddress: String { description + target }

    /// Host and, where it is not the scheme's own, port; the value of a `Host` header.
    package var authority: String {
        let literal = host.contains(":") ? "[\(host)]" : host
        return port == (scheme == .https ? 443 : 80) ? literal : "\(literal):\(port)"
    }

    private static func hostAndPort(_ authority: Substring) -> (String, Int?)? {
        var host: Substring
        var portText: Substring?
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            host = authority[authority.index(after: authority.startIndex)..<close]
            let tail = authority[authority.index(after: close)...]
            guard tail.isEmpty || tail.hasPrefix(":") else { return nil }
            portText = tail.isEmpty ? nil : tail.dropFirst()
            guard IPAddress(String(host)) != nil else { return nil }
        } else {
            let parts = authority.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            host = parts[0]
            portText = parts.count > 1 ? parts[1] : nil
            guard host.utf8.allSatisfy(isHostByte) else { return nil }
        }
        guard !host.isEmpty, host.utf8.count <= 253 else { return nil }
        guard let portText, !portText.isEmpty else { return (host.lowercased(), nil) }
        guard portText.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), let port = Int(portText) else { return nil }
        guard (1...65535).contains(port) else { return nil }
        return (host.lowercased(), port)
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func withoutDotSegments(_ target: some StringProtocol) -> String {
        let path = target.prefix { $0 != "?" }
        let query = target.dropFirst(path.count)
        var kept: [Substring] = []
        let segments = String(path).split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        for (index, segment) in segments.enumerated() {
            let isLast = index == segments.count - 1
            switch segment {
            case ".": if isLast { kept.append("") }
            case "..":
                _ = kept.popLast()
                if isLast { kept.append("") }
            default: kept.append(segment)
            }
        }
        return "/" + kept.joined(separator: "/") + query
    }
}

extension Substring {
    /// The text with `%XX` replaced; nil where an escape is broken or the bytes are not UTF-8.
    fileprivate var percentDecoded: String? {
        var bytes: [UInt8] = []
        var rest = self.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst(), let low = rest.popFirst() else { return nil }
            let digits = String(decoding: [high, low], as: UTF8.self)
            // A sign would pass the conversion.
            guard digits.allSatisfy(\.isHexDigit), let value = UInt8(digits, radix: 16) else { return nil }
            bytes.append(value)
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
