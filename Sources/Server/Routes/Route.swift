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
    private let segments: [Substring]

    init(_ method: Request.Method, _ path: String, _ access: Access, _ answer: Answer) {
        self.method = method
        self.path = path
        self.access = access
        self.answer = answer
        self.segments = path.split(separator: "/")
    }

    /// For anyone on the host's own links.
    init(_ method: Request.Method, _ path: String, _ answer: Answer) { self.init(method, path, .anyone, answer) }

    /// The values of the path's parameters in order; nil where the path is another one.
    func values(for parts: [Substring]) -> [String]? {
        guard parts.count == segments.count else { return nil }
        var values: [String] = []
        for (segment, part) in zip(segments, parts) {
            if segment.first == "{" {
                guard !part.isEmpty else { return nil }
                values.append(String(part))
            } else if segment != part {
                return nil
            }
        }
        return values
    }

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
        Response(
            status: status,
            headers: [("Content-Type", type), ("Cache-Control", "no-store")] + headers,
            body: .bytes(bytes)
        )
    }
}
