internal import Core
internal import Model

/// Receipts of commands. Whoever holds an operation's ID may read its receipt; the list is the owner's.
struct OperationRoutes {
    let context: ServerContext

    var routes: [Route] {
        [
            Route(.get, "/v1/operations", .owner, .later { request, _ throws(Problem) in try await all(request) }),
            Route(
                .get,
                "/v1/operations/{operation}",
                .later { request, values throws(Problem) in try await one(values[0], request) }
            ),
        ]
    }

    private func all(_ request: Request) async throws(Problem) -> Response {
        try request.knows(["limit"])
        let limit = try request.number("limit", in: 1...200) ?? 50
        let receipts: [Receipt]
        do throws(StoreError) {
            receipts = try await context.receipts.receipts(limit: limit)
        } catch {
            throw .storage(error)
        }
        return .json { json in json.member("operations", array: receipts) { $0.receipt($1) } }
    }

    private func one(_ text: String, _ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        guard let id = OperationID(text) else { throw Self.unknown }
        for player in context.players {
            let receipt: Receipt?
            do throws(StoreError) {
                receipt = try await player.receipt(id)
            } catch {
                throw .storage(error)
            }
            guard let receipt else { continue }
            var json = JSONWriter()
            json.receipt(receipt)
            return .json(bytes: json.bytes)
        }
        throw Self.unknown
    }

    private static let unknown = Problem(
        404,
        "unknown_operation",
        "There is no such operation",
        "No command of this host has that ID, or it is so old that its receipt is gone."
    )
}
