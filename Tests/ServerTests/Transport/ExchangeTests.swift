import Fakes
import Model
import Testing

@testable import Server

/// What happens to work whose request has ended.
struct ExchangeTests {
    @Test(.timeLimit(.minutes(3)))
    func endsAStreamThatComesTooLate() async throws {
        let body = ScriptedBody()
        let responder = LateResponder(body: body)
        let server = HTTPServer(responder: responder, clock: ManualClock(), log: KeptLog())
        let port = try server.listen(on: .address(try #require(IPAddress("127.0.0.1")), port: 0))
        let client = RawClient(port: port)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        for await _ in responder.begun.stream { break }
        server.stop()
        await #expect(throws: HTTPFault.cancelled) { try await body.next() }
        #expect(await client.isClosed())
    }
}

/// Answers with a stream, but only once its request has been given up.
private struct LateResponder: Responder {
    let body: ScriptedBody
    let begun = AsyncStream.makeStream(of: Void.self)
    private let never = AsyncStream.makeStream(of: Void.self)

    func refusal(of head: Request) -> Response? { nil }

    func answer(_ request: Request) -> Reply {
        .later { [body, begun, never] in
            begun.continuation.yield()
            for await _ in never.stream {}
            return Response(status: 200, body: .stream(PulledOutflow(body), length: nil))
        }
    }
}
