internal import Model

/// Where a host's control endpoint is.
enum ControlAddress: Sendable, Equatable, CustomStringConvertible {
    static let defaultPort = 1980

    case socket(String)
    /// A name or an IP literal, without brackets.
    case network(host: String, port: Int)

    /// Reads `HOST`, `HOST:PORT`, `[v6]:PORT`, the same behind `http://`, or the path of a unix socket.
    ///
    /// - Returns: nil for anything else.
    init?(_ text: String) {
        if text.hasPrefix("/") {
            self = .socket(text)
            return
        }
        var rest = text[...]
        if rest.hasPrefix("http://") { rest = rest.dropFirst("http://".count) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        if IPAddress(String(rest))?.isVersion4 == false {
            self = .network(host: String(rest), port: Self.defaultPort)
            return
        }
        // StreamAddress holds the grammar of authorities; its default port is not ours.
        guard let address = StreamAddress("http://\(rest)"), address.credentials == nil, address.target == "/" else {
            return nil
        }
        let namesPort = rest.hasSuffix(":\(address.port)")
        self = .network(host: address.host, port: namesPort ? address.port : Self.defaultPort)
    }

    /// What a command talks to: what it was told, else the socket of a host on this box, else this box's usual port.
    static func chosen(_ asked: ControlAddress?, sockets: [String], exists: (String) -> Bool) -> ControlAddress {
        if let asked { return asked }
        if let socket = sockets.first(where: exists) { return .socket(socket) }
        return .network(host: "127.0.0.1", port: defaultPort)
    }

    var description: String {
        switch self {
        case .socket(let path): path
        case .network(let host, let port): host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
        }
    }
}
