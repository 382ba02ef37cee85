package import Model

/// The ``HTTPClient`` over libcurl: one multi handle on one thread, one connection per request.
///
/// Follows no redirect, repeats nothing, asks no proxy and no name server, decodes no content coding. TLS is always
/// verified. Bodies are pulled: at most ``bufferLimit`` bytes wait here, beyond that the socket is left alone.
package final class CurlClient: HTTPClient {
    /// Bytes of one body that are held for its reader; libcurl and the kernel hold some tens of KiB more.
    package static var bufferLimit: Int { CurlTransfer.bufferLimit }

    private let loop = CurlLoop()
    private let userAgent: String
    private let caBundle: String?
    private let connectLimit: Duration
    private let dialer: @Sendable (IPAddress, Int) -> (IPAddress, Int)

    /// - Parameters:
    ///   - userAgent: sent with requests that bring no `User-Agent` of their own: a product token. SHOUTcast servers
    ///     answer HTML to names of browsers.
    ///   - caBundle: a file of PEM certificates to trust instead of the system's; nil for the system's.
    ///   - connectLimit: for connecting and the TLS handshake, over all addresses.
    ///   - dialer: the socket address to use for an address and port. A test maps a public address to loopback; all
    ///     addresses of one request must be mapped to the same port.
    package init(
        userAgent: String,
        caBundle: String? = nil,
        connectLimit: Duration = .seconds(10),
        dialer: @escaping @Sendable (IPAddress, Int) -> (IPAddress, Int) = { ($0, $1) }
    ) {
        self.userAgent = userAgent
        self.caBundle = caBundle
        self.connectLimit = connectLimit
        self.dialer = dialer
    }

    deinit { loop.close() }

    /// Returns when the head has come. Credentials of the address become an `Authorization` header.
    ///
    /// - Throws: ``HTTPFault/nameUnresolved`` where the request brings no address to dial; ``HTTPFault/cancelled``
    ///   after ``close()`` and when the task is cancelled.
    package func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPResponse {
        let dialed = request.dial.map { dialer($0, request.address.port) }
        guard let port = dialed.first?.1 else { throw .nameUnresolved }
        precondition(dialed.allSatisfy { $0.1 == port }, "one request dials one port")
        let plan = TransferPlan(
            address: request.address,
            route: .addresses(dialed.map(\.0), port: port),
            headers: request.headers,
            userAgent: userAgent,
            caBundle: caBundle,
            connectLimit: connectLimit
        )
        let transfer = CurlTransfer(plan: plan, on: loop)
        // Made before the head comes, so that it ends the transfer on every way out.
        let body = TransferBody(transfer)
        let head = try await transfer.head()
        return HTTPResponse(status: head.status, headers: head.headers, body: body)
    }

    /// Ends every transfer, bodies included, with ``HTTPFault/cancelled``, and waits for the thread. May be called
    /// again.
    package func close() { loop.close() }
}
