internal import Core
internal import Model

/// The page models: every word, formatted value, enablement and reason of a page, for any client that draws.
struct PageRoutes {
    let context: ServerContext
    let ownership: Ownership

    var routes: [Route] {
        [
            Route(.get, "/v1/pages/now", .later { request, _ throws(Problem) in try await now(request) }),
            Route(.get, "/v1/pages/radio", .later { request, _ throws(Problem) in try await radio(request) }),
            Route(.get, "/v1/pages/host", .later { request, _ throws(Problem) in try await host(request) }),
        ]
    }

    private func now(_ request: Request) async throws(Problem) -> Response {
        try request.knows(["player"])
        let player = try context.player(request.parameter("player") ?? PlayerID.main.description)
        // A database that is away must not take the page with it: without an answer the visitor is a visitor.
        let owner: Owner?
        do throws(Problem) { owner = try await ownership.owner(of: request) } catch { owner = nil }
        let explanation = owner == nil ? nil : await player.explain()
        let storage = await context.status.features().first { $0.name == "storage" }
        let page = NowPage(
            snapshot: player.snapshot,
            host: context.identity.name,
            owner: owner,
            explanation: explanation,
            storageProblem: storage?.state == .ready ? nil : storage?.reason
        )
        return .json(bytes: page.bytes)
    }

    private func radio(_ request: Request) async throws(Problem) -> Response {
        try request.knows(["q", "player"])
        let player = try context.player(request.parameter("player") ?? PlayerID.main.description)
        let presets: Result<Presets.Shelf, StoreError>
        do throws(StoreError) { presets = .success(try await context.presets.shelf()) } catch {
            presets = .failure(error)
        }
        let page = RadioPage(
            catalogue: await context.stations.catalogue(),
            query: String((request.parameter("q") ?? "").withoutControls.prefix(80)),
            player: player.id,
            host: context.identity.name,
            presets: presets
        )
        return .json(bytes: page.bytes)
    }

    private func host(_ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let page = HostPage(
            identity: context.identity,
            uptime: context.clock.now,
            features: await context.status.features(),
            health: await context.status.health() + [.playing(context.players.map { $0.snapshot })],
            catalogue: await context.stations.catalogue()
        )
        return .json(bytes: page.bytes)
    }
}
