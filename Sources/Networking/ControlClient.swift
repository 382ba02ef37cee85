package import Model

/// Talks to a host's control endpoint: JSON over a unix socket or a plain address.
package final class ControlClient: Sendable {
    package enum Base: Sendable, Equatable {
        case unixSocket(String)
        /// A name or an IP literal, without brackets.
        case address(host: String, port: Int)
    }

    /// The whole of an answer.
    package struct Answer: Sendable {
        package let status: Int
        package let headers: HTTPHeaders
        package let body: [UInt8]
    }

    /// The longest answer that is read whole.
    package static let bodyLimit = 4 * 1024 * 1024

    private let loop = CurlLoop()
    private let base: Base
    private let token: String?
    private let userAgent: String
    private let resolver: any NameResolver

    /// - Parameters:
    ///   - base: where the host is.
    ///   - token: an owner's token, sent as `Authorization: Bearer`; nil where none is needed.
    ///   - userAgent: a product token.
    ///   - resolver: asked for the address of a host that is named.
    package init(base: Base, token: String?, userAgent: String, resolver: any NameResolver) {
        self.base = base
        self.token = token
        self.userAgent = userAgent
        self.resolver = resolver
    }

    deinit { loop.close() }

    /// Sends one request and reads its whole answer.
    ///
    /// - Parameters:
    ///   - method: such as `GET`.
    ///   - path: path and query; bytes that no address may hold are percent-encoded.
    ///   - json: the body, sent as `application/json`; nil for none.
    ///   - headers: further ones.
    /// - Returns: the answer, whatever its status.
    /// - Throws: ``HTTPFault/connectionRefused`` where nobody listens, also on a socket that is not there;
    ///   ``HTTPFault/malformedResponse`` where the answer is longer than ``bodyLimit``.
    package func send(
        _ method: String,
        _ path: String,
        json: [UInt8]? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws(HTTPFault) -> Answer {
        let response = try await open(method, path, json: json, headers: headers)
        var body: [UInt8] = []
        while let bytes = try await response.body.next() {
            body += bytes
            guard body.count <= Self.bodyLimit else { throw .malformedResponse }
        }
        return Answer(status: response.status, headers: response.headers, body: body)
    }

    /// Opens an answer whose body is pulled, such as the event stream. Ends when the body is cancelled or let go.
    package func open(
        _ method: String,
        _ path: String,
        json: [UInt8]? = nil,
        headers: [(name: String, value: String)] = []
    ) async throws(HTTPFault) -> HTTPResponse {
        let authority: String
        let route: TransferPlan.Route
        switch base {
        case .unixSocket(let socket):
            authority = "localhost"
            route = .unixSocket(socket)
        case .address(let host, let port):
            authority = host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
            route = .addresses(try await resolver.addresses(of: host), port: port)
        }
        guard let address = StreamAddress("http://\(authority)\(path.percentEncoded)") else { throw .nameUnresolved }
        var headers = headers
        if json != nil { headers.append(("Content-Type", "application/json")) }
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        let plan = TransferPlan(
            method: method,
            address: address,
            route: route,
            headers: headers,
            body: json,
            userAgent: userAgent,
            caBundle: nil,
            connectLimit: .seconds(10)
        )
        let transfer = CurlTransfer(plan: plan, on: loop)
        let body = TransferBody(transfer)
        let head = try await transfer.head()
        return HTTPResponse(status: head.status, headers: head.headers, body: body)
    }

    /// Ends every transfer with ``HTTPFault/cancelled`` and waits for the thread. May be called again.
    package func close() { loop.close() }
}

extension String {
    /// Bytes outside of printable ASCII, and `#`, as `%XX`; everything else as it is.
    fileprivate var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            if byte > 0x20, byte < 0x7f, byte != UInt8(ascii: "#") {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += "%" + [byte].lowerHex.uppercased()
            }
        }
    }
}
