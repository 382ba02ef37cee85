package import Model

/// One request as the transport hands it on: text is as sent, nothing is percent-decoded but the query.
package struct Request: Sendable {
    package enum Method: Sendable, Equatable {
        case get, head, post, patch, delete
        case other(String)

        package init(_ word: String) {
            switch word {
            case "GET": self = .get
            case "HEAD": self = .head
            case "POST": self = .post
            case "PATCH": self = .patch
            case "DELETE": self = .delete
            default: self = .other(word)
            }
        }

        package var word: String {
            switch self {
            case .get: "GET"
            case .head: "HEAD"
            case .post: "POST"
            case .patch: "PATCH"
            case .delete: "DELETE"
            case .other(let word): word
            }
        }
    }

    /// Who is at the other end.
    package enum Peer: Sendable, Equatable {
        /// A process of this box, through the unix socket that only the owner may open.
        case local
        case network(IPAddress)
    }

    package let method: Method
    /// Begins with `/`; still percent-encoded.
    package let path: String
    /// In the order sent, decoded; bytes that are not UTF-8 become U+FFFD.
    package let query: [(name: String, value: String)]
    package let headers: HTTPHeaders
    package let peer: Peer
    package var body: [UInt8]

    package init(
        method: Method,
        path: String,
        query: [(name: String, value: String)] = [],
        headers: HTTPHeaders = HTTPHeaders(),
        peer: Peer,
        body: [UInt8] = []
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.headers = headers
        self.peer = peer
        self.body = body
    }

    /// The first value of a query parameter.
    package func parameter(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// How many fields of this name were sent.
    package func count(of header: String) -> Int { headers.fields.count { $0.name == header } }
}
