import Fakes
import Model
import Networking
import Providers
import Testing

@testable import longwave

/// The open directory over real TLS and HTTP, on loopback only: the names lead to addresses of the documentation range,
/// and those to ports of this test.
@Suite(.timeLimit(.minutes(3)))
struct RadioBrowserWireTests {
    private static let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"
    private static let names = [FakeRadioBrowser.entrance] + FakeRadioBrowser.servers

    private let fake = FakeRadioBrowser()

    init() { fake.add(FakeRadioBrowser.Row(Self.uuid, "Jazz Radio", "https://jazz.example/live")) }

    /// Runs `body` with a directory whose servers are `fake`; `wrong` shows a certificate of another name.
    private func with(
        wrong: String? = nil,
        _ body: (RadioBrowser, CannedServer) async throws -> Void
    ) async throws {
        let fake = fake
        let server = CannedServer { fake.answer($0) }
        defer { server.stop() }
        let authority = try await CertificateAuthority()
        var fronts: [TLSFront] = []
        var ports: [IPAddress: Int] = [:]
        let resolver = ScriptedResolver()
        for (index, name) in Self.names.enumerated() {
            let certificate = try await authority.certificate(for: name == wrong ? "other.example" : name)
            let front = try TLSFront(to: server.port, certificate: certificate)
            fronts.append(front)
            let address = "203.0.113.\(index + 1)"
            resolver.script(name, [address])
            if let address = IPAddress(address) { ports[address] = front.port }
        }
        let loopback = try #require(IPAddress("127.0.0.1"))
        let client = CurlClient(
            userAgent: Version.userAgent,
            caBundle: authority.bundle,
            dialer: { [ports] address, port in (loopback, ports[address] ?? port) }
        )
        defer { client.close() }
        let directory = RadioBrowser(
            client: client,
            resolver: resolver,
            clock: SystemClock(),
            randomness: .system,
            log: KeptLog(),
            keeper: RadioBrowser.Keeper(read: { nil }, write: { _ in })
        )
        try await body(directory, server)
        for front in fronts { front.stop() }
    }

    @Test func aSearchAndAStartNameTheProductAndCountOnce() async throws {
        let id = try #require(OpenStationID(uuid: Self.uuid))
        try await with { directory, server in
            let found = try await directory.search("jazz")
            #expect(found.stations.map(\.name) == ["Jazz Radio"])
            await directory.willPlay(id)
            let station = try await directory.resolve(id)
            #expect(station.stream.address.requestAddress == "https://jazz.example/live")
            while !server.requests.contains(where: { $0.head.path == "/json/url/\(Self.uuid)" }) { await Task.yield() }
            let paths = server.requests.map(\.head.path)
            #expect(paths == ["/json/servers", "/json/stations/search", "/json/url/\(Self.uuid)"])
            for request in server.requests { #expect(request.head.header("User-Agent") == Version.userAgent) }
        }
    }

    @Test(arguments: FakeRadioBrowser.servers)
    func aServerThatFailsOrIsAnotherGivesWay(name: String) async throws {
        fake.set(.html, of: name)
        let other = FakeRadioBrowser.servers.first { $0 != name }
        try await with(wrong: other) { directory, server in
            let found = try await directory.search("jazz")
            #expect(found.stations.count == 1)
            #expect(server.requests.allSatisfy { $0.head.header("Host") != other }, "its certificate is not its own")
        }
    }
}
