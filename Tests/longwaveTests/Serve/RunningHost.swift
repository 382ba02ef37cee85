import Fakes
import FoundationEssentials
import Model
import Networking

@testable import longwave

/// A whole host in this process, with the real engine, network, storage and server, and stations of the test's own.
struct RunningHost {
    /// What the host said to a command.
    struct Answer {
        let status: Int
        let verdict: String?
        let reason: String?
        let phase: String?
        let took: Duration
    }

    let client: ControlClient
    let log: KeptLog

    /// Runs a host with `stations` (ID to addresses, all trusted as of the LAN) beside `body`.
    static func with<Result: Sendable>(
        stations: [(id: String, addresses: [String])],
        output: OutputName,
        pulse: PrivatePulse,
        body: sending @escaping (RunningHost) async throws -> sending Result
    ) async throws -> Result {
        let folder = TemporaryDirectory()
        let own = folder.file("stations")
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        try Data(file(stations).utf8).write(to: URL(filePath: "\(own)/own.json5"))
        var configuration = try Configuration(
            ServeOptions(),
            environment: ["HOME": folder.path],
            executable: "/none",
            exists: { _ in false },
            read: { _ in nil }
        )
        configuration.state = folder.file("state")
        configuration.ownStations = own
        configuration.port = 0
        configuration.bind = IPAddress("127.0.0.1")
        configuration.output = output
        configuration.pulseServer = pulse.server
        configuration.pulseServer = pulse.server
        let log = KeptLog()
        let host = Host(configuration: configuration, clock: SystemClock(), randomness: .system, log: log)
        let (stop, stopping) = AsyncStream.makeStream(of: Int32.self)
        let (addresses, started) = AsyncStream.makeStream(of: Int.self)
        async let running: Void = host.run(until: stop, started: { port, _ in started.yield(port) })
        for await port in addresses {
            let client = ControlClient(
                base: .address(host: "127.0.0.1", port: port),
                token: nil,
                userAgent: "test",
                resolver: SystemResolver()
            )
            defer { stopping.yield(0) }
            let result = try await body(RunningHost(client: client, log: log))
            stopping.yield(0)
            try await running
            return result
        }
        try await running
        throw CancellationError()
    }

    /// POSTs a command to the player and waits for its verdict.
    func command(_ act: String, _ body: String = "{}") async throws -> Answer {
        let clock = ContinuousClock()
        let start = clock.now
        let answer = try await client.send("POST", "/v1/players/main/\(act)", json: Array(body.utf8))
        struct Wire: Decodable {
            struct Player: Decodable { let phase: String }
            let verdict: String?
            let reason: String?
            let player: Player?
        }
        let wire = try JSONDecoder().decode(Wire.self, from: Data(answer.body))
        return Answer(
            status: answer.status,
            verdict: wire.verdict,
            reason: wire.reason,
            phase: wire.player?.phase,
            took: clock.now - start
        )
    }

    private static func file(_ stations: [(id: String, addresses: [String])]) -> String {
        let entries = stations.map { station in
            let streams = station.addresses.map {
                "{ url: '\($0)', codec: 'mp3', kind: 'icecast', grade: 'A', checked: null }"
            }
            return """
                { id: '\(station.id)', name: '\(station.id)', country: 'GB', language: ['en'], tags: [],
                  state: 'active', trust: 'lan', streams: [\(streams.joined(separator: ", "))] }
                """
        }
        return "{ stations: [\n\(entries.joined(separator: ",\n"))\n] }\n"
    }
}

extension RunningHost {
    /// The phases that the host tells, each once per change, until it tells `last`; and the code of the last notice.
    func phases(until last: String) async throws -> ([String], notice: String?) {
        struct Wire: Decodable {
            struct Player: Decodable {
                struct Notice: Decodable { let code: String }
                let phase: String
                let notice: Notice?
            }
            let player: Player
        }
        var phases: [String] = []
        let response = try await client.open("GET", "/v1/events?topics=player")
        defer { response.body.cancel() }
        var text = ""
        while let bytes = try await response.body.next() {
            text += String(decoding: bytes, as: UTF8.self)
            while let end = text.firstRange(of: "\n") {
                let line = text[..<end.lowerBound]
                text = String(text[end.upperBound...])
                guard line.hasPrefix("data: {\"player\"") else { continue }
                let player = try JSONDecoder().decode(Wire.self, from: Data(line.dropFirst(6).utf8)).player
                if phases.last != player.phase { phases.append(player.phase) }
                if player.phase == last { return (phases, player.notice?.code) }
            }
        }
        return (phases, nil)
    }
}
