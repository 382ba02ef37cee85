internal import Core
internal import FoundationEssentials
internal import Model

/// Becoming an owner, and the list of those who are.
struct PairingRoutes {
    let context: ServerContext

    var routes: [Route] {
        [
            Route(.post, "/v1/pairing", .owner, .later { request, _ throws(Problem) in try await begin(request) }),
            Route(.post, "/v1/pairing/redeem", .later { request, _ throws(Problem) in try await redeem(request) }),
            Route(.get, "/v1/tokens", .owner, .later { request, _ throws(Problem) in try await tokens(request) }),
            Route(
                .delete,
                "/v1/tokens/{token}",
                .owner,
                .later { request, values throws(Problem) in try await revoke(values[0], request) }
            ),
        ]
    }

    private func begin(_ request: Request) async throws(Problem) -> Response {
        _ = try Fields(request, known: [])
        let code = await context.pairing.beginCode()
        let left = code.expires - context.clock.now
        return .json { json in
            json.member("code", code.code)
            json.member("expiresInS", left.milliseconds / 1000)
        }
    }

    private func redeem(_ request: Request) async throws(Problem) -> Response {
        let fields = try Fields(request, known: ["code", "label"])
        let code = try fields.required("code", fields.text("code"))
        let label = try fields.text("label") ?? ""
        let peer: IPAddress? = if case .network(let address) = request.peer { address } else { nil }
        do throws(PairingProblem) {
            let (token, owner) = try await context.pairing.redeem(code, label: label, from: peer)
            return .json { json in
                json.member("token", token)
                json.member("id", owner.id)
                json.member("label", owner.label)
            }
        } catch {
            throw Problem(error)
        }
    }

    private func tokens(_ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let tokens: [OwnerToken]
        do throws(StoreError) { tokens = try await context.pairing.tokens() } catch { throw .storage(error) }
        return .json { json in
            json.member("tokens", array: tokens) { json, token in
                json.object { json in
                    json.member("id", token.id)
                    json.member("label", token.label)
                    json.member("createdAt", token.createdAt.formatted(.iso8601))
                }
            }
        }
    }

    private func revoke(_ id: String, _ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let isGone: Bool
        do throws(StoreError) { isGone = try await context.pairing.revoke(id) } catch { throw .storage(error) }
        guard isGone else {
            throw Problem(404, "unknown_token", "There is no such token", "No token of this host has this id.")
        }
        return Response(status: 204)
    }
}

extension Problem {
    fileprivate init(_ problem: PairingProblem) {
        switch problem {
        case .wrong:
            self.init(
                403,
                "pairing_code_wrong",
                "The code is wrong",
                "Compare it with what `longwave pair` printed. After a few wrong codes it must be run again."
            )
        case .expired:
            self.init(
                403,
                "pairing_code_expired",
                "There is no code to redeem",
                "A code is good for five minutes and one use. Run `longwave pair` on the host for a new one."
            )
        case .tooManyAttempts(let wait):
            let seconds = (wait.milliseconds + 999) / 1000
            self.init(429, "too_many_attempts", "Too many wrong codes", "Wait \(seconds) s before the next try.")
            headers["Retry-After"] = String(seconds)
        case .storage(let error):
            self = .storage(error)
        }
    }
}
