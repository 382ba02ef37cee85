internal import Core
internal import Model

/// The catalogue's lists. A hidden one is in no listing, and is there for whoever knows its name.
struct ListRoutes {
    let context: ServerContext

    var routes: [Route] {
        [
            Route(.get, "/v1/lists", .later { request, _ throws(Problem) in try await all(request) }),
            Route(
                .get,
                "/v1/lists/{list}",
                .later { request, values throws(Problem) in try await one(values[0], request) }
            ),
        ]
    }

    private func all(_ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let catalogue = await context.stations.catalogue()
        return .json { json in
            json.member("lists", array: catalogue.lists.filter(\.isVisible)) { json, list in
                json.object { json in
                    json.member("id", list.id)
                    json.member("name", list.name)
                    json.member("stations", list.stations.count { catalogue.savedStation($0) != nil })
                }
            }
            json.member("revision", catalogue.revision)
        }
    }

    private func one(_ id: String, _ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let catalogue = await context.stations.catalogue()
        guard let list = catalogue.lists.first(where: { $0.id == id }) else {
            var problem = Problem(
                404,
                "unknown_list",
                "There is no such list",
                "“\(id.prefixForDisplay)” is no list of this host. GET /v1/lists lists them."
            )
            problem.nearest = catalogue.lists.filter { $0.isVisible && $0.id.hasPrefix(id.prefix(2)) }.map(\.id)
            throw problem
        }
        return .json { json in
            json.member("id", list.id)
            json.member("name", list.name)
            json.member("visible", list.isVisible)
            // A station that the catalogue does not have is passed over (PU4).
            json.member("stations", array: list.stations.compactMap { catalogue.savedStation($0) }) { $0.station($1) }
            json.member("revision", catalogue.revision)
        }
    }
}
