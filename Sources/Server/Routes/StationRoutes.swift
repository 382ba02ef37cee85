internal import Core
internal import Model

/// The stations of this host: listed, found, and resolved from a name.
struct StationRoutes {
    static let pageSize = 100

    let context: ServerContext

    var routes: [Route] {
        [
            Route(.get, "/v1/stations", .later { request, _ throws(Problem) in try await list(request) }),
            Route(.get, "/v1/stations/resolve", .later { request, _ throws(Problem) in try await resolve(request) }),
            Route(
                .get,
                "/v1/stations/{station}",
                .later { request, values throws(Problem) in try await one(values[0], request) }
            ),
        ]
    }

    private func list(_ request: Request) async throws(Problem) -> Response {
        try request.knows(["q", "country", "tag", "cursor"])
        let catalogue = await context.stations.catalogue()
        let start = try Self.start(request.parameter("cursor"), revision: catalogue.revision)
        let country = request.parameter("country")?.uppercased()
        let tag = request.parameter("tag").map(catalogue.folded)
        let found = catalogue.search(String((request.parameter("q") ?? "").prefix(128))).filter { station in
            (country == nil || station.country == country)
                && (tag == nil || station.tags.contains { catalogue.folded($0) == tag })
        }
        let page = found.dropFirst(start).prefix(Self.pageSize)
        let end = start + page.count
        return .json { json in
            json.member("stations", array: page) { $0.station($1) }
            json.member("total", found.count)
            json.member("revision", catalogue.revision)
            json.member("next", end < found.count ? "\(catalogue.revision)-\(end)" : nil)
            json.member("problems", array: catalogue.problems) { json, problem in
                json.object { json in
                    json.member("file", problem.file)
                    json.member("reason", problem.reason)
                }
            }
        }
    }

    private func one(_ id: String, _ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        switch await context.stations.catalogue().find(id) {
        case .found(let station, let alias):
            let moves = await moves(of: station)
            return .json { json in
                json.key("station")
                json.station(station)
                json.member("alias", alias?.alias)
                json.member("moved", array: moves) { $0.move($1) }
            }
        case .unknown(let nearest): throw Self.unknown(id, nearest)
        }
    }

    /// What is not readable now is not known; the host's health says that its store is degraded.
    private func moves(of station: Station) async -> [KeptMove] {
        do {
            return try await context.streamMoves.moves(of: .station(station.id.description))
        } catch {
            return []
        }
    }

    private func resolve(_ request: Request) async throws(Problem) -> Response {
        try request.knows(["q"])
        guard let query = request.parameter("q"), !query.isEmpty else {
            throw Problem(422, "missing_parameter", "A parameter is missing", "Say which name: ?q=NAME.").naming("q")
        }
        let catalogue = await context.stations.catalogue()
        guard let resolution = StationResolution(of: query, in: catalogue) else {
            throw Self.unknown(query, catalogue.nearest(to: query, limit: 3))
        }
        return .json { json in
            json.key("station")
            json.station(resolution.station)
            json.member("media", MediaRef.station(resolution.station.id.description).description)
            json.member("how", resolution.how.rawValue)
        }
    }

    /// A cursor is the catalogue's revision and an offset in it, opaque to clients.
    private static func start(_ cursor: String?, revision: Int) throws(Problem) -> Int {
        guard let cursor else { return 0 }
        let parts = cursor.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let made = parts[0], let start = parts[1] else {
            throw Problem(422, "malformed_cursor", "This is no cursor", "Send “next” of the page before, as it is.")
                .naming("cursor")
        }
        guard made == revision else {
            throw Problem(410, "cursor_expired", "The list has changed", "Start again without a cursor.")
                .naming("cursor")
        }
        return start
    }

    private static func unknown(_ text: String, _ nearest: [Station]) -> Problem {
        let names = nearest.map { "\($0.name) (\($0.id))" }
        let hint = names.isEmpty ? "" : " Near to it: \(names.joined(separator: ", "))."
        var problem = Problem(
            404,
            "unknown_station",
            "There is no such station",
            "“\(text.prefixForDisplay)” is no station of this host.\(hint)"
        )
        problem.nearest = names
        return problem
    }
}
