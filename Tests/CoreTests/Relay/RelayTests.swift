import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct RelayTests {
    private let bench = RelayBench()
    private let audio = AudioBytes.mp3(frames: 12)

    @Test func aGrantIsOpaqueAndLeadsToTheStream() async throws {
        bench.play("https://a.example/live", [.bytes(audio), .bytes(audio), .end])
        let grant = await bench.grant(["https://a.example/live"])
        #expect(grant.token.utf8.count == 32)
        #expect(grant.token.utf8.allSatisfy { $0.isLowerHex })
        #expect(grant.path == "/relay/\(grant.token)")
        let answer = await bench.open(grant)
        #expect(answer.status == 200)
        #expect(answer.header("content-type") == "audio/mpeg")
        #expect(answer.header("icy-metaint") == nil)
        #expect(try await answer.everything() == audio + audio)
        #expect(
            bench.events == [
                .trying(index: 0, origin: "https://a.example"),
                .fetching(SnapshotStream(origin: "https://a.example", codec: "mp3", bitrateKbps: 128), index: 0),
                .dropped(.streamDropped),
            ]
        )
    }

    @Test func theRequestIsThatOfARadioDialledWhereItsNameLeads() async throws {
        bench.resolver.script("radio.example", ["203.0.113.7", "10.0.0.1", "2001:db8::7"])
        bench.play("https://radio.example/live?x=%3d", [.bytes(audio)])
        _ = await bench.open(await bench.grant(["https://radio.example/live?x=%3d"]))
        let request = try #require(bench.client.requests.first)
        #expect(request.address.target == "/live?x=%3d")
        #expect(request.dial.map(\.description) == ["203.0.113.7", "2001:db8::7"])
        #expect(request.headers.map(\.name) == ["Accept", "Icy-MetaData"])
        #expect(request.headers.map(\.value) == ["audio/*, application/ogg, */*;q=0.1", "1"])
    }

    @Test func eachRequestOfAGrantHasItsOwnUpstream() async throws {
        let first = bench.play("https://a.example/live", [.bytes(audio)])
        let second = bench.play("https://a.example/live", [.bytes(audio)])
        let grant = await bench.grant(["https://a.example/live"])
        let answers = [await bench.open(grant), await bench.open(grant)]
        #expect(answers.map(\.status) == [200, 200])
        #expect(bench.client.requests.count == 2)
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == true)
        answers[0].body?.cancel()
        #expect(first.isCancelled)
        #expect(!second.isCancelled)
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == true)
        answers[1].body?.cancel()
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == false)
    }

    @Test func grantsDifferAndAnUnknownOneIsNotFound() async {
        let tokens = [
            await bench.grant(["https://a.example/live"], id: 1).token,
            await bench.grant(["https://a.example/live"], id: 2).token,
        ]
        #expect(tokens[0] != tokens[1])
        for token in ["", "0", String(repeating: "0", count: 32), tokens[0].uppercased(), tokens[0] + "0"] {
            let answer = await bench.relay.open(token, RelayBench.request())
            #expect(answer.status == 404)
            #expect(answer.body == nil)
        }
        #expect(bench.client.requests.isEmpty)
    }

    @Test(arguments: ["192.168.1.5", "203.0.113.1", "fe80::1", "0.0.0.0"])
    func nobodyButThisMachineGetsAnything(client: String) async {
        let grant = await bench.grant(["https://a.example/live"])
        #expect(await bench.relay.open(grant.token, RelayBench.request(from: client)).status == 404)
        #expect(bench.client.requests.isEmpty)
        for loopback in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            bench.play("https://a.example/live", [.bytes(audio)])
            #expect(await bench.relay.open(grant.token, RelayBench.request(from: loopback)).status == 200)
        }
    }

    @Test func headIsAnsweredWithoutAskingUpstream() async {
        let grant = await bench.grant(["https://a.example/live"])
        let answer = await bench.relay.open(grant.token, RelayBench.request(isHead: true))
        #expect(answer.status == 200)
        #expect(answer.body == nil)
        #expect(bench.client.requests.isEmpty)
        #expect(bench.resolver.asked.isEmpty)
        #expect(bench.events.isEmpty)
    }

    @Test func aRevokedGrantLivesThirtySecondsMore() async throws {
        let upstream = bench.play("https://a.example/live", [.bytes(audio), .bytes(audio), .bytes(audio)])
        let grant = await bench.grant(["https://a.example/live"])
        let answer = await bench.open(grant)
        await bench.relay.revoke(PlayID(1))
        bench.clock.advance(by: .milliseconds(29_999))
        #expect(await bench.open(grant).status == 200)
        #expect(try await answer.body?.next() != nil)
        // Revoking again does not lengthen its life.
        await bench.relay.revoke(PlayID(1))
        bench.clock.advance(by: .milliseconds(1))
        #expect(await bench.open(grant).status == 404)
        #expect(try await answer.body?.next() == nil)
        #expect(upstream.isCancelled)
        #expect(!bench.events.contains(.dropped(.streamDropped)))
        await bench.relay.revoke(PlayID(9))
        #expect(await bench.relay.tally(of: PlayID(1)) == nil)
    }

    @Test func aNewGrantOfTheSameLoadRevokesTheOld() async {
        bench.play("https://a.example/live", [.bytes(audio)])
        let old = await bench.grant(["https://a.example/live"])
        let new = await bench.grant(["https://a.example/live"])
        bench.clock.advance(by: .seconds(30))
        #expect(await bench.open(old).status == 404)
        #expect(await bench.open(new).status == 200)
    }

    @Test func theTallyCountsAudioAndNothingElse() async throws {
        let title = ICYInterleaver.block(of: "A - B")
        let body = AudioBytes.mp3(frames: 24)
        bench.play(
            "https://a.example/live",
            [.bytes(Array(body[..<5000]) + title + body[5000...])],
            headers: [("icy-metaint", "5000")]
        )
        let grant = await bench.grant(["https://a.example/live"])
        #expect(await bench.relay.tally(of: PlayID(1))?.bytes == 0)
        #expect(await bench.relay.tally(of: PlayID(2)) == nil)
        bench.clock.advance(by: .seconds(2))
        let answer = await bench.open(grant)
        let tally = try #require(await bench.relay.tally(of: PlayID(1)))
        // Of 10,008 bytes the one behind the second 5,000 is a length, the rest metadata.
        #expect(tally.bytes == 10_000)
        #expect(tally.lastByteAt == .seconds(2))
        #expect(tally.origin == "https://a.example")
        #expect(tally.isOpen)
        #expect(tally.fault == nil)
        answer.body?.cancel()
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == false)
    }

    @Test func cancellingTheRequestEndsTheAttemptInSilence() async {
        let upstream = bench.play("https://a.example/live", [])
        let grant = await bench.grant(["https://a.example/live", "https://b.example/live"])
        let bench = bench
        let task = Task { await bench.open(grant) }
        await upstream.waiting()
        task.cancel()
        #expect(await task.value.status == 503)
        #expect(upstream.isCancelled)
        #expect(bench.client.requests.count == 1)
        #expect(bench.events == [.trying(index: 0, origin: "https://a.example")])
    }
}
