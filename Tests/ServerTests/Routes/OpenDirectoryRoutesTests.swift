import FoundationEssentials
import Model
import Testing

@testable import Server

struct OpenDirectoryRoutesTests {
    private static let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"

    @Test func aSearchHasTheShapeOfTheListAndSaysWhoseItIs() async {
        let response = await Bench(openDirectory: Shelf()).ask(.get, "/v1/stations?directory=radio-browser&q=jazz")
        #expect(response.status == 200)
        let json = response.json
        #expect(json["directory"]?["name"]?.string == "radio-browser" && json["directory"]?["stale"]?.bool == true)
        #expect(json["directory"]?["at"]?.string == "2027-01-15T08:00:00Z")
        #expect(json["total"]?.number == 1 && json["next"] == .null)
        let station = json["stations"]?.elements.first
        #expect(station?["id"]?.string == "rb:\(Self.uuid)")
        #expect(station?["media"]?.string == "station:rb:\(Self.uuid)")
        let stream = station?["streams"]?.elements.first
        #expect(stream?["origin"]?.string == "https://jazz.example" && stream?["grade"]?.string == "directory")
        #expect(!response.text.contains("secret-path"))
    }

    @Test func oneStationIsFoundByItsName() async {
        let bench = Bench(openDirectory: Shelf())
        let json = await bench.ask(.get, "/v1/stations/rb:\(Self.uuid)").json
        #expect(json["station"]?["name"]?.string == "Jazz Radio" && json["alias"] == .null)
        #expect(json["lastCheck"] == .null)
    }

    @Test func theCatalogueIsNobodyElses() async {
        let json = await Bench(openDirectory: Shelf()).ask(.get, "/v1/stations?q=jazz").json
        #expect(json["directory"] == .null)
        #expect(json["stations"]?.elements.allSatisfy { $0["id"]?.string?.hasPrefix("rb:") == false } == true)
    }

    @Test(arguments: [
        ("?directory=radio-browser&q=away", 503, "directory_unavailable"),
        ("?directory=radio-browser", 422, "missing_parameter"),
        ("?directory=radio-browser&q=j", 422, "missing_parameter"),
        ("?directory=radio-browser&q=jazz&tag=x", 422, "unknown_parameter"),
        ("?directory=tunein&q=jazz", 404, "unknown_directory"),
        ("/rb:00000000-0601-11e8-ae97-52543be04c81", 404, "unknown_station"), ("/rb:x", 404, "unknown_station"),
    ])
    func refusesByCode(_ target: String, _ status: Int, _ code: String) async {
        let response = await Bench(openDirectory: Shelf()).ask(.get, "/v1/stations\(target)")
        #expect(response.status == status)
        #expect(response.json["code"]?.string == code)
    }

    @Test(arguments: ["?directory=radio-browser&q=jazz", "/rb:960e57c5-0601-11e8-ae97-52543be04c81"])
    func whereItIsOffThatIsSaid(_ target: String) async {
        let response = await Bench().ask(.get, "/v1/stations\(target)")
        #expect(response.status == 409 && response.json["code"]?.string == "directory_off")
    }
}

/// Knows one station, and is away for one word.
private struct Shelf: OpenDirectory {
    func search(_ query: String) async throws(OpenDirectoryFault) -> OpenDirectoryAnswer {
        guard query != "away" else { throw .unavailable }
        return OpenDirectoryAnswer(
            stations: Self.stations,
            at: Date(timeIntervalSince1970: 1_800_000_000),
            isStale: true
        )
    }

    func station(_ id: OpenStationID) async throws(OpenDirectoryFault) -> OpenDirectoryAnswer {
        guard Self.stations.contains(where: { $0.id == id }) else { throw .unknownStation }
        return OpenDirectoryAnswer(
            stations: Self.stations,
            at: Date(timeIntervalSince1970: 1_800_000_000),
            isStale: false
        )
    }

    func willPlay(_ id: OpenStationID) async {}

    func resolve(_ id: OpenStationID) async throws(OpenDirectoryFault) -> OpenStation { throw .unavailable }

    private static let stations: [OpenStation] = {
        guard let id = OpenStationID(uuid: "960e57c5-0601-11e8-ae97-52543be04c81"),
            let address = StreamAddress("https://jazz.example/secret-path")
        else { return [] }
        return [
            OpenStation(
                id: id,
                name: "Jazz Radio",
                country: "DE",
                languages: ["de"],
                tags: ["jazz"],
                homepage: nil,
                stream: StationStream(
                    address: address,
                    codec: "mp3",
                    bitrateKbps: 128,
                    kind: .icecast,
                    grade: .directory,
                    checked: nil
                )
            )
        ]
    }()
}
