/// Fetches over HTTP; follows no redirect and repeats nothing by itself.
package protocol HTTPClient: Sendable {
    /// Sends one request; returns when the head of the answer has arrived. The task's cancellation ends the transfer.
    func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPResponse
}

package struct HTTPRequest: Sendable {
    package var address: StreamAddress
    /// Where to dial instead of asking for the name again: exactly the addresses that passed the guards.
    package var dial: [IPAddress]
    package var headers: [(name: String, value: String)]

    package init(address: StreamAddress, dial: [IPAddress], headers: [(name: String, value: String)]) {
        self.address = address
        self.dial = dial
        self.headers = headers
    }
}

package struct HTTPResponse: Sendable {
    package var status: Int
    package var headers: HTTPHeaders
    package var body: any ByteSource

    package init(status: Int, headers: HTTPHeaders, body: any ByteSource) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// Header fields in the order received; names compare without case, values are bytes.
package struct HTTPHeaders: Sendable {
    package private(set) var fields: [(name: String, value: [UInt8])]

    package init(_ fields: [(name: String, value: [UInt8])] = []) { self.fields = fields }

    package mutating func add(_ name: String, _ value: [UInt8]) { fields.append((name.lowercased(), value)) }

    /// The first value of `name`, as bytes.
    package func bytes(_ name: String) -> [UInt8]? {
        // Nearly all who ask write it in lower case already.
        let name = name.utf8.contains { (0x41...0x5a).contains($0) } ? name.lowercased() : name
        return fields.first { $0.name == name }?.value
    }

    /// The first value of `name` as text, without ASCII white space around it; bytes that are not UTF-8 become U+FFFD.
    package subscript(_ name: String) -> String? {
        bytes(name).map { value in
            var text = value[...]
            while text.first?.isSpace == true { text.removeFirst() }
            while text.last?.isSpace == true { text.removeLast() }
            return String(decoding: text, as: UTF8.self)
        }
    }
}

extension UInt8 {
    fileprivate var isSpace: Bool { self == 0x20 || (0x09...0x0d).contains(self) }
}

/// Bytes that are pulled: nothing is fetched ahead of ``next()`` beyond a small fixed buffer, which is the
/// back-pressure of every stream that passes through the host.
package protocol ByteSource: Sendable {
    /// The next piece, never empty; nil at a proper end. One caller at a time.
    func next() async throws(HTTPFault) -> [UInt8]?

    /// Ends the transfer; a waiting ``next()`` throws ``HTTPFault/cancelled``. May be called more than once, from
    /// anywhere.
    func cancel()
}

package enum HTTPFault: Error, Sendable, Equatable {
    case nameUnresolved
    case connectionRefused
    case connectionFailed
    case tlsFailed
    /// The certificate's dates do not fit this host's clock.
    case tlsNotYetValid
    case timedOut
    case malformedResponse
    /// The connection ended before the body did.
    case dropped
    case cancelled
}
