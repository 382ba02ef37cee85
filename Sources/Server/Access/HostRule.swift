internal import Model

/// Which `Host` names are this host, so that a foreign page cannot reach it through a name that it made point here
/// (DNS rebinding): any IP literal, `localhost`, the host's own names bare or under the usual home domains, and the
/// names from the configuration.
package struct HostRule: Sendable {
    /// As many accepted values as are remembered; a client that makes up more is asked anew each time.
    private static let memory = 64

    private let names: Set<String>
    /// Values that were accepted: nearly every request repeats one.
    private let accepted = Lock<Set<String>>([])

    /// - Parameters:
    ///   - own: names of this host without a domain: its hostname, its Avahi name.
    ///   - configured: whole names.
    package init(own: [String], configured: [String] = []) {
        let domains = ["", ".local", ".lan", ".home.arpa", ".fritz.box"]
        let bare = own.map { $0.lowercased().prefix { $0 != "." } }
        self.names = Set(
            ["localhost"] + bare.filter { !$0.isEmpty }.flatMap { name in domains.map { "\(name)\($0)" } }
                + (own + configured).map { $0.lowercased() }
        )
    }

    /// - `authority`: the value of `Host`: a name or literal, with or without a port.
    package func allows(_ authority: String) -> Bool {
        if accepted.withLock({ $0.contains(authority) }) { return true }
        guard let host = HostRule.host(of: authority), names.contains(host) || IPAddress(host) != nil else {
            return false
        }
        accepted.withLock { if $0.count < Self.memory { $0.insert(authority) } }
        return true
    }

    /// The host of an authority, lower case, without brackets, port and final dot; nil where it is none.
    static func host(of authority: String) -> String? {
        if authority.hasPrefix("[") {
            guard let close = authority.firstIndex(of: "]") else { return nil }
            let rest = authority[authority.index(after: close)...]
            guard rest.isEmpty || isPort(rest) else { return nil }
            let literal = String(authority[authority.index(after: authority.startIndex)..<close])
            return literal.contains(":") && IPAddress(literal) != nil ? literal.lowercased() : nil
        }
        let name = authority.prefix { $0 != ":" }
        let rest = authority[name.endIndex...]
        guard !name.isEmpty, rest.isEmpty || isPort(rest) else { return nil }
        return (name.hasSuffix(".") ? name.dropLast() : name).lowercased()
    }

    private static func isPort(_ text: Substring) -> Bool {
        text.first == ":" && text.utf8.count <= 6
            && text.dropFirst().utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}
