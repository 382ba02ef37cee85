import Fakes
import Model
import Testing

@testable import Server

struct RouteTests {
    @Test func everyRouteRefusesAQueryParameterThatNobodyKnows() async throws {
        let bench = Bench()
        let token = try await bench.ownerToken()
        let values = ["player": "main", "station": "us.wsum"]
        #expect(bench.site.routes.count > 25)
        for route in bench.site.routes {
            let path = route.path.split(separator: "/").map { part in
                part.first == "{" ? values[String(part.dropFirst().dropLast())] ?? "0" : String(part)
            }
            // The relay's door is on loopback only.
            let response = await bench.ask(
                route.method,
                "/\(path.joined(separator: "/"))?loud=1",
                ["Authorization": "Bearer \(token)"],
                peer: .network(try #require(IPAddress("127.0.0.1")))
            )
            #expect(response.status == 422, "\(route.path)")
            #expect(response.json["code"]?.string == "unknown_parameter", "\(route.path)")
            #expect(response.json["detail"]?.string?.contains("“loud”") == true, "\(route.path)")
        }
        #expect(bench.player.commands.isEmpty)
        #expect(bench.relayRequests.withLock { $0.isEmpty })
    }

    @Test func aCommandTakesNoQuery() async {
        let bench = Bench()
        #expect(await bench.ask(.post, "/v1/players/main/stop?deadlineMs=5").status == 422)
        #expect(bench.player.commands.isEmpty)
    }

    @Test(arguments: ["//v1///players/", "/v1/players/", "//v1/players", "/v1/players//explain", "/v1//players", "/v1"])
    func anotherPathIsNotFound(_ path: String) async { #expect(await Bench().ask(.get, path).status == 404) }
}
