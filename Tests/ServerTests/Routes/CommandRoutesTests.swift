import Core
import Model
import Testing

@testable import Server

struct CommandRoutesTests {
    private static let play = "/v1/players/main/play"

    @Test(arguments: [
        ("play", "", PlayerCommand.play(nil)), ("play", "{}", .play(nil)), ("play", #"{"media":null}"#, .play(nil)),
        ("play", #"{"media":"station:us.wsum"}"#, .play(.station("us.wsum"))),
        ("play", #"{"media":["station:us.wsum"]}"#, .play(.station("us.wsum"))), ("pause", "", .pause),
        ("resume", "{}", .resume), ("stop", "", .stop), ("next", "", .next), ("previous", "{}", .previous),
        ("mute", #"{"muted":true}"#, .mute(true)),
        ("transfer", #"{"output":"pulse/lab"}"#, .transfer(.device("pulse/lab"))),
        ("transfer", #"{"output":"auto"}"#, .transfer(.auto)),
    ])
    func turnsABodyIntoOneCommand(_ act: String, _ body: String, _ command: PlayerCommand) async {
        let bench = Bench()
        #expect(await bench.ask(.post, "/v1/players/main/\(act)", body: body).status == 200)
        #expect(bench.player.commands.map(\.command) == [command])
        #expect(bench.player.commands.map(\.deadline) == [.seconds(8)])
    }

    @Test(
        arguments: [
            ("play", "{", 400, "malformed_json", nil), ("play", "[]", 422, "wrong_type", nil),
            ("play", #"{"media":5}"#, 422, "wrong_type", "media"),
            ("play", #"{"media":[5]}"#, 422, "wrong_type", "media"),
            ("play", #"{"media":[]}"#, 422, "one_media_only", "media"),
            ("play", #"{"media":["station:a","station:b"]}"#, 422, "one_media_only", "media"),
            ("play", #"{"media":"https://stream.example/live"}"#, 422, "untrusted_stream", "media"),
            ("play", #"{"media":"file:///etc/passwd"}"#, 422, "untrusted_stream", "media"),
            ("play", #"{"media":"//evil"}"#, 422, "untrusted_stream", "media"),
            ("play", #"{"media":"wsum"}"#, 422, "malformed_media", "media"),
            ("play", #"{"madia":"station:us.wsum"}"#, 422, "unknown_field", "madia"),
            ("play", #"{"url":"http://x"}"#, 422, "unknown_field", "url"),
            ("play", #"{"deadlineMs":0}"#, 422, "out_of_range", "deadlineMs"),
            ("play", #"{"deadlineMs":30001}"#, 422, "out_of_range", "deadlineMs"),
            ("play", #"{"deadlineMs":1.5}"#, 422, "out_of_range", "deadlineMs"),
            ("play", #"{"deadlineMs":"8000"}"#, 422, "wrong_type", "deadlineMs"),
            ("stop", #"{"volume":3}"#, 422, "unknown_field", "volume"),
            ("volume", "{}", 422, "missing_field", "volume"),
            ("volume", #"{"volume":101}"#, 422, "out_of_range", "volume"),
            ("volume", #"{"volume":"loud"}"#, 422, "wrong_type", "volume"), ("mute", "", 422, "missing_field", "muted"),
            ("mute", #"{"muted":1}"#, 422, "wrong_type", "muted"),
            ("transfer", #"{"output":"kitchen"}"#, 422, "unknown_output", "output"),
        ] as [(String, String, Int, String, String?)]
    )
    func refusesABadBodyByName(_ act: String, _ body: String, _ status: Int, _ code: String, _ field: String?) async {
        let bench = Bench()
        let response = await bench.ask(.post, "/v1/players/main/\(act)", body: body)
        #expect(response.status == status)
        #expect(response.json["code"]?.string == code)
        #expect(response.json["field"]?.string == field)
        #expect(response.json["title"]?.string?.isEmpty == false)
        #expect(response["Content-Type"] == "application/problem+json")
        #expect(bench.player.commands.isEmpty)
    }

    @Test func saysWhereAMalformedBodyBreaks() async {
        let response = await Bench().ask(.post, Self.play, body: "{\n \"media\": station}")
        #expect(response.json["detail"]?.string?.hasPrefix("Line 2, column 11:") == true)
    }

    @Test(arguments: ["text/plain", "application/x-www-form-urlencoded", ""])
    func takesOnlyJSON(_ type: String) async {
        let bench = Bench()
        let response = await bench.ask(.post, Self.play, ["Content-Type": type], body: "{}")
        #expect(response.status == 415)
        #expect(bench.player.commands.isEmpty)
    }

    @Test func takesJSONWithACharset() async {
        let type = ["Content-Type": "application/json; charset=utf-8"]
        #expect(await Bench().ask(.post, Self.play, type, body: "{}").status == 200)
    }

    @Test func namesPlayersWhereOneIsUnknown() async {
        let response = await Bench().ask(.post, "/v1/players/attic/play")
        #expect(response.status == 404)
        #expect(response.json["code"]?.string == "unknown_player")
        #expect(response.json["nearest"]?.elements.map(\.string) == ["main"])
    }

    @Test(
        arguments: [
            (Verdict.confirmed, 200, "confirmed", nil, nil),
            (.unconfirmed(.deadline), 202, "unconfirmed", "deadline", "No proof of sound from pulse/lab within 8 s."),
            (
                .unconfirmed(.silent), 202, "unconfirmed", "silent",
                "Everything moves, but the programme was silent for 8 s."
            ),
            (.failed(.upstreamNotFound), 502, "failed", "upstream_not_found", FaultCode.upstreamNotFound.sentence),
            (.failed(.outputMissing), 503, "failed", "output_missing", FaultCode.outputMissing.sentence),
            (.refused(Refusal(.notPaused, "It is not paused.")), 409, "refused", "not_paused", "It is not paused."),
            (.superseded, 409, "superseded", nil, nil),
        ] as [(Verdict, Int, String, String?, String?)]
    )
    func answersWhatWasSeen(
        _ verdict: Verdict,
        _ status: Int,
        _ word: String,
        _ reason: String?,
        _ detail: String?
    ) async {
        let bench = Bench()
        bench.player.answer(verdict)
        let response = await bench.ask(.post, Self.play)
        #expect(response.status == status)
        #expect(response.json["verdict"]?.string == word)
        #expect(response.json["reason"]?.string == reason)
        #expect(response.json["code"]?.string == reason)
        #expect(response.json["detail"]?.string == detail)
        #expect(response.json["player"]?["rev"]?.number == 7)
        let isProblem = status >= 400 && verdict != .superseded
        #expect(response["Content-Type"] == (isProblem ? "application/problem+json" : "application/json"))
        #expect(response["Location"] == "/v1/operations/\(OperationID.numbered(1))")
    }

    @Test func namesWhatWasMeantAndWhatElseIsRefused() async {
        let bench = Bench()
        let refusal = Refusal(
            .unknownStation,
            "There is no station us.wsun.",
            nearest: ["WSUM 91.7 FM (us.wsum)"],
            disallowed: [Disallowed(.pause, "Nothing is playing.")]
        )
        bench.player.answer(.refused(refusal))
        let response = await bench.ask(.post, Self.play, body: #"{"media":"station:us.wsun"}"#)
        #expect(response.status == 404)
        #expect(response.json["nearest"]?.elements.map(\.string) == ["WSUM 91.7 FM (us.wsum)"])
        #expect(response.json["disallowed"]?.elements.first?["act"]?.string == "pause")
    }

    @Test(
        arguments: [
            (nil, [Duration.seconds(10)], nil), ("wait=3", [.seconds(3)], "wait=3"),
            ("wait=60", [.seconds(10)], "wait=60"),
            ("respond-async", [], "respond-async"), ("respond-async, wait=2", [.seconds(2)], "wait=2, respond-async"),
            ("wait=0", [], "wait=0"), ("wait=soon", [.seconds(10)], nil), ("return=minimal", [.seconds(10)], nil),
        ] as [(String?, [Duration], String?)]
    )
    func waitsAsThePreferenceSays(_ prefer: String?, _ limits: [Duration], _ applied: String?) async {
        let bench = Bench()
        let response = await bench.ask(.post, Self.play, prefer.map { ["Prefer": $0] } ?? [:])
        #expect(bench.player.limits == limits)
        #expect(response["Preference-Applied"] == applied)
        if limits.isEmpty {
            #expect(response.status == 202)
            #expect(response.json["verdict"] == .null)
        }
    }

    @Test func answersAnOpenOperationWithoutAVerdict() async {
        let bench = Bench()
        bench.player.answer(nil)
        let response = await bench.ask(.post, Self.play, ["Prefer": "wait=1"])
        #expect(response.status == 202)
        #expect(response.json["verdict"] == .null)
        #expect(response["Location"] != nil)
    }
}
