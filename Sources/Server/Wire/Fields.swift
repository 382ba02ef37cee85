internal import Model

/// The members of a request's JSON body, read one by one; whatever is wrong with one is said with its name.
package struct Fields: Sendable {
    private let members: [JSONValue.Member]

    /// Reads the body; an empty one has no members.
    ///
    /// What a command needs stands in its body, so a query is refused by name too.
    ///
    /// - `known`: every member that this route knows; any other is refused by name.
    package init(_ request: Request, known: [String]) throws(Problem) {
        try request.knows([])
        guard !request.body.isEmpty else {
            self.members = []
            return
        }
        let type = request.headers["content-type"]?.prefix { $0 != ";" && $0 != " " }.lowercased()
        guard type == "application/json" else {
            throw Problem(
                415,
                "unsupported_media_type",
                "Bodies here are JSON",
                "Send the body with Content-Type: application/json."
            )
        }
        let value: JSONValue
        do throws(JSONFault) {
            value = try JSONValue(request.body)
        } catch {
            throw Problem(
                400,
                "malformed_json",
                "The body is not JSON",
                "Line \(error.line), column \(error.column): \(error.reason)."
            )
        }
        guard case .object(let members) = value else {
            throw Problem(
                422,
                "wrong_type",
                "The body has the wrong type",
                "An object belongs here, not \(value.kind)."
            )
        }
        for member in members where !known.contains(member.name) {
            let name = member.name.prefixForDisplay
            let words = known.isEmpty ? "This takes no members." : "Known are: \(known.joined(separator: ", "))."
            throw Problem(422, "unknown_field", "A member is unknown", "“\(name)” is not known here. \(words)")
                .naming(name)
        }
        self.members = members
    }

    /// The member; nil where it is absent or null.
    package subscript(_ name: String) -> JSONValue? {
        let value = members.first { $0.name == name }?.value
        return value == .null ? nil : value
    }

    package func text(_ name: String) throws(Problem) -> String? {
        guard let value = self[name] else { return nil }
        guard case .string(let text) = value else { throw Self.wrongType(name, "text", value) }
        return text
    }

    package func flag(_ name: String) throws(Problem) -> Bool? {
        guard let value = self[name] else { return nil }
        guard case .bool(let flag) = value else { throw Self.wrongType(name, "true or false", value) }
        return flag
    }

    package func number(_ name: String, in range: ClosedRange<Int>) throws(Problem) -> Int? {
        guard let value = self[name] else { return nil }
        let wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        guard case .number(let number) = value else { throw Self.wrongType(name, wanted, value) }
        guard let whole = Int(exactly: number), range.contains(whole) else {
            throw Problem(422, "out_of_range", "A value is out of range", "“\(name)” must be \(wanted).").naming(name)
        }
        return whole
    }

    /// A member that must be there.
    package func required<Value>(_ name: String, _ value: Value?) throws(Problem) -> Value {
        guard let value else {
            throw Problem(422, "missing_field", "A member is missing", "“\(name)” must be in the body.").naming(name)
        }
        return value
    }

    package static func wrongType(_ name: String, _ wanted: String, _ value: JSONValue) -> Problem {
        Problem(422, "wrong_type", "A value has the wrong type", "“\(name)” must be \(wanted), not \(value.kind).")
            .naming(name)
    }
}
