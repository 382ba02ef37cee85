import Testing

@testable import Server

/// What goes over the wire, byte for byte.
struct ProtocolTests {
    /// One request on a fresh connection, what is answered, and whether the connection ends.
    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let request: String
        let status: Int
        let closes: Bool
        /// The library answers by itself; everything else that is refused is a problem in our words.
        let isOfTheLibrary: Bool

        var testDescription: String { name }

        init(_ name: String, _ request: String, _ status: Int, closes: Bool, isOfTheLibrary: Bool = false) {
            self.isOfTheLibrary = isOfTheLibrary
            self.name = name
            self.request = request
            self.status = status
            self.closes = closes
        }
    }

    static let play = "POST /v1/players/main/play HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    static let get = "GET /v1/players/main HTTP/1.1\r\nHost: localhost\r\n"

    @Test(
        arguments: [
            Case("a plain GET", "\(get)\r\n", 200, closes: false),
            Case("HTTP/1.0", "GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n", 200, closes: true),
            Case("no Host", "GET /healthz HTTP/1.1\r\n\r\n", 400, closes: true),
            Case("no Host in a later version", "GET /healthz HTTP/1.2\r\n\r\n", 400, closes: true),
            Case("a space in the path", "GET /healthz x HTTP/1.1\r\nHost: localhost\r\n\r\n", 400, closes: true),
            Case(
                "a space in the query",
                "GET /v1/stations?q=a b HTTP/1.1\r\nHost: localhost\r\n\r\n",
                400,
                closes: true
            ),
            Case(
                "spaces as they are sent",
                "GET /v1/stations?q=a+b%20c HTTP/1.1\r\nHost: localhost\r\n\r\n",
                200,
                closes: false
            ),
            Case("two Hosts", "\(get)Host: localhost\r\n\r\n", 400, closes: true),
            Case("a foreign Host", "GET /healthz HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403, closes: false),
            Case(
                "two lengths that differ",
                "\(play)Content-Length: 2\r\nContent-Length: 5\r\n\r\n{}xyz",
                400,
                closes: true
            ),
            Case(
                "two lengths that agree",
                "\(play)Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}",
                400,
                closes: true
            ),
            Case(
                "a length and a coding",
                "\(play)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
                400,
                closes: true
            ),
            Case("an unknown coding", "\(play)Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", 400, closes: true),
            Case("a signed length", "\(play)Content-Length: +2\r\n\r\n{}", 400, closes: true, isOfTheLibrary: true),
            Case(
                "a chunk size with a prefix",
                "\(play)Transfer-Encoding: chunked\r\n\r\n0x2\r\n{}\r\n0\r\n\r\n",
                400,
                closes: true,
                isOfTheLibrary: true
            ),
            Case("a chunked body", "\(play)Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n", 200, closes: false),
            Case(
                "a space before the colon",
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A : b\r\n\r\n",
                400,
                closes: true
            ),
            Case("a body too large by its length", "\(play)Content-Length: 10000000\r\n\r\n", 413, closes: true),
            Case(
                "a head too large",
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-A: \(String(repeating: "a", count: 100_000))\r\n\r\n",
                431,
                closes: true,
                isOfTheLibrary: true
            ),
            Case(
                "too many fields",
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\(String(repeating: "X-A: b\r\n", count: 5000))\r\n",
                431,
                closes: true,
                isOfTheLibrary: true
            ),
            Case(
                "a target too long",
                "GET /\(String(repeating: "a", count: 100_000)) HTTP/1.1\r\nHost: localhost\r\n\r\n",
                414,
                closes: true,
                isOfTheLibrary: true
            ),
            Case(
                "an unknown version",
                "GET /healthz HTTP/3.9\r\nHost: localhost\r\n\r\n",
                505,
                closes: true,
                isOfTheLibrary: true
            ),
            Case("an unknown method", "BREW /v1/players/main HTTP/1.1\r\nHost: localhost\r\n\r\n", 405, closes: false),
        ]
    )
    func answersAndKeepsOrEndsTheConnection(_ example: Case) async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send(example.request)
        let answer = await client.answer()
        #expect(answer.status == example.status)
        if example.status >= 400 {
            #expect(answer["content-type"] == (example.isOfTheLibrary ? nil : "application/problem+json"))
        }
        if example.closes {
            #expect(await client.isClosed())
        } else {
            client.send("\(Self.get)\r\n")
            #expect(await client.answer().status == 200)
        }
    }

    @Test func answersPipelinedRequestsInOrderBehindAnAsyncOne() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send(
            "\(Self.play)Content-Length: 2\r\n\r\n{}GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n\(Self.get)\r\n"
        )
        #expect(await client.answer().text.contains("\"operation\""))
        #expect(await client.answer().text == #"{"status":"ok"}"#)
        #expect(await client.answer().text.hasPrefix(#"{"player":{"#))
    }

    @Test func asksForABodyThatWaitsToBeAskedFor() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send("\(Self.play)Content-Length: 2\r\nExpect: 100-continue\r\n\r\n")
        #expect(await client.answer().status == 100)
        client.send("{}")
        #expect(await client.answer().status == 200)
    }

    @Test func refusesABodyTooLargeWithoutAskingForIt() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send("\(Self.play)Content-Length: 99999999\r\nExpect: 100-continue\r\n\r\n")
        let answer = await client.answer()
        #expect(answer.status == 413)
        #expect(answer.text.contains(#""code":"body_too_large""#))
        #expect(bench.player.commands.isEmpty)
    }

    @Test func countsAChunkedBody() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        let chunk = "4000\r\n\(String(repeating: " ", count: 0x4000))\r\n"
        client.send("\(Self.play)Transfer-Encoding: chunked\r\n\r\n" + String(repeating: chunk, count: 5) + "0\r\n\r\n")
        #expect(await client.answer().status == 413)
        #expect(bench.player.commands.isEmpty)
    }

    @Test func cutsAChunkedBodyWithoutEnd() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send("\(Self.play)Transfer-Encoding: chunked\r\n\r\n")
        let chunk = "4000\r\n\(String(repeating: " ", count: 0x4000))\r\n"
        var sent = 0
        while sent < 1000, client.send(chunk) { sent += 1 }
        #expect(sent < 1000)
    }

    @Test func answersHeadWithoutABody() async throws {
        let bench = Bench()
        let client = RawClient(port: try bench.listen())
        client.send("HEAD /v1/players/main HTTP/1.1\r\nHost: localhost\r\n\r\n\(Self.get)\r\n")
        let head = await client.answer(toHead: true)
        #expect(head.status == 200)
        let whole = await client.answer()
        #expect(head["content-length"] == String(whole.body.count))
    }

    @Test func sendsTheSecurityHeadersWithEveryAnswer() async throws {
        let bench = Bench()
        let port = try bench.listen()
        for path in ["/healthz", "/nothing", "/v1/tokens"] {
            let client = RawClient(port: port)
            client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
            let answer = await client.answer()
            #expect(answer["content-security-policy"]?.contains("require-trusted-types-for 'script'") == true)
            #expect(answer["x-content-type-options"] == "nosniff")
            #expect(answer["referrer-policy"] == "no-referrer")
            #expect(answer["access-control-allow-origin"] == nil)
        }
    }

    @Test func speaksIPv6Too() async throws {
        let bench = Bench()
        let port = try bench.server.listen(on: .everywhere(port: 0))
        let client = RawClient(port: port)
        client.send("\(Self.get)\r\n")
        #expect(await client.answer().status == 200)
    }
}
