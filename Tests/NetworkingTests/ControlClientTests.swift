import Fakes
import Model
import Networking
import Testing

@Suite(.timeLimit(.minutes(3)))
struct ControlClientTests {
    private let folder = ScratchFolder()

    @Test func aRequestGoesOverTheUnixSocket() async throws {
        let server = CannedServer(path: folder.file("control")) { _ in .json(#"{"verdict": "confirmed"}"#) }
        defer { server.stop() }
        let client = client(.unixSocket(folder.file("control")))
        defer { client.close() }
        let answer = try await client.send(
            "POST",
            "/v1/players/main/play",
            json: Array(#"{"media": "station:us.wsum"}"#.utf8),
            headers: [("Prefer", "wait=8")]
        )
        #expect(answer.status == 200)
        #expect(answer.headers["content-type"] == "application/json")
        #expect(String(decoding: answer.body, as: UTF8.self) == #"{"verdict": "confirmed"}"#)

        let received = try #require(server.requests.first)
        let (head, body) = (received.head, received.body)
        #expect(head.method == "POST")
        #expect(head.target == "/v1/players/main/play")
        #expect(head.header("Host") == "localhost")
        #expect(head.header("Content-Type") == "application/json")
        #expect(head.header("Prefer") == "wait=8")
        #expect(head.header("Authorization") == nil)
        #expect(String(decoding: body, as: UTF8.self) == #"{"media": "station:us.wsum"}"#)
    }

    @Test(arguments: ["127.0.0.1", "localhost"])
    func aRequestGoesToAnAddress(host: String) async throws {
        let server = CannedServer { _ in .json("{}", status: "404 Not Found") }
        defer { server.stop() }
        let client = client(.address(host: host, port: server.port), token: "secret-token")
        defer { client.close() }
        let answer = try await client.send("GET", "/v1/stations/resolve?q=Zürich radio#1")
        #expect(answer.status == 404, "the status is an answer, not a fault")
        let head = try #require(server.requests.first?.head)
        #expect(head.target == "/v1/stations/resolve?q=Z%C3%BCrich%20radio%231")
        #expect(head.header("Authorization") == "Bearer secret-token")
        #expect(head.header("Host") == "\(host):\(server.port)")
        #expect(!head.target.contains("secret"))
    }

    @Test(arguments: ["POST", "PUT", "DELETE"])
    func anEmptyBodyIsSentAsOne(method: String) async throws {
        let server = CannedServer { _ in .json("{}") }
        defer { server.stop() }
        let client = client(.address(host: "127.0.0.1", port: server.port))
        defer { client.close() }
        _ = try await client.send(method, "/v1/players/main/stop", json: [])
        let received = try #require(server.requests.first)
        let (head, body) = (received.head, received.body)
        #expect(head.method == method)
        #expect(head.header("Content-Length") == "0")
        #expect(body.isEmpty)
    }

    @Test func eventsAreReadAsTheyCome() async throws {
        let server = CannedServer { _ in
            .init(
                "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\nevent: player\ndata: {}\n\n",
                staysOpen: true
            )
        }
        defer { server.stop() }
        let client = client(.address(host: "127.0.0.1", port: server.port))
        defer { client.close() }
        let events = try await client.open("GET", "/v1/events?topics=player")
        #expect(events.headers["content-type"] == "text/event-stream")
        var text: [UInt8] = []
        while text.suffix(2) != [10, 10] { text += try #require(try await events.body.next()) }
        #expect(String(decoding: text, as: UTF8.self) == "event: player\ndata: {}\n\n")
        events.body.cancel()
        try await server.ending(of: "/v1/events")
    }

    @Test func nobodyListeningIsRefused() async throws {
        let absent = client(.unixSocket(folder.file("absent")))
        defer { absent.close() }
        await #expect(throws: HTTPFault.connectionRefused) { try await absent.send("GET", "/v1/host") }
        let server = CannedServer { _ in .json("{}") }
        server.stop()
        let gone = client(.address(host: "127.0.0.1", port: server.port))
        defer { gone.close() }
        await #expect(throws: HTTPFault.connectionRefused) { try await gone.send("GET", "/v1/host") }
    }

    @Test func anAnswerWithoutEndIsGivenUp() async throws {
        let server = CannedServer { _ in
            .init(
                "HTTP/1.1 200 OK\r\n\r\n" + String(repeating: "x", count: ControlClient.bodyLimit + 1),
                staysOpen: true
            )
        }
        defer { server.stop() }
        let client = client(.address(host: "127.0.0.1", port: server.port))
        defer { client.close() }
        await #expect(throws: HTTPFault.malformedResponse) { try await client.send("GET", "/v1/host") }
        try await server.ending(of: "/v1/host")
    }

    private func client(_ base: ControlClient.Base, token: String? = nil) -> ControlClient {
        ControlClient(base: base, token: token, userAgent: "longwave/test", resolver: SystemResolver())
    }
}
