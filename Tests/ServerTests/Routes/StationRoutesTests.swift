import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Server

struct StationRoutesTests {
    @Test(arguments: [
        ("/v1/stations", ["us.wsum", "de.nova", "xx.demo", "fr.gone"]), ("/v1/stations?q=ubersee", ["de.nova"]),
        ("/v1/stations?country=de", ["de.nova"]), ("/v1/stations?tag=Jazz", ["de.nova"]),
        ("/v1/stations?q=wsum&tag=jazz", []), ("/v1/stations?q=nothing", []),
    ])
    func lists(_ target: String, _ ids: [String]) async {
        let response = await Bench().ask(.get, target)
        #expect(response.status == 200)
        #expect(response.json["stations"]?.elements.map { $0["id"]?.string } == ids)
        #expect(response.json["total"]?.number == Double(ids.count))
    }

    @Test func showsNoMoreOfAStreamThanSchemeAndHost() async {
        let bench = Bench()
        for target in ["/v1/stations", "/v1/stations/us.wsum", "/v1/stations/resolve?q=wsum", "/v1/pages/radio"] {
            let text = await bench.ask(.get, target).text
            #expect(text.contains("us.wsum"))
            for secret in ["secret", "canary", "token", "/live"] { #expect(!text.contains(secret)) }
        }
        let station = await bench.ask(.get, "/v1/stations/us.wsum").json["station"]
        #expect(station?["streams"]?.elements.first?["origin"]?.string == "https://stream.example")
    }

    @Test func pagesByAHundred() async throws {
        let many = (0..<250).map { StationCatalogue.station("us.s\($0)", "S\($0)", "US", nil, []) }
        let bench = Bench(stations: .catalogue(many))
        var target = "/v1/stations"
        var ids: [String?] = []
        var pages = 0
        while pages < 10 {
            let json = await bench.ask(.get, target).json
            ids += json["stations"]?.elements.map { $0["id"]?.string } ?? []
            pages += 1
            guard let next = json["next"]?.string else { break }
            target = "/v1/stations?cursor=\(next)"
        }
        #expect(pages == 3)
        #expect(ids == many.map { $0.id.description })
    }

    @Test(arguments: [
        ("/v1/stations?cursor=3-100", 410, "cursor_expired"), ("/v1/stations?cursor=x", 422, "malformed_cursor"),
        ("/v1/stations?cursor=4--1", 422, "malformed_cursor"), ("/v1/stations?colour=red", 422, "unknown_parameter"),
        ("/v1/stations/us.wsun", 404, "unknown_station"), ("/v1/stations/resolve", 422, "missing_parameter"),
        ("/v1/stations/resolve?q=zzzzzz", 404, "unknown_station"),
    ])
    func refusesByCode(_ target: String, _ status: Int, _ code: String) async {
        let response = await Bench().ask(.get, target)
        #expect(response.status == status)
        #expect(response.json["code"]?.string == code)
    }

    @Test func namesTheNearestStations() async {
        for target in ["/v1/stations/us.wsun", "/v1/stations/resolve?q=us.wsun"] {
            let response = await Bench().ask(.get, target)
            #expect(response.json["nearest"]?.elements.map(\.string) == ["WSUM 91.7 FM (us.wsum)"])
        }
    }

    @Test func findsAStationByAnAlias() async {
        let response = await Bench().ask(.get, "/v1/stations/wsum-fm")
        #expect(response.json["station"]?["id"]?.string == "us.wsum")
        #expect(response.json["alias"]?.string == "wsum-fm")
    }

    @Test func showsWhereAStreamHasMovedByHostOnly() async throws {
        let bench = Bench()
        let move = StreamMove(.station("us.wsum"), 0, from: "https://a.example", to: "https://b.example")
        try await bench.stores.saw(move, at: Date(timeIntervalSince1970: 0))
        try await bench.stores.saw(move, at: Date(timeIntervalSince1970: 60))
        let moved = await bench.ask(.get, "/v1/stations/us.wsum").json["moved"]?.elements
        #expect(moved?.count == 1)
        #expect(moved?.first?["from"]?.string == "https://a.example")
        #expect(moved?.first?["to"]?.string == "https://b.example")
        #expect(moved?.first?["stream"]?.number == 1)
        #expect(moved?.first?["count"]?.number == 2)
        #expect(moved?.first?["firstSeenAt"]?.string == "1970-01-01T00:00:00Z")
    }
}
