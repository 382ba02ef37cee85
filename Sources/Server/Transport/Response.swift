/// An answer as a value; the transport turns it into bytes.
package struct Response: Sendable {
    package enum Body: Sendable {
        case none
        case bytes([UInt8])
        /// Part of an open file, sent by the kernel.
        case file(OpenFile, offset: Int, length: Int)
        /// Bytes that come over time; `length` where it is known beforehand.
        case stream(any Outflow, length: Int?)
    }

    package var status: Int
    package var headers: [(name: String, value: String)]
    /// Headers that many answers have in common, sent after ``headers``: handed on as they are, never copied.
    package var sharedHeaders: [(name: String, value: String)] = []
    package var body: Body
    /// The connection ends with this answer: what follows on it can't be trusted.
    package var closes: Bool
    /// The reader may stop reading for minutes without being cut off.
    package var isPatient: Bool

    package init(
        status: Int,
        headers: [(name: String, value: String)] = [],
        body: Body = .none,
        closes: Bool = false,
        isPatient: Bool = false
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.closes = closes
        self.isPatient = isPatient
    }

    /// The first value of a header.
    package subscript(_ name: String) -> String? {
        let name = name.lowercased()
        return (headers.first { $0.name.lowercased() == name } ?? sharedHeaders.first { $0.name.lowercased() == name })?
            .value
    }
}

extension Response {
    /// Ends what would have been sent.
    func abandon() {
        if case .stream(let outflow, _) = body { outflow.cancel() }
    }
}

/// What a responder gives back: an answer, or work that will make one while the connection rests.
package enum Reply: Sendable {
    case now(Response)
    case later(@Sendable () async -> Response)
}

/// Who answers. Both functions are called on a thread of the transport and must not block.
package protocol Responder: Sendable {
    /// Called when the head has arrived and before any of the body; an answer here refuses the request.
    func refusal(of head: Request) -> Response?

    /// Called when the request is whole.
    func answer(_ request: Request) -> Reply
}
