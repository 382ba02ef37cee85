package import Model

/// Why a request was not done, as RFC 9457 says it: a stable code for programs, a title and a sentence for people,
/// which ends with what to do where there is something.
package struct Problem: Error, Sendable, Equatable {
    package let status: Int
    /// snake_case; never changes its meaning.
    package let code: String
    package let title: String
    package let detail: String
    /// The member of the body or the parameter at fault.
    package var field: String?
    /// Names that a person may have meant.
    package var nearest: [String] = []
    package var headers: [String: String] = [:]

    package init(_ status: Int, _ code: String, _ title: String, _ detail: String) {
        self.status = status
        self.code = code
        self.title = title
        self.detail = detail
    }

    package var response: Response {
        Response(
            status: status,
            headers: [("Content-Type", "application/problem+json"), ("Cache-Control", "no-store")]
                + headers.map { ($0.key, $0.value) },
            body: .bytes(JSONWriter.object { write(into: &$0) })
        )
    }

    /// The members, without the braces around them.
    package func write(into writer: inout JSONWriter) {
        writer.member("type", "about:blank")
        writer.member("title", title)
        writer.member("status", status)
        writer.member("detail", detail)
        writer.member("code", code)
        if let field { writer.member("field", field) }
        if !nearest.isEmpty { writer.member("nearest", texts: nearest) }
    }

    package func naming(_ field: String) -> Problem {
        var copy = self
        copy.field = field
        return copy
    }
}

extension Problem {
    package static func bodyTooLarge(limit: Int) -> Problem {
        Problem(413, "body_too_large", "The body is too large", "A body may have at most \(limit) bytes.")
    }

    package static let notFound = Problem(
        404,
        "not_found",
        "Nothing is here",
        "This host has no such address. docs/openapi.json names all of them."
    )

    package static func methodNotAllowed(_ allowed: [String]) -> Problem {
        let words = allowed.joined(separator: ", ")
        var problem = Problem(405, "method_not_allowed", "This method does not apply here", "Use \(words).")
        problem.headers["Allow"] = words
        return problem
    }

    package static func storage(_ error: StoreError) -> Problem {
        switch error {
        case .degraded:
            Problem(
                503,
                "storage_degraded",
                "The host runs without its database",
                "The database could not be opened. The radio plays; what must be kept cannot be. See /v1/host."
            )
        case .failed(let words):
            Problem(503, "storage_failed", "The disk did not take it", "The database says: \(words.prefixForDisplay)")
        }
    }
}
