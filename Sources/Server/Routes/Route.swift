/// One method on one path, and who may use it.
struct Route: Sendable {
    enum Access: Sendable { case anyone, owner }

    enum Answer: Sendable {
        /// Made at once, on the transport's thread.
        case now(@Sendable (Request, [String]) throws(Problem) -> Response)
        /// Made by asking an authority.
        case later(@Sendable (Request, [String]) async throws(Problem) -> Response)
    }

    let method: Request.Method
    /// As in the OpenAPI document: `/v1/players/{player}`.
    let path: String
    let access: Access
    let answer: Answer
    let pattern: PathPattern

    init(_ method: Request.Method, _ path: String, _ access: Access, _ answer: Answer) {
        self.method = method
        self.path = path
        self.access = access
        self.answer = answer
        self.pattern = PathPattern(path)
    }

    /// For anyone on the host's own links.
    init(_ method: Request.Method, _ path: String, _ answer: Answer) { self.init(method, path, .anyone, answer) }

    /// HEAD is answered as GET; the transport leaves the body out.
    func takes(_ method: Request.Method) -> Bool {
        self.method == method || (self.method == .get && method == .head)
    }
}

extension Response {
    /// JSON that nobody may keep.
    static func json(
        _ status: Int = 200,
        headers: [(name: String, value: String)] = [],
        _ body: (inout JSONWriter) -> Void
    ) -> Response {
        json(status, bytes: JSONWriter.object(body), headers: headers)
    }

    static func json(
        _ status: Int = 200,
        type: String = "application/json",
        bytes: [UInt8],
        headers: [(name: String, value: String)] = []
    ) -> Response {
        let described =
            type == "application/json" ? plainJSON : [("Content-Type", type), ("Cache-Control", "no-store")]
        return Response(
            status: status,
            headers: headers.isEmpty ? described : described + headers,
            body: .bytes(bytes)
        )
    }

    /// Made once: what nearly every answer carries.
    private static let plainJSON: [(name: String, value: String)] = [
        ("Content-Type", "application/json"), ("Cache-Control", "no-store"),
    ]
}
