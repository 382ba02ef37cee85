internal import Core
package import Model

/// Who asks, where it is an owner.
package enum Owner: Sendable, Equatable {
    /// Through the unix socket.
    case local
    /// With a token that was paired and not revoked.
    case paired(OwnerToken)
}

/// Tells owners from everyone else.
package struct Ownership: Sendable {
    private let pairing: Pairing

    init(pairing: Pairing) { self.pairing = pairing }

    /// The owner behind a request; nil for everyone else. Costs nothing where no token was sent.
    package func owner(of request: Request) async throws(Problem) -> Owner? {
        if request.peer == .local { return .local }
        guard let token = Self.bearer(request) else { return nil }
        do throws(StoreError) {
            return try await pairing.owner(bearing: token).map { .paired($0) }
        } catch {
            throw .storage(error)
        }
    }

    /// - Throws: 401 with what to do.
    package func require(_ request: Request) async throws(Problem) {
        guard try await owner(of: request) == nil else { return }
        let hint = "Run `longwave pair` on the host, and type the code that it prints into the page under Now."
        var problem =
            Self.bearer(request) == nil
            ? Problem(401, "owner_required", "Only an owner may do this", hint)
            : Problem(
                401,
                "token_unknown",
                "This token is not known here",
                "It was revoked or is another host's. \(hint)"
            )
        problem.headers["WWW-Authenticate"] = "Bearer"
        throw problem
    }

    private static func bearer(_ request: Request) -> String? {
        guard let value = request.headers["authorization"], value.utf8.count <= 256 else { return nil }
        let parts = value.split(separator: " ", omittingEmptySubsequences: true)
        guard parts.count == 2, parts[0].lowercased() == "bearer" else { return nil }
        return String(parts[1])
    }
}
