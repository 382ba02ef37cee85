import Core
import Fakes
import FoundationEssentials
import Model
import Networking
import Providers
import Testing

@testable import longwave

/// The whole command over real sockets, against servers that behave well and badly, on loopback only.
@Suite(.timeLimit(.minutes(3)))
struct StationsCheckTests {
    private let folder = ScratchFolder()
    private let said = KeptTerminal()

    private func file(_ stations: [(id: String, fields: String, addresses: [String])]) throws {
        try FileManager.default.createDirectory(atPath: folder.file("stations"), withIntermediateDirectories: true)
        let entries = stations.map { station in
            let streams = station.addresses.map { "{ url: '\($0)', \(station.fields) }" }
            return
                "{ id: '\(station.id)', name: '\(station.id)', trust: 'lan', streams: [\(streams.joined(separator: ","))] }"
        }
        try folder.write("{ stations: [\(entries.joined(separator: ",\n"))] }", to: "stations/own.json5")
    }

    private func run(
        _ options: CheckOptions,
        stop: AsyncStream<Int32> = AsyncStream.makeStream(of: Int32.self).stream
    ) async -> longwave.ExitStatus {
        let client = CurlClient(userAgent: "Longwave/test")
        defer { client.close() }
        let clock = SystemClock()
        return await StationsCheck(
            directory: RadioDirectory(
                shipped: folder.file("none"),
                own: folder.file("stations"),
                clock: clock,
                log: KeptLog()
            ),
            survey: StationSurvey(
                client: client,
                resolver: SystemResolver(),
                xml: XMLReader(),
                cipher: NettleCipher(),
                clock: clock,
                agent: "Longwave/test"
            ),
            file: folder.file("station-checks.json"),
            terminal: said.terminal,
            progress: nil
        ).run(options, until: stop)
    }

    private var kept: StationCheckFile { .read(folder.file("station-checks.json")) }

    @Test func itSaysWhatItHeardAndWhatDiffers() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try file([
            ("gb.good", "codec: 'mp3', bitrateKbps: 128", [server.address(of: .icecast)]),
            ("gb.other", "codec: 'aac', bitrateKbps: 64", [server.address(of: .http10, host: "localhost")]),
            ("gb.gone", "codec: 'mp3'", [server.address(of: .gone), server.address(of: .refused)]),
        ])
        let status = await run(CheckOptions(isAll: true))
        #expect(status == .failed, "one is dead")
        let lines = said.out.joined(separator: "\n").split(separator: "\n").map(String.init)
        #expect(
            lines.contains { $0.hasPrefix("gb.good  ") && $0.contains("as listed  mp3 128 kbit/s 48 kHz, on air: ") }
        )
        #expect(lines.contains { $0.hasPrefix("gb.other  ") && $0.contains("differs") })
        #expect(lines.contains { $0.hasSuffix(": mp3, listed as aac; 128 kbit/s, listed as 64") })
        #expect(
            lines.contains {
                $0.hasPrefix("  stream 1 of 2, http://127.0.0.1:") && $0.hasSuffix(": no sound: upstream_gone")
            }
        )
        #expect(lines.contains { $0.hasPrefix("  stream 2 of 2, ") && $0.hasSuffix(": no sound: connection_refused") })
        #expect(lines.last == "3 stations: 1 as listed, 1 differs, 1 dead.")
        #expect(kept.checks.keys.sorted() == ["gb.gone", "gb.good", "gb.other"])
        #expect(kept.checks["gb.good"]?.streams.first?.heard?.title?.isEmpty == false)
        #expect(kept.checks["gb.good"]?.by == "Longwave/test")
        for request in server.requests { #expect(request.header("User-Agent") == "Longwave/test") }
    }

    @Test func onlyTheNamedOnesAreAskedAndTheOthersAreKept() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try file([
            ("gb.one", "codec: 'mp3'", [server.address(of: .icecast)]),
            ("gb.two", "codec: 'mp3'", [server.address(of: .http10)]),
        ])
        #expect(await run(CheckOptions(ids: ["gb.one"])) == .confirmed)
        #expect(server.requests.map(\.path) == ["/icecast"])
        #expect(await run(CheckOptions(ids: ["gb.two"], json: true)) == .confirmed)
        #expect(kept.checks.keys.sorted() == ["gb.one", "gb.two"])
        #expect(said.out.suffix(2).first?.hasPrefix(#"{"station":"gb.two","at":"20"#) == true)
        #expect(
            said.out.last == #"{"stations":1,"asListed":1,"differs":0,"dead":0,"unread":0,"whole":true,"kept":true}"#
        )
    }

    @Test func anUnknownNameIsRefusedBeforeAnybodyIsAsked() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try file([("gb.one", "codec: 'mp3'", [server.address(of: .icecast)])])
        #expect(await run(CheckOptions(ids: ["gb.one", "gb.ona"])) == .refused)
        #expect(said.complaints == ["longwave: There is no station “gb.ona”. Near to it: gb.one (gb.one)."])
        #expect(server.requests.isEmpty && kept == StationCheckFile())
    }

    @Test func whereNothingAtAllIsReachedNothingIsKept() async throws {
        try file([
            ("gb.one", "codec: 'mp3'", ["http://one.invalid/"]), ("gb.two", "codec: 'mp3'", ["http://two.invalid/"]),
        ])
        #expect(await run(CheckOptions(isAll: true)) == .unconfirmed)
        #expect(said.complaints.count == 1 && said.firstComplaint.contains("this box's own network"))
        #expect(kept == StationCheckFile())
    }

    @Test func anEarlyEndKeepsWhatWasDone() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try file([
            ("gb.one", "codec: 'mp3'", [server.address(of: .icecast)]),
            ("gb.slow", "codec: 'mp3'", [server.address(of: .neverAnswers, host: "localhost")]),
        ])
        let (stop, stopping) = AsyncStream.makeStream(of: Int32.self)
        async let status = run(CheckOptions(isAll: true), stop: stop)
        _ = try await server.request(for: "/neverAnswers")
        while !said.out.contains(where: { $0.hasPrefix("gb.one") }) { await Task.yield() }
        stopping.yield(2)
        #expect(await status == .unconfirmed)
        #expect(said.out.last == "1 of 2 stations: 1 as listed.")
        #expect(kept.checks.keys.sorted() == ["gb.one"])
    }
}
