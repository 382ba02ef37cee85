import Fakes
import Model
import Testing

@testable import Server

/// What can be read: host, players, operations, diagnostics.
struct ReadRoutesTests {
    @Test func tellsWhoThisIsAndHowItIs() async {
        let json = await Bench().ask(.get, "/v1/host").json
        #expect(json["name"]?.string == "kitchen")
        #expect(json["product"]?.string == "Longwave")
        #expect(json["epoch"]?.string == "e1")
        #expect(json["owner"]?.bool == false)
        #expect(json["features"]?.elements.last?["reason"]?.string == "There is no sound card.")
        #expect(json["health"]?["playing"]?["good"]?.bool == true)
        #expect(json["health"]?["reachable"]?["good"]?.bool == true)
    }

    @Test func doesNotCallUnheardPlayingWell() async {
        let bench = Bench()
        bench.player.change { $0.evidence.signal = .silent(since: .zero) }
        #expect(await bench.ask(.get, "/v1/host").json["health"]?["playing"]?["good"]?.bool == false)
        bench.player.change { $0.phase = .stopped }
        #expect(await bench.ask(.get, "/v1/host").json["health"]?["playing"]?["good"] == .null)
    }

    @Test func givesSnapshotsWithTheTimeBesideThem() async {
        let bench = Bench()
        bench.clock.advance(by: .milliseconds(4321))
        let one = await bench.ask(.get, "/v1/players/main").json
        #expect(one["player"]?["rev"]?.number == 7)
        #expect(one["nowMs"]?.number == 4321)
        bench.player.change { $0.phase = .stopped }
        let all = await bench.ask(.get, "/v1/players").json
        #expect(all["players"]?.elements.map { $0["phase"]?.string } == ["stopped"])
        #expect(await bench.ask(.get, "/v1/players/main").json["player"]?["rev"]?.number == 8)
        #expect(await bench.ask(.get, "/v1/players/attic").status == 404)
    }

    @Test func everyAnswerIsFresh() async {
        let bench = Bench()
        #expect(await bench.ask(.get, "/v1/players/main").json["nowMs"]?.number == 0)
        bench.clock.advance(by: .milliseconds(1))
        // Same snapshot, another moment.
        #expect(await bench.ask(.get, "/v1/players/main").json["nowMs"]?.number == 1)
        // Another snapshot, same moment.
        bench.player.change { $0.volume = .safe }
        bench.player.change { $0.isMuted = true }
        let json = await bench.ask(.get, "/v1/players/main").json
        #expect(json["nowMs"]?.number == 1)
        #expect(json["player"]?["rev"]?.number == 9)
        #expect(json["player"]?["muted"]?.bool == true)
    }

    @Test func explains() async {
        let json = await Bench().ask(.get, "/v1/players/main/explain").json
        #expect(json["sentence"]?.string == "All hops are alive.")
        #expect(json["hops"]?.elements.first?["name"]?.string == "relay")
    }

    @Test func givesReceiptsToWhoeverHoldsTheirID() async throws {
        let bench = Bench()
        let location = try #require(await bench.ask(.post, "/v1/players/main/play")["Location"])
        let json = await bench.ask(.get, location).json
        #expect(json["verdict"]?.string == "confirmed")
        #expect(json["act"]?.string == "play")
        #expect(json["deadlineMs"]?.number == 8000)
        #expect(json["acceptedAt"]?.string == "2027-01-15T08:00:00Z")
        #expect(json["steps"]?.elements.last?["afterMs"]?.number == 412)
        #expect(json["steps"]?.elements.last?["seen"]?["output"]?.string == "null")
        for unknown in ["x", OperationID.numbered(99).description] {
            #expect(await bench.ask(.get, "/v1/operations/\(unknown)").json["code"]?.string == "unknown_operation")
        }
    }

    @Test func saysThatTheDatabaseIsAway() async {
        let bench = Bench()
        bench.player.failStore(.degraded)
        let response = await bench.ask(.get, "/v1/operations/\(OperationID.numbered(1))")
        #expect(response.status == 503)
        #expect(response.json["code"]?.string == "storage_degraded")
    }

    @Test func listsReceiptsForOwners() async throws {
        let bench = Bench()
        for number in 1...3 {
            try await bench.stores.save(
                Receipt(
                    id: .numbered(number),
                    player: .main,
                    act: .stop,
                    media: nil,
                    generation: Generation(number),
                    acceptedAt: ManualDate.start,
                    deadline: .seconds(8)
                )
            )
        }
        let json = await bench.ask(.get, "/v1/operations?limit=2", peer: .local).json
        #expect(json["operations"]?.elements.map { $0["generation"]?.number } == [3, 2])
        #expect(await bench.ask(.get, "/v1/operations?limit=0", peer: .local).status == 422)
    }

    @Test func countsForPrometheus() async {
        let bench = Bench()
        bench.site.counters.answered(200)
        bench.site.counters.answered(404)
        bench.clock.advance(by: .seconds(90))
        let text = await bench.ask(.get, "/metrics").text
        for line in [
            "longwave_uptime_seconds 90", "longwave_resident_memory_bytes 12000000",
            "longwave_player_phase{player=\"main\",phase=\"playing\"} 1",
            "longwave_player_phase{player=\"main\",phase=\"failed\"} 0",
            "longwave_player_evidence_level{player=\"main\"} 2", "longwave_http_answers_total{status=\"404\"} 1",
            "longwave_relay_bytes_total 0",
        ] { #expect(text.contains(line + "\n")) }
    }

    @Test func isAlive() async {
        #expect(await Bench().ask(.get, "/healthz").text == #"{"status":"ok"}"#)
    }

    @Test(arguments: [
        (Request.Method.get, "/v1/nothing"), (.get, "/v1"), (.get, "/"),
    ])
    func refusesWhatIsNotThere(_ method: Request.Method, _ path: String) async {
        let response = await Bench().ask(method, path)
        #expect(response.status == 404)
        #expect(response["Content-Type"] == "application/problem+json")
    }

    @Test(arguments: [
        (Request.Method.post, "/v1/host", "GET, HEAD"), (.get, "/v1/players/main/play", "POST"),
        (.head, "/v1/players/main/play", "POST"), (.delete, "/v1/players/main", "GET, HEAD"),
        (.other("PUT"), "/metrics", "GET, HEAD"), (.get, "/v1/tokens/1", "DELETE"),
    ])
    func namesTheMethodsThatThereAre(_ method: Request.Method, _ path: String, _ allowed: String) async {
        let response = await Bench().ask(method, path)
        #expect(response.status == 405)
        #expect(response["Content-Type"] == "application/problem+json")
        #expect(response["Allow"] == allowed)
    }
}
