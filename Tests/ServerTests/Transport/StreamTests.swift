import Core
import Fakes
import Model
import Testing

@testable import Server

/// Bodies that come over time: the relay's, pulled only as fast as their reader reads.
struct StreamTests {
    static let grant = "0123456789abcdef0123456789abcdef"
    static let get = "GET /relay/\(grant) HTTP/1.1\r\nHost: whatever.example\r\nIcy-MetaData: 1\r\n\r\n"

    static func answer(_ body: any ByteSource) -> RelayAnswer {
        RelayAnswer(
            status: 200,
            headers: [("Content-Type", "audio/mpeg"), ("icy-metaint", "16000"), ("icy-name", "a\r\nb")],
            body: body
        )
    }

    @Test func relaysEveryByteInOrder() async throws {
        let bench = Bench()
        let pieces = (0..<200).map { number in [UInt8](repeating: UInt8(number), count: 1 + number * 37) }
        let body = ScriptedBody(pieces.map { .bytes($0) } + [.end])
        bench.grants.withLock { $0[Self.grant] = Self.answer(body) }
        let client = RawClient(port: try bench.listen())
        client.send(Self.get)
        let answer = await client.answer()
        #expect(answer.status == 200)
        #expect(answer["content-type"] == "audio/mpeg")
        #expect(answer["icy-metaint"] == "16000")
        #expect(answer["icy-name"] == nil)
        #expect(answer.body == pieces.flatMap { $0 })
        #expect(bench.site.counters.totals.relayBytes == answer.body.count)
        #expect(bench.relayRequests.withLock { $0.map(\.wantsTitles) } == [true])
    }

    @Test func sendsALengthThatIsKnown() async throws {
        let bench = Bench()
        let body = ScriptedBody([.bytes([1, 2, 3]), .end])
        bench.grants.withLock {
            $0[Self.grant] = RelayAnswer(status: 206, headers: [("Content-Length", "3")], body: body)
        }
        let client = RawClient(port: try bench.listen())
        client.send(Self.get)
        let answer = await client.answer()
        #expect(answer.status == 206)
        #expect(answer["content-length"] == "3")
        #expect(answer.body == [1, 2, 3])
    }

    @Test func pullsNothingWhileTheReaderDoesNotRead() async throws {
        let bench = Bench()
        let body = EndlessBody()
        bench.grants.withLock { $0[Self.grant] = Self.answer(body) }
        let port = try bench.listen()
        let client = RawClient(port: port, receiveBuffer: 4096)
        client.send(Self.get)
        // The kernel's buffers fill, then nothing more is pulled; reading on lets it flow again.
        let stalled = await body.stalls(below: 64 << 20, while: RawClient(port: port))
        #expect(stalled < 64 << 20)
        _ = await client.read { $0.count > 32 << 20 }
        #expect(body.pulled > 32 << 20)
        client.hangUp()
        await body.cancelled()
    }

    @Test func cancelsTheBodyWhenTheReaderGoes() async throws {
        let bench = Bench()
        let body = EndlessBody()
        bench.grants.withLock { $0[Self.grant] = Self.answer(body) }
        let client = RawClient(port: try bench.listen())
        client.send(Self.get)
        _ = await client.read { $0.count > 100_000 }
        client.hangUp()
        await body.cancelled()
    }

    @Test func breaksTheConnectionWhereTheBodyBreaks() async throws {
        let bench = Bench()
        let body = ScriptedBody([.bytes([1, 2, 3]), .fault(.dropped)])
        bench.grants.withLock { $0[Self.grant] = Self.answer(body) }
        let client = RawClient(port: try bench.listen())
        client.send(Self.get)
        let bytes = await client.read()
        // A proper end of a chunked body is a chunk of no length; it must not be there.
        #expect(!bytes.suffix(5).elementsEqual(Array("0\r\n\r\n".utf8)))
        #expect(await client.isClosed())
    }

    @Test func answersHeadWithoutPulling() async throws {
        let bench = Bench()
        bench.grants.withLock { $0[Self.grant] = RelayAnswer(status: 200, headers: [], body: nil) }
        let client = RawClient(port: try bench.listen())
        client.send("HEAD /relay/\(Self.grant) HTTP/1.1\r\nHost: x.example\r\n\r\n")
        #expect(await client.answer(toHead: true).status == 200)
        #expect(bench.relayRequests.withLock { $0.map(\.isHead) } == [true])
    }

    @Test func servesGrantsToLoopbackOnly() async throws {
        let bench = Bench()
        bench.grants.withLock { $0[Self.grant] = Self.answer(ScriptedBody()) }
        #expect(await bench.ask(.get, "/relay/\(Self.grant)").status == 404)
        #expect(await bench.ask(.get, "/relay/\(Self.grant)", peer: .local).status == 404)
        #expect(bench.relayRequests.withLock { $0.isEmpty })
    }

    @Test func stopsWhileConnectionsRest() async throws {
        let bench = Bench()
        let body = ScriptedBody([.bytes([1])])
        bench.grants.withLock { $0[Self.grant] = Self.answer(body) }
        let port = try bench.listen()
        let listener = RawClient(port: port)
        listener.send(Self.get)
        let subscriber = RawClient(port: port)
        subscriber.send("GET /v1/events HTTP/1.1\r\nHost: localhost\r\n\r\n")
        _ = await subscriber.read(through: "event: tokens")
        await body.waiting()
        bench.server.stop()
        #expect(await listener.isClosed())
        #expect(await subscriber.isClosed())
        #expect(body.isCancelled)
    }
}

/// A body that never ends, in pieces of 16 KB, and knows how far it was pulled.
private final class EndlessBody: ByteSource {
    private struct State {
        var pulled = 0
        var isCancelled = false
        var watchers: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Lock(State())

    var pulled: Int { state.withLock { $0.pulled } }

    func next() async throws(HTTPFault) -> [UInt8]? {
        let isCancelled = state.withLock { state in
            state.pulled += 16_384
            return state.isCancelled
        }
        guard !isCancelled else { throw .cancelled }
        return [UInt8](repeating: 7, count: 16_384)
    }

    func cancel() {
        let watchers = state.withLock { state in
            state.isCancelled = true
            defer { state.watchers = [] }
            return state.watchers
        }
        for watcher in watchers { watcher.resume() }
    }

    func cancelled() async {
        await withCheckedContinuation { continuation in
            let isDone = state.withLock { state in
                if !state.isCancelled { state.watchers.append(continuation) }
                return state.isCancelled
            }
            if isDone { continuation.resume() }
        }
    }

    /// How much was pulled by the time the server had answered twenty questions of `other` in a row without pulling more,
    /// or `limit`: with every answer its thread had another turn at this body.
    func stalls(below limit: Int, while other: RawClient) async -> Int {
        var seen = 0
        var quiet = 0
        while quiet < 20, seen < limit {
            other.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            guard await other.answer().status == 200 else { return limit }
            let now = pulled
            quiet = now == seen && now > 0 ? quiet + 1 : 0
            seen = now
        }
        return seen
    }
}
