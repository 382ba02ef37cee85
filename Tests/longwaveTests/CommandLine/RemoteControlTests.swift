import Model
import Testing

@testable import longwave

struct RemoteControlTests {
    static let heard = Canned.player("playing", volume: 44)

    // MARK: What is asked

    @Test(arguments: [
        (ControlAct.play(nil), "POST /v1/players/main/play", "{}"),
        (.play(.media("station:kexp")), "POST /v1/players/main/play", #"{"media":"station:kexp"}"#),
        (.pause, "POST /v1/players/main/pause", "{}"),
        (.resume, "POST /v1/players/main/resume", "{}"),
        (.stop, "POST /v1/players/main/stop", "{}"),
        (.mute(true), "POST /v1/players/main/mute", #"{"muted":true}"#),
        (.transfer(.null), "POST /v1/players/main/transfer", #"{"output":"null"}"#),
    ])
    func aCommandIsOneRequest(act: ControlAct, line: String, body: String) async {
        let host = CannedHost(200, Canned.answer("confirmed", Self.heard))
        #expect(await host.run(act) == .confirmed)
        #expect(host.asked == [CannedHost.Asked(line, body)])
        #expect(host.printed.count == 1)
        #expect(host.complaints.isEmpty)
    }

    @Test(arguments: [
        (ControlAct.status(follow: false), "GET /v1/players/main", #"{"player":\#(Self.heard),"nowMs":5}"#),
        (.showVolume, "GET /v1/players/main", Self.heard),
        (.showOutput, "GET /v1/players/main", Self.heard),
        (.stations(query: nil), "GET /v1/stations", #"{"stations":[]}"#),
        (.stations(query: "Köln & Jazz"), "GET /v1/stations?q=K%C3%B6ln%20%26%20Jazz", #"{"stations":[]}"#),
        (.explain, "GET /v1/players/main/explain", #"{"sentence":"All hops are alive.","hops":[]}"#),
        (.pair, "POST /v1/pairing", #"{"code":"12345678","expiresInS":299}"#),
        (.listTokens, "GET /v1/tokens", #"{"tokens":[]}"#),
    ])
    func aQuestionIsOneRequest(act: ControlAct, line: String, body: String) async {
        let host = CannedHost(200, body)
        #expect(await host.run(act) == .confirmed)
        #expect(host.asked == [CannedHost.Asked(line)])
        #expect(host.printed.count == 1)
    }

    @Test(arguments: [(5, 49), (-5, 39), (100, 100), (-100, 0)])
    func aStepOfVolumeStartsFromWhatTheHostSays(step: Int, expected: Int) async {
        let host = CannedHost([
            .success(CannedHost.answer(200, Self.heard)),
            .success(CannedHost.answer(200, Canned.answer("confirmed", Canned.player("playing", volume: expected)))),
        ])
        #expect(await host.run(.volume(.by(step))) == .confirmed)
        #expect(host.asked.last == CannedHost.Asked("POST /v1/players/main/volume", "{\"volume\":\(expected)}"))
        #expect(host.printed == ["Volume \(expected)."])
    }

    @Test func wordsAreResolvedByTheHostBeforeTheyArePlayed() async {
        let host = CannedHost([
            .success(CannedHost.answer(200, #"{"station":{"id":"us.rp","media":"station:us.rp"}}"#)),
            .success(CannedHost.answer(200, Canned.answer("confirmed", Self.heard))),
        ])
        #expect(await host.run(.play(.words("Radio Paradise"))) == .confirmed)
        #expect(
            host.asked == [
                CannedHost.Asked("GET /v1/stations/resolve?q=Radio%20Paradise"),
                CannedHost.Asked("POST /v1/players/main/play", #"{"media":"station:us.rp"}"#),
            ]
        )
    }

    @Test func wordsThatNameNoStationPlayNothing() async {
        let body = #"{"code":"unknown_station","title":"No such station","detail":"Nothing fits","nearest":["us.rp"]}"#
        let host = CannedHost(404, body)
        #expect(await host.run(.play(.words("Rodio"))) == .refused)
        #expect(host.asked.count == 1)
        #expect(host.complaints == ["longwave: No such station: Nothing fits. [unknown_station]\nDid you mean: us.rp?"])
    }

    // MARK: How it ends

    @Test(arguments: [
        ("confirmed", 200, longwave.ExitStatus.confirmed), ("unconfirmed", 202, .unconfirmed), ("failed", 502, .failed),
        ("failed", 503, .failed), ("failed", 504, .failed), ("refused", 404, .refused), ("refused", 409, .refused),
        ("superseded", 409, .superseded),
    ])
    func theVerdictIsTheExitStatus(verdict: String, status: Int, expected: longwave.ExitStatus) async {
        for json in [false, true] {
            let host = CannedHost(status, Canned.answer(verdict, Self.heard, #""title":"T","detail":"D","code":"c""#))
            #expect(await host.run(.play(nil), json: json) == expected)
            #expect(host.printed.count == (json || expected == .confirmed || expected == .superseded ? 1 : 0))
        }
    }

    @Test(arguments: [
        (400, "{}", longwave.ExitStatus.refused), (401, #"{"code":"owner_required"}"#, .refused), (429, "", .refused),
        (500, "not JSON", .failed), (503, #"{"code":"storage_degraded"}"#, .failed),
        (202, #"{"operation":"00","verdict":null}"#, .unconfirmed), (200, "not JSON", .confirmed),
    ])
    func withoutAVerdictTheStatusSaysIt(status: Int, body: String, expected: longwave.ExitStatus) async {
        #expect(await CannedHost(status, body).run(.stop) == expected)
    }

    @Test func theNumbersAreTheDesigns() {
        let all: [longwave.ExitStatus] = [.confirmed, .failed, .usage, .refused, .unconfirmed, .superseded]
        #expect(all.map(\.rawValue) == [0, 1, 2, 3, 4, 5])
    }

    @Test func aFailureSaysWhatWhyAndWhatToDo() async {
        let problem = #""title":"Could not play","detail":"The server is full. Try later.","code":"upstream_busy""#
        let host = CannedHost(502, Canned.answer("failed", Canned.player("failed"), problem))
        #expect(await host.run(.play(nil)) == .failed)
        #expect(
            host.complaints == [
                "longwave: Could not play: The server is full. Try later. [upstream_busy]\nWhy: longwave explain"
            ]
        )
        #expect(host.printed.isEmpty)
    }

    @Test func whatASurfaceCannotReadIsStillToldByItsStatus() async {
        let host = CannedHost(500, "<html>")
        #expect(await host.run(.explain) == .failed)
        #expect(host.complaints.first?.contains("The host answered 500") == true)
    }

    @Test func nobodyThereIsSaidWithAddressAndRemedy() async {
        let host = CannedHost([.failure(.unreachable("connection refused"))])
        #expect(await host.run(.status(follow: false)) == .failed)
        let complaint = host.complaints.first ?? ""
        for word in ["127.0.0.1:1980", "connection refused", "longwave serve", "--host"] {
            #expect(complaint.contains(word), "\(word)")
        }
    }

    @Test func aHostThatGoesAwayLeavesACommandUnconfirmed() async {
        let lost: Result<ControlAnswer, ControlFault> = .failure(.broken("dropped"))
        #expect(await CannedHost([lost]).run(.play(nil)) == .unconfirmed)
        #expect(await CannedHost([lost]).run(.explain) == .failed)
    }

    @Test func programsGetTheHostsOwnWords() async {
        let body = Canned.answer("refused", Self.heard, #""code":"unknown_station","nearest":["us.kexp"]"#)
        let host = CannedHost(404, body + "\n")
        #expect(await host.run(.play(.media("station:kex")), json: true) == .refused)
        #expect(host.printed == [body])
        #expect(host.complaints.isEmpty)
    }

    @Test func programsGetJSONAlsoWhenNobodyIsThere() async {
        let host = CannedHost([.failure(.unreachable("refused"))])
        #expect(await host.run(.stop, json: true) == .failed)
        #expect(host.printed.first?.hasPrefix(#"{"code":"host_unreachable","detail":"#) == true)
    }

    // MARK: Lists

    @Test func stationsStandInColumns() async {
        let host = CannedHost(
            200,
            """
            {"next":null,"stations":[{"id":"us.kexp","media":"station:us.kexp","name":"KEXP","city":"Seattle",
            "country":"US","state":"active","streams":[{"origin":"https://a","codec":"mp3","bitrateKbps":160}]},
            {"id":"de.b","name":"Bremen","country":"DE","city":null,"state":"retired","streams":[]}]}
            """
        )
        #expect(await host.run(.stations(query: "e")) == .confirmed)
        #expect(
            host.printed == [
                """
                us.kexp  KEXP · Seattle, US · mp3 160 kbit/s
                de.b     Bremen · DE · (retired)
                """
            ]
        )
    }

    @Test func everyPageOfStationsIsAskedFor() async {
        func page(_ id: String, _ next: String) -> Result<ControlAnswer, ControlFault> {
            .success(CannedHost.answer(200, #"{"stations":[{"id":"\#(id)","name":"N"}],"next":\#(next)}"#))
        }
        for json in [false, true] {
            let host = CannedHost([page("us.a", #""7-100""#), page("us.b", "null")])
            #expect(await host.run(.stations(query: "n"), json: json) == .confirmed)
            #expect(host.asked.map(\.line) == ["GET /v1/stations?q=n", "GET /v1/stations?q=n&cursor=7-100"])
            if json { #expect(host.printed.count == 2) } else { #expect(host.printed == ["us.a  N\nus.b  N"]) }
        }
    }

    @Test func theCodeIsPrintedWithItsTime() async {
        let host = CannedHost(200, #"{"code":"12345678","expiresInS":299}"#)
        #expect(await host.run(.pair) == .confirmed)
        #expect(
            host.printed == ["Code: 12345678. It works once, for 5 minutes: type it into the page under Now."]
        )
    }

    @Test func aRevokedTokenIsSaidAndAnUnknownOneToo() async {
        let gone = CannedHost(204, "")
        #expect(await gone.run(.revokeToken("a/b")) == .confirmed)
        #expect(gone.asked == [CannedHost.Asked("DELETE /v1/tokens/a%2Fb")])
        #expect(gone.printed == ["a/b is no longer paired."])
        let unknown = CannedHost(404, #"{"title":"There is no such token","code":"unknown_token"}"#)
        #expect(await unknown.run(.revokeToken("x")) == .refused)
        #expect(
            unknown.complaints == [
                "longwave: There is no such token. [unknown_token]\nThose that there are: longwave pair --list"
            ]
        )
    }

    @Test func nearNamesAreSaidOnce() async {
        let body =
            #"{"title":"T","detail":"Near to it: KEXP (us.kexp).","nearest":["KEXP (us.kexp)","KEXX (us.kexx)"]}"#
        let host = CannedHost(404, body)
        #expect(await host.run(.play(.media("station:kex"))) == .refused)
        #expect(host.complaints == ["longwave: T: Near to it: KEXP (us.kexp).\nDid you mean: KEXX (us.kexx)?"])
    }

    @Test func anExplanationIsASentenceAndItsHops() async {
        let host = CannedHost(
            200,
            #"{"sentence":"The relay gets no bytes.","hops":[{"name":"relay","state":"dead","seen":"0 bytes"}]}"#
        )
        #expect(await host.run(.explain) == .confirmed)
        #expect(host.printed == ["The relay gets no bytes.\n  relay     dead      0 bytes"])
    }

    // MARK: Following

    @Test func followingPrintsALineForEveryChangeAndNoneForNone() async {
        func event(_ player: String) -> [String] {
            ["event: player", #"data: {"player":\#(player),"nowMs":1}"#, ""]
        }
        let starting = Canned.player("starting", level: "none", signal: "unknown")
        let events =
            event(starting) + event(starting) + ["event: heartbeat", "data: {}", ""] + event(Self.heard)
        let host = CannedHost([], events: events)
        #expect(await host.run(.status(follow: true)) == .failed)
        #expect(host.asked == [CannedHost.Asked("GET /v1/events?topics=player")])
        #expect(host.printed.count == 2)
        #expect(host.printed.first?.hasPrefix("Starting KEXP 90.3 on pulse/lab — not heard yet. · volume 30") == true)
        #expect(host.printed.last?.hasPrefix("Playing KEXP 90.3") == true)
        #expect(host.complaints.first?.contains("the host ended the stream") == true)
    }

    @Test func aHostThatRefusesEventsIsToldLikeAnyRefusal() async {
        let refusal = CannedHost.answer(422, #"{"title":"There is no such topic","code":"unknown_topic"}"#)
        let host = CannedHost([], refusal: .answered(refusal))
        #expect(await host.run(.status(follow: true)) == .refused)
        #expect(host.complaints == ["longwave: There is no such topic. [unknown_topic]"])
    }
}
