import Fakes
import Testing

@testable import Server

struct RouteTests {
    @Test(arguments: [
        "/v1/host", "/v1/players", "/v1/players/main", "/v1/players/main/explain", "/v1/pages/now", "/v1/pages/radio",
        "/v1/pages/host", "/v1/stations", "/v1/events", "/healthz", "/metrics",
    ])
    func refusesAQueryParameterThatNobodyKnows(_ path: String) async {
        let response = await Bench().ask(.get, "\(path)?loud=1")
        #expect(response.status == 422)
        #expect(response.json["code"]?.string == "unknown_parameter")
        #expect(response.json["detail"]?.string?.contains("“loud”") == true)
    }

    @Test func aCommandTakesNoQuery() async {
        let bench = Bench()
        #expect(await bench.ask(.post, "/v1/players/main/stop?deadlineMs=5").status == 422)
        #expect(bench.player.commands.isEmpty)
    }

    @Test(arguments: ["//v1///players/", "/v1/players/", "//v1/players", "/v1/players//explain", "/v1//players", "/v1"])
    func anotherPathIsNotFound(_ path: String) async { #expect(await Bench().ask(.get, path).status == 404) }
}
