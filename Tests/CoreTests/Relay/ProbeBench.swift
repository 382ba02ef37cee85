import Fakes
import Model

@testable import Core

/// A probe among fakes.
struct ProbeBench: Sendable {
    let client = ScriptedHTTPClient()
    let resolver = ScriptedResolver()
    let clock = ManualClock()
    let probe: StreamProbe

    init() {
        probe = StreamProbe(
            client: client,
            resolver: resolver,
            xml: ScriptedXML(),
            cipher: ScriptedCipher(),
            clock: clock,
            turns: HostTurns(clock: clock)
        )
        for name in ["a.example", "b.example", "c.example"] { resolver.script(name, ["203.0.113.1"]) }
    }

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

    func redirect(_ address: String, _ status: Int, to target: String) {
        client.script(
            address,
            .answer(status: status, headers: [("Location", target)], body: ScriptedBody([.end]))
        )
    }

    /// Checks the first stream of a station with these addresses.
    func check(_ address: String, as number: Int = 1) async -> StreamCheck {
        let station = Self.station("us.example", [address])
        return await probe.check(station.streams[0], of: station, as: number)
    }

    static func station(
        _ id: String,
        _ addresses: [String],
        codec: String? = nil,
        bitrateKbps: Int? = nil,
        kind: StreamKind = .icecast
    ) -> Station {
        guard let id = StationID(id) else { preconditionFailure("test data") }
        return Station(
            id: id,
            name: "Radio Example",
            country: "US",
            city: nil,
            languages: [],
            tags: [],
            homepage: nil,
            state: .active,
            successor: nil,
            charset: nil,
            silenceLimit: nil,
            streams: addresses.compactMap { StreamAddress($0) }.map {
                StationStream(
                    address: $0,
                    codec: codec,
                    bitrateKbps: bitrateKbps,
                    kind: kind,
                    grade: .a,
                    checked: nil
                )
            },
            trust: .open,
            external: [:]
        )
    }
}
