internal import Core
internal import Model

/// Reading players: snapshots and explanations.
struct PlayerRoutes {
    let context: ServerContext
    let snapshots: SnapshotBytes

    var routes: [Route] {
        [
            Route(.get, "/v1/players", .now { _, _ throws(Problem) in all() }),
            Route(.get, "/v1/players/{player}", .now { _, values throws(Problem) in try one(values[0]) }),
            Route(
                .get,
                "/v1/players/{player}/explain",
                .later { _, values throws(Problem) in try await explain(values[0]) }
            ),
        ]
    }

    private func all() -> Response {
        .json { json in
            json.member("players", array: context.players) { $0.raw(snapshots.bytes(of: $1.snapshot)) }
            json.member("nowMs", context.clock.now.milliseconds)
        }
    }

    /// The route that controllers ask most: no hop, and the snapshot's bytes are made once per revision.
    private func one(_ name: String) throws(Problem) -> Response {
        let snapshot = try context.player(name).snapshot
        return .json { json in
            json.member("player", json: snapshots.bytes(of: snapshot))
            json.member("nowMs", context.clock.now.milliseconds)
        }
    }

    private func explain(_ name: String) async throws(Problem) -> Response {
        let explanation = try await context.player(name).explain()
        return .json { $0.explanation(explanation) }
    }
}
