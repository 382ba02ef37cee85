internal import FoundationEssentials
internal import Model

/// Everything that one transfer needs to know, as a value: what to ask, of whom, and where to dial.
struct TransferPlan: Sendable {
    enum Route: Sendable, Equatable {
        /// Exactly these addresses, in this order, at one port. Nothing is looked up.
        case addresses([IPAddress], port: Int)
        case unixSocket(String)
    }

    let method: String
    let address: StreamAddress
    let route: Route
    /// Whole lines, `name: value`.
    let headers: [String]
    let body: [UInt8]?
    let userAgent: String
    /// A file of PEM certificates that replaces the system's; nil for the system's.
    let caBundle: String?
    let connectLimit: Duration

    init(
        method: String = "GET",
        address: StreamAddress,
        route: Route,
        headers: [(name: String, value: String)],
        body: [UInt8]? = nil,
        userAgent: String,
        caBundle: String?,
        connectLimit: Duration
    ) {
        self.method = method
        self.address = address
        self.route = route
        self.headers = Self.lines(headers, credentials: address.credentials)
        self.body = body
        self.userAgent = userAgent
        self.caBundle = caBundle
        self.connectLimit = connectLimit
    }

    /// Header lines as libcurl takes them. Control bytes, which could forge a further line, are left out.
    private static func lines(
        _ headers: [(name: String, value: String)],
        credentials: StreamAddress.Credentials?
    ) -> [String] {
        var headers = headers
        if let credentials, !headers.contains(where: { $0.name.lowercased() == "authorization" }) {
            let pair = Data("\(credentials.user):\(credentials.password)".utf8)
            headers.append(("Authorization", "Basic \(pair.base64EncodedString())"))
        }
        return headers.map { header in
            let value = header.value.withoutLineBreaks
            // libcurl reads `name:` as "do not send"; an empty value is written with a semicolon.
            return header.name.withoutLineBreaks + (value.isEmpty ? ";" : ": \(value)")
        }
    }
}

extension String {
    fileprivate var withoutLineBreaks: String {
        String(String.UnicodeScalarView(unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7f }))
    }
}
