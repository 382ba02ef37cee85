internal import Core
internal import Model

/// Everything that this host says over HTTP: the gate, the routes, the page's files.
///
/// Hand it to an ``HTTPServer`` as its responder and keep ``run()`` running.
package final class Site: Responder {
    let routes: [Route]
    package let counters: Counters
    private let routesByDepth: [Int: [Route]]
    private let gatekeeper: Gatekeeper
    private let ownership: Ownership
    private let files: StaticFiles?
    private let hub: EventHub

    package init(_ context: ServerContext) {
        let counters = Counters()
        let snapshots = SnapshotBytes()
        let ownership = Ownership(pairing: context.pairing)
        let hub = EventHub(context, snapshots: snapshots, counters: counters)
        self.counters = counters
        self.ownership = ownership
        self.hub = hub
        self.gatekeeper = Gatekeeper(
            hosts: HostRule(own: context.identity.hostNames, configured: context.identity.configuredNames),
            isOnLink: context.isOnLink
        )
        self.files = context.webFolder.map { StaticFiles(folder: $0, hash: context.hash) }
        self.routes =
            HostRoutes(context: context, ownership: ownership).routes
            + PlayerRoutes(context: context, snapshots: snapshots).routes
            + CommandRoutes(context: context, snapshots: snapshots).routes
            + OperationRoutes(context: context).routes
            + StationRoutes(context: context).routes
            + ListRoutes(context: context).routes
            + PresetRoutes(context: context).routes
            + PageRoutes(context: context, ownership: ownership).routes
            + EventRoutes(context: context, hub: hub).routes
            + PairingRoutes(context: context).routes
            + DiagnosticRoutes(context: context, counters: counters).routes
            + RelayRoute(context: context, counters: counters).routes
        self.routesByDepth = Dictionary(grouping: routes, by: \.pattern.depth)
    }

    /// Carries events to their subscribers until the task is cancelled.
    package func run() async { await hub.run() }

    package func refusal(of head: Request) -> Response? {
        gatekeeper.refusal(of: head).map { Self.secured($0.response) }
    }

    package func answer(_ request: Request) -> Reply {
        var allowed: [String] = []
        for route in routesByDepth[PathPattern.depth(of: request.path)] ?? [] {
            guard let values = route.pattern.values(in: request.path) else { continue }
            if route.takes(request.method) { return answer(request, route, values) }
            allowed += route.method == .get ? [Request.Method.get.word, Request.Method.head.word] : [route.method.word]
        }
        if !allowed.isEmpty { return .now(Self.secured(Problem.methodNotAllowed(allowed).response)) }
        let reserved = ["v1", "relay", "metrics", "healthz"]
        let first = request.path.dropFirst().prefix { $0 != "/" }
        if let files, !reserved.contains(where: { first == $0 }) {
            return .now(Self.secured(files.answer(request)))
        }
        return .now(Self.secured(Problem.notFound.response))
    }

    private func answer(_ request: Request, _ route: Route, _ values: [String]) -> Reply {
        switch (route.answer, route.access) {
        case (.now(let make), .anyone):
            return .now(Self.secured(Self.response { () throws(Problem) in try make(request, values) }))
        case (.now(let make), .owner):
            return .later { [ownership] in
                await Self.laterResponse { () async throws(Problem) in
                    try await ownership.require(request)
                    return try make(request, values)
                }
            }
        case (.later(let make), let access):
            return .later { [ownership] in
                await Self.laterResponse { () async throws(Problem) in
                    if access == .owner { try await ownership.require(request) }
                    return try await make(request, values)
                }
            }
        }
    }

    private static func response(_ make: () throws(Problem) -> Response) -> Response {
        do throws(Problem) { return try make() } catch { return error.response }
    }

    private static func laterResponse(_ make: () async throws(Problem) -> Response) async -> Response {
        do throws(Problem) { return secured(try await make()) } catch { return secured(error.response) }
    }

    /// What every answer carries: the page may load and speak to nothing but this host, and makes markup from text
    /// only through trusted types, of which it has none.
    private static let security: [(name: String, value: String)] = [
        (
            "Content-Security-Policy",
            "default-src 'self'; base-uri 'none'; object-src 'none'; form-action 'self'; frame-ancestors 'none'; "
                + "require-trusted-types-for 'script'; trusted-types 'none'"
        ),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "no-referrer"),
    ]

    private static func secured(_ response: Response) -> Response {
        var response = response
        response.sharedHeaders = security
        return response
    }
}
