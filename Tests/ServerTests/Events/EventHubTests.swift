import Core
import Fakes
import Model
import Testing

@testable import Server

struct EventHubTests {
    private static let get = "GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n"

    private func subscriber(_ bench: Bench, _ target: String = "/v1/events") async throws -> any Outflow {
        let response = await bench.ask(.get, target)
        #expect(response["Content-Type"] == "text/event-stream")
        guard case .stream(let outflow, nil) = response.body else {
            Issue.record("no stream")
            throw CancellationError()
        }
        return outflow
    }

    private func text(_ piece: Outpiece) -> String {
        if case .bytes(let bytes) = piece { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    /// Runs the hub meanwhile.
    private func running(_ bench: Bench, _ body: () async -> Void) async {
        let task = Task { await bench.site.run() }
        await body()
        task.cancel()
    }

    @Test func beginsWithTheWholeState() async throws {
        let bench = Bench()
        bench.events.publish(.changed(.stations, revision: 5))
        let outflow = try await subscriber(bench)
        let events = text(outflow.take()).split(separator: "\n\n")
        #expect(events.first == "retry: 1000")
        #expect(
            events.dropFirst().map { $0.split(separator: "\n")[1] } == [
                "event: player", "event: stations", "event: tokens",
            ]
        )
        #expect(events[1].hasPrefix("id: e1-0\n"))
        #expect(events[1].contains(#"data: {"player":{"player":"main","epoch":"e1","rev":7"#))
        #expect(events[2].hasSuffix(#"data: {"revision":5}"#))
        #expect(outflow.take() == .later)
    }

    @Test func beginsWithTheRevisionThatTheCatalogueHas() async throws {
        let bench = Bench()
        let revision = try #require(await bench.ask(.get, "/v1/stations").json["revision"]?.number)
        let outflow = try await subscriber(bench, "/v1/events?topics=stations")
        let first = text(outflow.take())
        #expect(first.contains("event: stations\ndata: {\"revision\":\(Int(revision))}\n\n"))
        // The publication of what it was told already says nothing new.
        bench.events.publish(.changed(.stations, revision: Int(revision)))
        bench.events.publish(.changed(.stations, revision: Int(revision) + 1))
        let ready = Ready()
        outflow.whenReady { ready.signal() }
        await running(bench) {
            await ready.wait()
            #expect(text(outflow.take()).contains("data: {\"revision\":\(Int(revision) + 1)}"))
        }
    }

    @Test func sendsOnlyTheTopicsAskedFor() async throws {
        let bench = Bench()
        let outflow = try await subscriber(bench, "/v1/events?topics=stations")
        #expect(!text(outflow.take()).contains("event: player"))
        let refused = await bench.ask(.get, "/v1/events?topics=weather")
        #expect(refused.status == 422)
        #expect(refused.json["code"]?.string == "unknown_topic")
        #expect(refused.json["detail"]?.string?.contains("player, stations, tokens") == true)
    }

    @Test func keepsOnlyTheNewestForASlowReader() async throws {
        let bench = Bench()
        let slow = try await subscriber(bench)
        _ = slow.take()
        let ready = Ready()
        slow.whenReady { ready.signal() }
        await running(bench) {
            for _ in 0..<1000 { bench.player.change { $0.generation = $0.generation.next } }
            var last = ""
            while !last.contains(#""rev":1007"#) {
                await ready.wait()
                let piece = text(slow.take())
                if !piece.isEmpty { last = piece }
                #expect(piece.components(of: "event: player") <= 1)
            }
        }
    }

    @Test func neverGoesBack() async throws {
        let bench = Bench()
        // Published before anybody listens; the hub hears of it only after the subscriber has newer.
        bench.player.change { $0.phase = .paused }
        bench.player.change { $0.phase = .stopped }
        let outflow = try await subscriber(bench)
        #expect(text(outflow.take()).contains(#""rev":9"#))
        let ready = Ready()
        outflow.whenReady { ready.signal() }
        await running(bench) {
            bench.player.change { $0.phase = .starting }
            await ready.wait()
            let piece = text(outflow.take())
            #expect(piece.contains(#""rev":10"#))
            #expect(!piece.contains(#""rev":8"#))
        }
    }

    @Test func beatsEveryFifteenSeconds() async throws {
        let bench = Bench()
        let outflow = try await subscriber(bench)
        _ = outflow.take()
        let ready = Ready()
        outflow.whenReady { ready.signal() }
        await running(bench) {
            await bench.clock.sleepers()
            #expect(bench.clock.nextDeadline == .seconds(15))
            bench.clock.advance(by: .seconds(15))
            await ready.wait()
            #expect(text(outflow.take()) == "id: e1-0\nevent: heartbeat\ndata: {\"nowMs\":15000}\n\n")
        }
    }

    @Test func givesAThousandSubscribersTheSameBytes() async throws {
        let bench = Bench()
        var outflows: [any Outflow] = []
        for _ in 0..<1000 { outflows.append(try await subscriber(bench, "/v1/events?topics=player")) }
        for outflow in outflows { _ = outflow.take() }
        #expect(bench.site.counters.totals.subscribers == 1000)
        let ready = Ready()
        for outflow in outflows { outflow.whenReady { ready.signal() } }
        await running(bench) {
            bench.player.change { $0.phase = .stopped }
            for _ in 0..<1000 { await ready.wait() }
        }
        let pieces = outflows.map { $0.take() }
        #expect(pieces.allSatisfy { $0 == pieces[0] })
        #expect(text(pieces[0]).contains(#""phase":"stopped""#))
        for outflow in outflows { outflow.cancel() }
        #expect(bench.site.counters.totals.subscribers == 0)
    }

    @Test func sendsEventsInOrderOverTheWire() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send(Self.get)
        let first = await client.read(through: "event: tokens")
        #expect(first.contains("200 OK"))
        #expect(first.lowercased().contains("content-type: text/event-stream"))
        await running(bench) {
            var text = ""
            for number in 8...30 {
                bench.player.change { $0.generation = $0.generation.next }
                text += await client.read(through: #""rev":\#(number)"#)
            }
            let ids = text.split(separator: "\n").filter { $0.contains("id: e1-") }
            #expect(
                ids.map { $0.suffix(from: $0.firstRange(of: "id: ")?.lowerBound ?? $0.startIndex) }
                    == (1...23).map { "id: e1-\($0)" }[...].map { $0[...] }
            )
        }
    }

    @Test func forgetsAClientThatHasGone() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send(Self.get)
        _ = await client.read(through: "event: tokens")
        #expect(bench.site.counters.totals.subscribers == 1)
        client.hangUp()
        await running(bench) {
            // Two writes: the first may still be taken by the kernel.
            while bench.site.counters.totals.subscribers > 0 {
                await bench.clock.sleepers()
                bench.clock.advance(by: .seconds(15))
            }
        }
        #expect(bench.site.counters.totals.subscribers == 0)
    }
}

/// Counts calls of a wake and lets a test wait for the next.
private final class Ready: Sendable {
    private let stream = AsyncStream.makeStream(of: Void.self)

    func signal() { stream.continuation.yield() }

    func wait() async {
        var iterator = stream.stream.makeAsyncIterator()
        _ = await iterator.next()
    }
}

extension String {
    fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
