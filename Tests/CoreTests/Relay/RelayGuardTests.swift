import Fakes
import Model
import Testing

@testable import Core

/// Where a stream may lead, seen through the relay.
@Suite(.timeLimit(.minutes(3)))
struct RelayGuardTests {
    private let bench = RelayBench()
    private let audio = AudioBytes.mp3(frames: 12)

    private func code(_ addresses: [String], trust: StationTrust = .open) async -> FaultCode? {
        _ = await bench.open(await bench.grant(addresses, trust: trust))
        guard case .failed(let code) = bench.events.last else { return nil }
        return code
    }

    private func redirect(_ address: String, to location: String?, status: Int = 302) {
        bench.status(address, status, headers: location.map { [("Location", $0)] } ?? [])
    }

    @Test(arguments: [
        "http://a.example/live", "https://user:secret@a.example/live", "https://127.0.0.1/live",
        "https://[::1]/live", "https://192.168.1.1/live", "https://[fe80::1]/live", "https://inside.example/live",
    ])
    func anOpenStationIsNeverAskedThere(address: String) async {
        bench.resolver.script("inside.example", ["10.0.0.7", "::1"])
        #expect(await code([address]) == .addressRefused)
        #expect(bench.client.requests.isEmpty)
    }

    @Test(arguments: ["http://a.example/live", "http://user:secret@127.0.0.1:8000/live", "http://192.168.1.1/live"])
    func aTrustedStationIsPlayedThere(address: String) async throws {
        let listed = try #require(StreamAddress(address))
        bench.play(listed.requestAddress, [.bytes(audio)])
        #expect(await code([address], trust: .lan) == nil)
        #expect(bench.client.requests.first?.address == listed)
        #expect(bench.client.requests.first?.dial.count == 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func aRedirectIsFollowedAndItsTargetResolvedAnew(status: Int) async {
        redirect("https://a.example/live", to: "https://b.example:8443/x?sid=1%3d", status: status)
        bench.play("https://b.example:8443/x?sid=1%3d", [.bytes(audio)], headers: [("icy-metaint", "0")])
        #expect(await code(["https://a.example/live"]) == nil)
        #expect(bench.resolver.asked == ["a.example", "b.example"])
        #expect(bench.client.requests.map(\.address.target) == ["/live", "/x?sid=1%3d"])
    }

    @Test(arguments: [
        "http://a.example/other", "https://user:secret@b.example/", "file:///etc/passwd", "https://127.0.0.1/",
        "https://[::ffff:127.0.0.1]/", "https://169.254.169.254/latest", "https://inside.example/", "https://0.0.0.0/",
        "https://224.0.0.1/", "/moved-inside",
    ])
    func aRedirectNeverLeadsAstray(location: String) async {
        bench.resolver.script("inside.example", ["192.168.0.2"])
        if location == "/moved-inside" {
            // The name is rebound between the first request and the hop.
            bench.resolver.script("rebound.example", ["203.0.113.9"])
            bench.resolver.script("rebound.example", ["127.0.0.1"])
            redirect("https://rebound.example/live", to: location)
            #expect(await code(["https://rebound.example/live"]) == .redirectRefused)
        } else {
            redirect("https://a.example/live", to: location)
            #expect(await code(["https://a.example/live"]) == .redirectRefused)
        }
        #expect(bench.client.requests.count == 1)
    }

    @Test func sixHopsAndLoopsAndNowhere() async {
        for hop in 0..<6 { redirect("https://a.example/\(hop)", to: "/\(hop + 1)") }
        #expect(await code(["https://a.example/0"]) == .tooManyRedirects)
        #expect(bench.client.requests.count == 6)
        redirect("https://b.example/x", to: "https://b.example/y")
        redirect("https://b.example/y", to: "https://b.example/x")
        #expect(await code(["https://b.example/x"]) == .tooManyRedirects)
        redirect("https://c.example/x", to: nil)
        #expect(await code(["https://c.example/x"]) == .malformedResponse)
    }

    @Test func aTargetIsForgottenWithItsConnection() async {
        redirect("https://a.example/live", to: "https://b.example/session")
        bench.play("https://b.example/session", [.bytes(audio)])
        let grant = await bench.grant(["https://a.example/live"])
        _ = await bench.open(grant)
        _ = await bench.open(grant)
        #expect(
            bench.client.requests.map(\.address.host) == ["a.example", "b.example", "a.example", "b.example"]
        )
    }

    @Test func onlyTheFinalAnswerSaysWhetherTitlesAreInterleaved() async throws {
        bench.status("https://a.example/live", 302, headers: [("Location", "/final"), ("icy-metaint", "16")])
        bench.play("https://a.example/final", [.bytes(audio), .end])
        let answer = await bench.open(await bench.grant(["https://a.example/live"]), wantsTitles: true)
        #expect(answer.header("icy-metaint") == nil)
        #expect(try await answer.everything() == audio)
    }

    /// Whatever a stranger can see holds no credential and no path.
    @Test func noSecretLeavesTheRelay() async throws {
        let canaries = ["user", "secret", "?token", "hunter2", "session", "private-path"]
        let listed = "http://user:secret@a.example:8000/private-path?token=hunter2"
        let listedBare = "http://a.example:8000/private-path?token=hunter2"
        redirect(listedBare, to: "http://b.example/session?token=hunter2")
        bench.status("http://b.example/session?token=hunter2", 403)
        bench.play(listedBare.replacing("a.example", with: "c.example"), [.bytes(audio), .end])
        let grant = await bench.grant(
            [listed, listed.replacing("a.example", with: "c.example"), listed],
            trust: .lan
        )
        let answer = await bench.open(grant, wantsTitles: true)
        #expect(answer.status == 200)
        _ = try await answer.everything()
        let failing = await bench.open(await bench.grant([listed, listed], trust: .lan))
        #expect(failing.status == 502)
        let tally = await bench.relay.tally(of: PlayID(1))
        let seen =
            bench.events.map { "\($0)" } + bench.log.lines + ["\(answer.headers)", "\(failing.headers)"]
            + ["\(String(describing: tally))", "\(grant)", String(reflecting: grant), String(reflecting: bench.events)]
        for text in seen {
            for canary in canaries { #expect(!text.contains(canary), "\(canary) in \(text)") }
        }
        #expect(bench.log.lines.contains { $0.contains("http://a.example:8000") })
        // They do reach the server that they are for, and no other.
        #expect(bench.client.requests.first?.address.credentials?.password == "secret")
        for request in bench.client.requests {
            #expect((request.address.credentials != nil) == (request.address.host != "b.example"))
            #expect(!request.headers.contains { $0.value.contains("secret") })
        }
    }
}
