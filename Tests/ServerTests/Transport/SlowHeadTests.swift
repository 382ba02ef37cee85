import Fakes
import Model
import Testing

@testable import Server

/// Clients that never finish asking.
struct SlowHeadTests {
    @Test(arguments: [
        "GET /healthz HTTP/1.1\r\nHost: local",
        "POST /v1/players/main/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{",
    ])
    func cutsAClientThatTrickles(_ beginning: String) async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send(beginning)
        let isCut = Lock(false)
        let reading = Task {
            let isClosed = await client.isClosed()
            isCut.withLock { $0 = isClosed }
        }
        let limit = ContinuousClock.now + .seconds(10)
        var sent = 0
        while !isCut.withLock({ $0 }), ContinuousClock.now < limit {
            // Fewer bytes than would make the head too large or the body whole.
            if sent < 1000 { client.send("x") }
            sent += 1
            bench.clock.advance(by: .milliseconds(10))
            await Task.yield()
        }
        await reading.value
        #expect(isCut.withLock { $0 })
        #expect(bench.clock.now >= .seconds(10))
    }

    @Test func servesAClientThatIsSlowButInTime() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n")
        for _ in 0..<9 {
            await bench.clock.sleepers()
            bench.clock.advance(by: .seconds(1))
        }
        client.send("\r\n")
        #expect(await client.answer().status == 200)
    }

    @Test func leavesAWholeRequestAloneHoweverLongItsAnswerTakes() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.read(through: "event: tokens").contains("200 OK"))
        await bench.clock.sleepers()
        for _ in 0..<40 { bench.clock.advance(by: .seconds(1)) }
        bench.player.change { $0.phase = .stopped }
        let running = Task { await bench.site.run() }
        defer { running.cancel() }
        #expect(await client.read(through: #""phase":"stopped""#).contains("event: player"))
    }

    @Test func countsConnectionsOfOneAddressButNotOfLoopback() throws {
        var limits = Limits()
        limits.connectionsPerAddress = 2
        let bench = Bench(limits: limits)
        let connections = Connections(clock: bench.clock, limits: limits)
        defer { connections.close() }
        let phone = try #require(IPAddress("192.168.1.9"))
        let loopback = try #require(IPAddress("127.0.0.1"))
        for descriptor in Int32(1000)...1001 { connections.opened(descriptor, by: .network(phone)) }
        for descriptor in Int32(1002)...1010 { connections.opened(descriptor, by: .network(loopback)) }
        #expect(!connections.admits(phone))
        #expect(connections.admits(loopback))
        connections.closed(1000, by: .network(phone))
        #expect(connections.admits(phone))
    }
}
