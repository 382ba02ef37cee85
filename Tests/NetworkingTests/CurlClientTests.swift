import Fakes
import Glibc
import Model
import Testing

@testable import Networking

@Suite(.timeLimit(.minutes(3)))
struct CurlClientTests {
    /// Where a transfer ends, and how.
    enum End: Equatable, Sendable {
        case head(HTTPFault)
        case body(HTTPFault)
        /// A proper end after so many bytes, or any number.
        case proper(status: Int, bytes: Int?)
        /// Still flowing after 20,000 bytes.
        case flows(status: Int)
    }

    @Test(arguments: [
        (RadioFault.icecast, End.flows(status: 200)), (.icy, .flows(status: 200)), (.http10, .flows(status: 200)),
        (.chunked, .flows(status: 200)), (.mixedCase, .flows(status: 200)), (.burst, .flows(status: 200)),
        (.longValue, .flows(status: 200)), (.latin1Head, .flows(status: 200)), (.titlesUnasked, .flows(status: 200)),
        (.metaintNegative, .flows(status: 200)), (.metaintAbsurd, .flows(status: 200)), (.noType, .flows(status: 200)),
        (.htmlForBrowsers, .flows(status: 200)), (.slowHead, .flows(status: 200)),
        (.unauthorized, .proper(status: 401, bytes: 17)), (.forbidden, .proper(status: 403, bytes: 14)),
        (.notFound, .proper(status: 404, bytes: 14)), (.gone, .proper(status: 410, bytes: 9)),
        (.serverError, .proper(status: 500, bytes: 26)), (.busy, .proper(status: 503, bytes: 24)),
        (.icyNotFound, .proper(status: 404, bytes: 0)), (.redirect, .proper(status: 302, bytes: 10)),
        (.redirectLoop, .proper(status: 302, bytes: 10)), (.redirectToFile, .proper(status: 302, bytes: 10)),
        (.empty, .proper(status: 200, bytes: 0)), (.zeroLength, .proper(status: 200, bytes: 0)),
        (.html, .proper(status: 200, bytes: 48)), (.closesLater, .proper(status: 200, bytes: nil)),
        (.refused, .head(.connectionRefused)), (.closesAtOnce, .head(.dropped)),
        (.closesInHead, .head(.malformedResponse)), (.badStatusLine, .head(.malformedResponse)),
        (.badStatusCode, .head(.malformedResponse)), (.hugeHead, .head(.malformedResponse)),
        (.resetsLater, .body(.dropped)), (.cutChunk, .body(.dropped)), (.shortBody, .body(.dropped)),
        (.badChunk, .body(.dropped)),
    ])
    func eachAnswerEndsAsItShould(fault: RadioFault, end: End) async throws {
        let adjust = { (timing: inout FaultyRadioServer.Timing) in
            timing.after = 0.1
            timing.drip = 0.002
            timing.burst = 3
            // Ends well before 20,000 bytes.
            if case .body = end { timing.burst = 0.5 }
            if case .proper = end { timing.burst = 0.5 }
        }
        try await withRadio(adjust) { server, client in
            #expect(await outcome(of: fault, at: server, by: client) == end)
            #expect(server.requests.count == (fault == .refused ? 0 : 1), "nothing is repeated, no redirect followed")
        }
    }

    private func outcome(of fault: RadioFault, at server: FaultyRadioServer, by client: CurlClient) async -> End {
        let response: HTTPResponse
        do { response = try await client.send(request(server.address(of: fault))) } catch { return .head(error) }
        var count = 0
        do {
            while let bytes = try await response.body.next() {
                count += bytes.count
                if count >= 20_000 { return .flows(status: response.status) }
            }
        } catch { return .body(error) }
        return .proper(status: response.status, bytes: fault == .closesLater ? nil : count)
    }

    // MARK: What is sent

    @Test func requestSaysWhatItMustAndNoMore() async throws {
        try await withRadio { server, client in
            var asked = request("http://127.0.0.1:\(server.port)/x/../%7e/./html?a=%3d&b==../x/%2e%2e/")
            asked.headers = [
                ("Icy-MetaData", "1"), ("Accept", "audio/*"), ("X-Empty", ""), ("X-Forged", "a\r\nX-Evil: 1"),
            ]
            _ = try await client.send(asked)
            let head = server.requests[0].text
            #expect(
                head.hasPrefix("GET /x/../%7e/./html?a=%3d&b==../x/%2e%2e/ HTTP/1.1\r\n"),
                "not re-encoded: \(head)"
            )
            let names = head.split(separator: "\r\n").dropFirst().map { String($0.prefix { $0 != ":" }) }
            #expect(names.sorted() == ["Accept", "Host", "Icy-MetaData", "User-Agent", "X-Empty", "X-Forged"])
            #expect(server.requests[0].header("user-agent") == "longwave/test")
            #expect(server.requests[0].header("x-forged") == "aX-Evil: 1")
        }
    }

    @Test func aRequestMayBringItsOwnAgent() async throws {
        try await withRadio { server, client in
            var asked = request(server.address(of: .htmlForBrowsers))
            asked.headers = [("User-Agent", "Mozilla/5.0")]
            let response = try await client.send(asked)
            #expect(response.headers["Content-Type"] == "text/html")
            #expect(server.requests[0].text.matches(of: /(?i)user-agent:/).count == 1)
        }
    }

    @Test func credentialsGoIntoAHeaderOnly() async throws {
        try await withRadio { server, client in
            _ = try await client.send(request("http://user:s%3Acret@127.0.0.1:\(server.port)/html"))
            let sent = server.requests[0]
            #expect(sent.header("Authorization") == "Basic dXNlcjpzOmNyZXQ=")
            #expect(sent.header("Host") == "127.0.0.1:\(server.port)")
            #expect(sent.target == "/html")
            #expect(!sent.text.contains("cret"))
        }
    }

    // MARK: Where it connects

    @Test(arguments: ["radio.example", "127.0.0.1", "2130706433", "0x7f.1", "localhost", "[::1]"])
    func onlyTheDialledAddressIsConnectedTo(host: String) async throws {
        let server = try await radio()
        let decoy = try await radio()
        defer { server.stop() }
        defer { decoy.stop() }
        let port = server.port
        let client = CurlClient(userAgent: "longwave/test") { address, _ in
            (address == documentation ? loopback : address, port)
        }
        defer { client.close() }
        var asked = request("http://\(host):\(decoy.port)/html")
        asked.dial = [documentation]
        #expect(try await client.send(asked).status == 200)
        #expect(decoy.requests.isEmpty)
        #expect(server.requests.count == 1)
    }

    @Test func theNameIsKeptForTheServer() async throws {
        try await withRadio { server, client in
            _ = try await client.send(request("http://radio.example:\(server.port)/html"))
            #expect(server.requests[0].header("Host") == "radio.example:\(server.port)")
        }
    }

    @Test func theNextAddressIsTriedWhereOneRefuses() async throws {
        try await withRadio { server, client in
            var asked = request(server.address(of: .html))
            asked.dial = [IPAddress("::1"), IPAddress("127.0.0.2"), loopback].compactMap { $0 }
            let response = try await client.send(asked)
            #expect(response.status == 200)
        }
    }

    @Test func twoRequestsForOneNameKeepToTheirOwnAddresses() async throws {
        let servers = [try await radio(), try await radio()]
        defer { for server in servers { server.stop() } }
        let ports = servers.map(\.port)
        let client = CurlClient(userAgent: "longwave/test") { address, _ in
            (loopback, address == documentation ? ports[0] : ports[1])
        }
        defer { client.close() }
        for round in 0..<10 {
            var asked = request("http://radio.example/html")
            asked.dial = [round % 2 == 0 ? documentation : loopback]
            _ = try await client.send(asked)
        }
        #expect(servers.map(\.requests.count) == [5, 5])
    }

    /// In a process of its own: an environment belongs to all of a process.
    @Test func proxiesOfTheEnvironmentAreNotAsked() async {
        await #expect(processExitsWith: .success) {
            let proxy = try await radio()
            let server = try await radio()
            for name in ["http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            let client = CurlClient(userAgent: "longwave/test", connectLimit: .milliseconds(500))
            let response = try await client.send(request(server.address(of: .html)))
            try #require(response.status == 200)
            // No TLS is spoken there; what matters is who is connected to.
            await #expect(throws: HTTPFault.timedOut) {
                try await client.send(request("https://127.0.0.1:\(server.port)/"))
            }
            try #require(proxy.requests.isEmpty)
            try #require(server.requests.count == 1)
            client.close()
            server.stop()
            proxy.stop()
        }
    }

    @Test func withoutAnAddressNothingIsAsked() async {
        let client = CurlClient(userAgent: "longwave/test")
        defer { client.close() }
        var asked = request("http://localhost:1/")
        asked.dial = []
        await #expect(throws: HTTPFault.nameUnresolved) { try await client.send(asked) }
    }

    // MARK: What is received

    @Test func icyHeadIsReadAsOne() async throws {
        try await withRadio { server, client in
            let response = try await client.send(request(server.address(of: .icy)))
            #expect(response.status == 200)
            #expect(response.headers["icy-metaint"] == "4096")
            #expect(response.headers["content-type"] == "audio/mpeg")
        }
    }

    @Test func headerValuesAreBytesAndCut() async throws {
        try await withRadio { server, client in
            let latin1 = try await client.send(request(server.address(of: .latin1Head)))
            #expect(latin1.headers.bytes("ICY-Name") == [0x42, 0xe4] + Array("ren-Radio".utf8))
            let long = try await client.send(request(server.address(of: .longValue)))
            #expect(long.headers.bytes("icy-description")?.count == 1024)
        }
    }

    @Test func bodyIsDechunkedAndComplete() async throws {
        try await withRadio({ $0.burst = 3 }) { server, client in
            let tone = try await RadioAudio.tone()
            for (fault, titles) in [(RadioFault.icecast, false), (.chunked, false), (.chunked, true)] {
                var asked = request(server.address(of: fault))
                if titles { asked.headers.append(("Icy-MetaData", "1")) }
                let response = try await client.send(asked)
                var body = try await read(20_000, of: response.body)
                if titles {
                    #expect(response.headers["icy-metaint"] == "512")
                    #expect(body[512] == 3)
                    #expect(String(decoding: body[513..<540], as: UTF8.self) == "StreamTitle='Longwave - Tes")
                    body.removeSubrange(512..<(513 + 48))
                    #expect(body[1024] == 0)
                    body.removeSubrange(1024...)
                }
                let isSame = body.prefix(20_000).elementsEqual(tone.prefix(min(20_000, body.count)))
                #expect(isSame, "\(fault)")
            }
        }
    }

    // MARK: The thread

    @Test func anUnusedLoopHasNoThreadAndStartsNoneOnceItIsClosed() async throws {
        let loop = CurlLoop()
        #expect(!loop.isRunning)
        loop.close()
        let address = try #require(StreamAddress("http://127.0.0.1:9/"))
        let plan = TransferPlan(
            address: address,
            route: .addresses([loopback], port: 9),
            headers: [],
            userAgent: "longwave/test",
            caBundle: nil,
            connectLimit: .seconds(5)
        )
        await #expect(throws: HTTPFault.cancelled) { _ = try await CurlTransfer(plan: plan, on: loop).head() }
        #expect(!loop.isRunning)
    }

    // MARK: Back-pressure

    @Test func aReaderThatDoesNotPullStopsTheServer() async throws {
        let server = try await radio { $0.bitrateKbps = 10_000_000 }
        defer { server.stop() }
        let loop = CurlLoop()
        defer { loop.close() }
        let address = try #require(StreamAddress(server.address(of: .icecast)))
        let transfer = CurlTransfer(
            plan: TransferPlan(
                address: address,
                route: .addresses([loopback], port: server.port),
                headers: [],
                userAgent: "longwave/test",
                caBundle: nil,
                connectLimit: .seconds(5)
            ),
            on: loop
        )
        let body = TransferBody(transfer)
        _ = try await transfer.head()
        #expect(loop.isRunning)
        try await server.stall(of: "/icecast")
        #expect((1...CurlClient.bufferLimit).contains(transfer.buffered))

        // The stream goes on where it stopped, and again after a second stop.
        let tone = try await RadioAudio.tone()
        let bytes = try await read(10_000_000, of: body)
        let expected = (0...(bytes.count / tone.count)).flatMap { _ in tone }
        let isSame = bytes.elementsEqual(expected.prefix(bytes.count))
        #expect(isSame, "no byte lost, doubled or moved")
        #expect(transfer.buffered <= CurlClient.bufferLimit)
        body.cancel()
        #expect(try await server.ending(of: "/icecast").bytes >= 10_000_000)
    }

    // MARK: Ends

    @Test(arguments: [RadioFault.neverAnswers, .slowHead])
    func cancelBeforeTheHeadEndsTheTransfer(fault: RadioFault) async throws {
        try await withRadio { server, client in
            let task = Task { try await client.send(request(server.address(of: fault))) }
            _ = try await server.request(for: fault.path)
            task.cancel()
            await #expect(throws: HTTPFault.cancelled) { try await task.value }
            _ = try await server.ending(of: fault.path)
        }
    }

    @Test func aCancelledTaskSendsNothing() async throws {
        try await withRadio { server, client in
            let task = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return try await client.send(request(server.address(of: .html)))
            }
            await #expect(throws: HTTPFault.cancelled) { try await task.value }
            #expect(server.requests.isEmpty)
        }
    }

    @Test func cancelWhileWaitingForTheBodyEndsTheTransfer() async throws {
        try await withRadio { server, client in
            let body = try await client.send(request(server.address(of: .headOnly))).body
            let reader = Task { try await body.next() }
            body.cancel()
            await #expect(throws: HTTPFault.cancelled) { try await reader.value }
            await #expect(throws: HTTPFault.cancelled) { try await body.next() }
            _ = try await server.ending(of: "/headOnly")
            body.cancel()
        }
    }

    @Test func cancellingTheReadingTaskEndsTheTransfer() async throws {
        try await withRadio { server, client in
            let body = try await client.send(request(server.address(of: .headOnly))).body
            let reader = Task { try await body.next() }
            reader.cancel()
            await #expect(throws: HTTPFault.cancelled) { try await reader.value }
            _ = try await server.ending(of: "/headOnly")
        }
    }

    @Test func cancelOfAStoppedStreamEndsTheTransfer() async throws {
        try await withRadio({ $0.bitrateKbps = 10_000_000 }) { server, client in
            let body = try await client.send(request(server.address(of: .icecast))).body
            try await server.stall(of: "/icecast")
            body.cancel()
            _ = try await server.ending(of: "/icecast")
            await #expect(throws: HTTPFault.cancelled, "what was buffered is gone") { try await body.next() }
        }
    }

    @Test func aBodyLetGoEndsTheTransfer() async throws {
        try await withRadio { server, client in
            #expect(try await client.send(request(server.address(of: .icecast))).status == 200)
            _ = try await server.ending(of: "/icecast")
        }
    }

    @Test func closeEndsEverything() async throws {
        let server = try await radio()
        defer { server.stop() }
        let client = CurlClient(userAgent: "longwave/test")
        let sender = Task { try await client.send(request(server.address(of: .neverAnswers))) }
        let body = try await client.send(request(server.address(of: .headOnly))).body
        let reader = Task { try await body.next() }
        _ = try await server.request(for: "/neverAnswers")
        client.close()
        await #expect(throws: HTTPFault.cancelled) { try await sender.value }
        await #expect(throws: HTTPFault.cancelled) { try await reader.value }
        await #expect(throws: HTTPFault.cancelled) { try await client.send(request(server.address(of: .html))) }
        client.close()
    }

    @Test func aHandshakeThatNeverEndsTimesOut() async throws {
        let server = try await radio()
        defer { server.stop() }
        let client = CurlClient(userAgent: "longwave/test", connectLimit: .milliseconds(200))
        defer { client.close() }
        await #expect(throws: HTTPFault.timedOut) {
            try await client.send(request("https://127.0.0.1:\(server.port)/"))
        }
    }

    @Test func manyTransfersStartEndAndAreCancelledAtOnce() async throws {
        try await withRadio({ $0.bitrateKbps = 1_000_000 }) { server, client in
            let tone = try await RadioAudio.tone()
            let whole = try await withThrowingTaskGroup { group in
                for number in 0..<120 {
                    group.addTask {
                        let task = Task {
                            let body = try await client.send(request(server.address(of: .icecast))).body
                            return try await read(200_000, of: body)
                        }
                        guard number % 3 != 0 else {
                            for _ in 0..<(number * 10) { await Task.yield() }
                            task.cancel()
                            _ = await task.result
                            return true
                        }
                        let bytes = try await task.value
                        let expected = (0...(bytes.count / tone.count)).flatMap { _ in tone }
                        return bytes.elementsEqual(expected.prefix(bytes.count))
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(whole == 120)
        }
    }

    // MARK: TLS

    @Test func certificatesDecideAndDatesAreTold() async throws {
        let server = try await radio()
        defer { server.stop() }
        let authority = try await CertificateAuthority()
        let stranger = try await CertificateAuthority()
        let host = "radio.example"
        let cases: [(certificate: CertificateAuthority.Certificate, fault: HTTPFault?)] = [
            (try await authority.certificate(for: host), nil),
            (try await authority.certificate(for: "other.example"), .tlsFailed),
            (try await authority.certificate(for: host, validity: .past), .tlsFailed),
            (try await authority.certificate(for: host, validity: .future), .tlsNotYetValid),
            (try await authority.selfSigned(for: host), .tlsFailed),
            (try await stranger.certificate(for: host), .tlsFailed),
        ]
        let client = CurlClient(userAgent: "longwave/test", caBundle: authority.bundle)
        defer { client.close() }
        for (certificate, fault) in cases {
            let front = try TLSFront(to: server.port, certificate: certificate)
            defer { front.stop() }
            let asked = request("https://\(host):\(front.port)/icecast")
            let seen: HTTPFault?
            do {
                let response = try await client.send(asked)
                #expect(try await read(10_000, of: response.body).count >= 10_000)
                seen = nil
            } catch { seen = error }
            #expect(seen == fault, "\(certificate.certificate)")
        }
        #expect(server.requests.count == 1, "nothing is sent to a server that is not trusted")
    }

    @Test func theSystemDoesNotTrustTheTestsAuthority() async throws {
        let server = try await radio()
        defer { server.stop() }
        let front = try TLSFront(
            to: server.port,
            certificate: try await CertificateAuthority().certificate(for: "radio.example")
        )
        defer { front.stop() }
        let client = CurlClient(userAgent: "longwave/test")
        defer { client.close() }
        await #expect(throws: HTTPFault.tlsFailed) {
            try await client.send(request("https://radio.example:\(front.port)/icecast"))
        }
    }
}

private let loopback = address([127, 0, 0, 1])
/// An address of the documentation range: no packet to it ever leaves this host, since a dialer maps it.
private let documentation = address([198, 51, 100, 7])

private func address(_ bytes: [UInt8]) -> IPAddress {
    guard let address = IPAddress(bytes: bytes) else { preconditionFailure("no address") }
    return address
}

/// A request that dials 127.0.0.1.
private func request(_ text: String) -> HTTPRequest {
    guard let address = StreamAddress(text) else { preconditionFailure("no address: \(text)") }
    return HTTPRequest(address: address, dial: [loopback], headers: [])
}

private func radio(
    _ adjust: (inout FaultyRadioServer.Timing) -> Void = { _ in }
) async throws -> FaultyRadioServer {
    var timing = FaultyRadioServer.Timing()
    adjust(&timing)
    return FaultyRadioServer(tone: try await RadioAudio.tone(), silence: [], timing: timing)
}

/// A server and a client beside `body`; both end with it.
private func withRadio(
    _ adjust: (inout FaultyRadioServer.Timing) -> Void = { _ in },
    _ body: (FaultyRadioServer, CurlClient) async throws -> Void
) async throws {
    let server = try await radio(adjust)
    defer { server.stop() }
    let client = CurlClient(userAgent: "longwave/test")
    defer { client.close() }
    try await body(server, client)
}

/// At least `count` bytes, fewer only at the end.
private func read(_ count: Int, of body: any ByteSource) async throws(HTTPFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count, let more = try await body.next() { bytes += more }
    return bytes
}
