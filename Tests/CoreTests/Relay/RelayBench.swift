import Fakes
import Model

@testable import Core

/// A relay among fakes, and what it reported.
struct RelayBench: Sendable {
    let client = ScriptedHTTPClient()
    let resolver = ScriptedResolver()
    let xml = ScriptedXML()
    let clock = ManualClock()
    let log = KeptLog()
    let relay: Relay
    private let heard = Lock<[RelayEvent]>([])

    init() {
        relay = Relay(
            client: client,
            resolver: resolver,
            xml: xml,
            cipher: ScriptedCipher(),
            clock: clock,
            randomness: .seeded(1),
            log: log
        )
        for name in ["a.example", "b.example", "c.example"] { resolver.script(name, ["203.0.113.1"]) }
    }

    var events: [RelayEvent] { heard.withLock { $0 } }

    func grant(
        _ addresses: [String],
        trust: StationTrust = .open,
        kinds: [StreamKind] = [],
        hosts: [String] = [],
        charset: String? = nil,
        isLive: Bool = true,
        id: Int = 1
    ) async -> RelayGrant {
        let streams = addresses.enumerated().compactMap { index, text in
            StreamAddress(text).map { address in
                StationStream(
                    address: address,
                    codec: nil,
                    bitrateKbps: nil,
                    kind: index < kinds.count ? kinds[index] : .icecast,
                    grade: .a,
                    checked: nil,
                    hosts: hosts
                )
            }
        }
        let stream = ResolvedStream(
            media: .station("us.example"),
            title: "Radio Example",
            subtitle: nil,
            streams: streams,
            isLive: isLive,
            trust: trust,
            charset: charset,
            silenceLimit: nil
        )
        let heard = heard
        return await relay.grant(stream, for: PlayID(id)) { event in heard.withLock { $0.append(event) } }
    }

    func open(_ grant: RelayGrant, wantsTitles: Bool = false) async -> RelayAnswer {
        await relay.open(grant.token, Self.request(wantsTitles: wantsTitles))
    }

    /// From this machine where `text` is no address.
    static func request(
        from text: String = "127.0.0.1",
        isHead: Bool = false,
        wantsTitles: Bool = false
    ) -> RelayRequest {
        RelayRequest(client: IPAddress(text) ?? loopback, isHead: isHead, wantsTitles: wantsTitles)
    }

    private static let loopback: IPAddress = {
        guard let address = IPAddress(bytes: [127, 0, 0, 1]) else { preconditionFailure("four bytes are an address") }
        return address
    }()

    /// Scripts an answer of 200 that gives `steps`.
    @discardableResult
    func play(
        _ address: String,
        _ steps: [ScriptedBody.Step],
        headers: [(String, String)] = [("Content-Type", "audio/mpeg")]
    ) -> ScriptedBody {
        let body = ScriptedBody(steps)
        client.script(address, .answer(status: 200, headers: headers, body: body))
        return body
    }

    func status(_ address: String, _ status: Int, headers: [(String, String)] = []) {
        client.script(address, .answer(status: status, headers: headers, body: ScriptedBody([.end])))
    }

    /// Moves the clock to the next deadline as soon as somebody sleeps.
    func letTheDeadlinePass() async {
        await clock.sleepers(1)
        if let deadline = clock.nextDeadline { clock.advance(by: deadline - clock.now) }
    }
}

extension RelayAnswer {
    func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name.lowercased() }?.value }

    /// Everything until the body ends.
    func everything() async throws -> [UInt8] {
        var bytes: [UInt8] = []
        while let piece = try await body?.next() { bytes += piece }
        return bytes
    }
}
