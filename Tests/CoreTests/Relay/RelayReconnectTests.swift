import Fakes
import Model
import Testing

@testable import Core

/// A live stream that breaks while it runs: one more pass under the same body.
@Suite(.timeLimit(.minutes(3)))
struct RelayReconnectTests {
    private let bench = RelayBench()
    private let address = "https://a.example/live"
    private let other = "https://b.example/live"
    /// No two frames alike, as in a real programme.
    private let programme = (0..<60).flatMap { number in
        Array(AudioBytes.mp3(frames: 1).prefix(4))
            + AudioBytes.noise(AudioBytes.mp3(frames: 1).count - 4, seed: UInt64(number))
    }

    /// The streams after the first pass: what they answer the second time.
    private func run(
        _ addresses: [String],
        lasting run: Duration = .seconds(5),
        then: () -> Void
    ) async throws -> (body: any ByteSource, first: [UInt8], upstream: ScriptedBody) {
        let upstream = bench.play(addresses[0], [.bytes(Array(programme[..<10_000]))])
        let answer = await bench.open(await bench.grant(addresses))
        let body = try #require(answer.body)
        let first = try #require(try await body.next())
        await bench.clock.sleepers(1)
        bench.clock.advance(by: run)
        then()
        upstream.feed(.fault(.dropped))
        return (body, first, upstream)
    }

    private func rest(of body: any ByteSource) async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await body.next() { bytes += piece }
        return bytes
    }

    @Test func theSameStreamGoesOnWithoutWhatItReplays() async throws {
        let (body, first, _) = try await run([address]) {
            bench.play(address, [.bytes(Array(programme[3000..<15_000])), .bytes(Array(programme[15_000...])), .end])
        }
        #expect(first + (try await rest(of: body)) == programme)
        #expect(
            bench.events.dropFirst(2) == [
                .reconnecting(.streamDropped), .trying(index: 0, origin: "https://a.example"),
                .fetching(SnapshotStream(origin: "https://a.example", codec: "mp3", bitrateKbps: 128), index: 0),
                .dropped(.streamDropped),
            ]
        )
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == false)
    }

    @Test func aStreamThatBrokeSoonIsTriedLast() async throws {
        let (body, first, _) = try await run([address, other]) {
            bench.play(other, [.bytes(programme), .end])
        }
        #expect((first + (try await rest(of: body))).count >= programme.count)
        #expect(bench.client.requests.map(\.address.host) == ["a.example", "b.example"])
    }

    @Test func aStreamThatRanWellIsAskedFirstAgain() async throws {
        let (body, _, _) = try await run([address, other], lasting: .seconds(90)) {
            bench.play(address, [.bytes(programme), .end])
        }
        _ = try await body.next()
        body.cancel()
        #expect(bench.client.requests.map(\.address.host) == ["a.example", "a.example"])
    }

    @Test func anotherCodecEndsTheBodyForANewLoad() async throws {
        let (body, _, _) = try await run([address]) {
            bench.play(address, [.bytes(AudioBytes.adts(frames: 30)), .end])
        }
        #expect(try await body.next() == nil)
        #expect(bench.events.last == .formatChanged)
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == false)
    }

    @Test func aChainedContainerIsNeverSpliced() {
        let ogg = SniffedAudio(AudioBytes.ogg(packet: Array("OpusHead        ".utf8)), declaredType: nil)
        #expect(ogg.map { $0.continues($0) } == false)
        let mp3 = SniffedAudio(AudioBytes.mp3(frames: 4), declaredType: nil)
        #expect(mp3.map { $0.continues($0) } == true)
        let aac = SniffedAudio(AudioBytes.adts(frames: 4), declaredType: nil)
        #expect(aac.flatMap { aac in mp3.map { aac.continues($0) } } == false)
    }

    @Test func aPassWithoutAudioHasFailed() async throws {
        let (body, _, _) = try await run([address]) { bench.status(address, 404) }
        #expect(try await body.next() == nil)
        #expect(bench.events.last == .failed(.upstreamNotFound))
        #expect(bench.client.requests.count == 2)
    }

    @Test func aSecondBreakWithinAMinuteIsTheEnd() async throws {
        let second = ScriptedBody([.bytes(Array(programme[3000..<20_000]))])
        let (body, _, _) = try await run([address]) {
            bench.client.script(
                address,
                .answer(status: 200, headers: [("Content-Type", "audio/mpeg")], body: second)
            )
        }
        _ = try await body.next()
        bench.clock.advance(by: .seconds(59))
        second.feed(.fault(.dropped))
        #expect(try await body.next() == nil)
        #expect(bench.events.last == .dropped(.streamDropped))
        #expect(bench.client.requests.count == 2)
    }

    @Test func aMinuteOfRunningEarnsAnotherPass() async throws {
        let second = ScriptedBody([.bytes(Array(programme[3000..<20_000]))])
        let (body, _, _) = try await run([address]) {
            bench.client.script(
                address,
                .answer(status: 200, headers: [("Content-Type", "audio/mpeg")], body: second)
            )
        }
        _ = try await body.next()
        bench.clock.advance(by: .seconds(60))
        bench.status(address, 410)
        second.feed(.fault(.dropped))
        #expect(try await body.next() == nil)
        #expect(bench.events.last == .failed(.upstreamGone))
        #expect(bench.client.requests.count == 3)
    }

    @Test func aStreamThatWasHardlyThereIsNotTriedAgain() async throws {
        let (body, _, _) = try await run([address], lasting: .milliseconds(900)) {}
        #expect(try await body.next() == nil)
        #expect(bench.events.last == .dropped(.streamDropped))
        #expect(bench.client.requests.count == 1)
    }

    @Test func aRendererThatLeavesMeanwhileEndsTheNewAttempt() async throws {
        let (body, _, _) = try await run([address]) { bench.client.script(address, .never) }
        let waiting = Task { () -> HTTPFault? in
            do throws(HTTPFault) { _ = try await body.next() } catch { return error }
            return nil
        }
        while bench.client.requests.count < 2 { await Task.yield() }
        body.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == false)
        guard case .trying = bench.events.last else {
            Issue.record("\(bench.events)")
            return
        }
    }

    @Test func permanentRedirectsAreToldAndTemporaryOnesAreNot() async {
        bench.status(address, 301, headers: [("Location", "https://b.example/x")])
        bench.status("https://b.example/x", 302, headers: [("Location", "https://c.example/y?token=1")])
        bench.play("https://c.example/y?token=1", [.bytes(programme)])
        _ = await bench.open(await bench.grant([address]))
        #expect(bench.events[1] == .moved(index: 0, from: "https://a.example", to: "https://b.example"))
        #expect(bench.events.count == 3)
        bench.play("https://c.example/y?token=1", [.bytes(programme)])
        #expect(await bench.open(await bench.grant([address], id: 2)).status == 200)
        #expect(bench.client.requests.map(\.address.host).filter { $0 == "a.example" }.count == 2, "asked anew")
    }

    @Test func whatABusyServerSaysIsRemembered() async {
        bench.status(address, 503, headers: [("Retry-After", "300")])
        bench.play(other, [.bytes(programme)])
        #expect(await bench.open(await bench.grant([address, other])).status == 200)
        bench.clock.advance(by: .seconds(299))
        bench.play(other, [.bytes(programme)])
        #expect(await bench.open(await bench.grant([address, other], id: 2)).status == 200)
        #expect(bench.client.requests.map(\.address.host) == ["a.example", "b.example", "b.example"])
        bench.clock.advance(by: .seconds(1))
        bench.play(other, [.bytes(programme)])
        _ = await bench.open(await bench.grant([address, other], id: 3))
        #expect(bench.client.requests.map(\.address.host).suffix(2) == ["a.example", "b.example"])
    }

    @Test func whereNoHostCanBeReachedItIsOurNetwork() async {
        let streams = ["https://nowhere.example/a", "https://nirgends.example/b"]
        #expect(await bench.open(await bench.grant(streams)).status == 502)
        #expect(bench.events.last == .failed(.networkDown))
    }
}
