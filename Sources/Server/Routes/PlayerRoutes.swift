internal import Core
internal import Model

/// Reading players: snapshots and explanations.
struct PlayerRoutes {
    let context: ServerContext
    let snapshots: SnapshotBytes

    var routes: [Route] {
        [
            Route(.get, "/v1/players", .now { request, _ throws(Problem) in try all(request) }),
            Route(
                .get,
                "/v1/players/{player}",
                .now { request, values throws(Problem) in try one(values[0], request) }
            ),
            Route(
                .get,
                "/v1/players/{player}/explain",
                .later { request, values throws(Problem) in try await explain(values[0], request) }
            ),
        ]
    }

    private func all(_ request: Request) throws(Problem) -> Response {
        try request.knows([])
        return .json { json in
            json.member("players", array: context.players) { $0.raw(snapshots.bytes(of: $1.snapshot)) }
            json.member("nowMs", context.clock.now.milliseconds)
        }
    }

    /// The route that controllers ask most: no hop, and the snapshot's bytes are made once per revision.
    private func one(_ name: String, _ request: Request) throws(Problem) -> Response {
        try request.knows([])
        let snapshot = try context.player(name).snapshot
        return .json { json in
            json.member("player", json: snapshots.bytes(of: snapshot))
            json.member("nowMs", context.clock.now.milliseconds)
        }
    }

    private func explain(_ name: String, _ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let explanation = try await context.player(name).explain()
        return .json { $0.explanation(explanation) }
    }
}
