import Model
import Testing

@testable import Server

struct GatekeeperTests {
    @Test(arguments: [
        ("/v1/host", ["Host": "evil.example"], 403, "foreign_host"),
        ("/v1/host", ["Origin": "http://evil.example"], 403, "foreign_origin"),
        ("/v1/host", ["Origin": "null"], 403, "foreign_origin"),
        ("/", ["Host": "evil.example"], 403, "foreign_host"),
        ("/relay/x", ["Host": "evil.example", "Origin": "http://evil.example"], 403, "foreign_host"),
    ])
    func refusesWithACode(_ path: String, _ headers: [String: String], _ status: Int, _ code: String) async {
        let response = await Bench().ask(.get, path, headers)
        #expect(response.status == status)
        #expect(response.json["code"]?.string == code)
        #expect(response["Content-Type"] == "application/problem+json")
    }

    @Test func letsTheLocalNetworkIn() async {
        #expect(await Bench().ask(.get, "/v1/host").status == 200)
        #expect(await Bench().ask(.get, "/v1/host", ["Origin": "http://kitchen:1980"]).status == 200)
    }

    @Test func keepsOtherNetworksOut() async throws {
        let bench = Bench(isOnLink: { $0.isPrivate })
        let far = try #require(IPAddress("198.51.100.4"))
        let response = await bench.ask(.get, "/v1/host", peer: .network(far))
        #expect(response.status == 403)
        #expect(response.json["code"]?.string == "off_link")
        #expect(await bench.ask(.get, "/v1/host").status == 200)
        let loopback = try #require(IPAddress("127.0.0.1"))
        #expect(await bench.ask(.get, "/v1/host", peer: .network(loopback)).status == 200)
    }
}
