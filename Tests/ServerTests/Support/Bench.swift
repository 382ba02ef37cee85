import Core
import Fakes
import FoundationEssentials
import Model

@testable import Server

enum ManualDate { static let start = Date(timeIntervalSince1970: 1_800_000_000) }

/// A whole server over fakes: asked directly, or through real sockets after ``listen()``.
final class Bench: Sendable {
    let clock = ManualClock()
    let events = EventFeed()
    let player: FakePlayer
    let stores = MemoryStores()
    let tokens = MemoryTokenStore()
    let pairing: Pairing
    let site: Site
    let server: HTTPServer
    let log = KeptLog()
    /// What `/relay/<grant>` finds.
    let grants: Lock<[String: RelayAnswer]>
    let relayRequests = Lock<[RelayRequest]>([])

    init(
        web: String? = nil,
        limits: Limits = Limits(),
        stations: StationCatalogue = .example,
        isOnLink: @escaping @Sendable (IPAddress) -> Bool = { _ in true }
    ) {
        let player = FakePlayer(events: events)
        let grants = Lock<[String: RelayAnswer]>([:])
        let relayRequests = relayRequests
        let hash: @Sendable ([UInt8]) -> [UInt8] = { Bench.hash($0) }
        self.player = player
        self.grants = grants
        self.pairing = Pairing(
            tokens: tokens,
            clock: clock,
            randomness: Randomness { Array(repeating: 7, count: $0) },
            hash: hash,
            events: events
        )
        let site = Site(
            ServerContext(
                identity: HostIdentity(
                    id: "h1",
                    name: "kitchen",
                    version: "0.1",
                    epoch: "e1",
                    hostNames: ["kitchen"],
                    configuredNames: ["radio.example"]
                ),
                players: [player],
                relay: { token, request in
                    relayRequests.withLock { $0.append(request) }
                    return grants.withLock { $0[token] } ?? RelayAnswer(status: 404, headers: [], body: nil)
                },
                pairing: pairing,
                stations: FixedStations(stations),
                receipts: stores,
                streamMoves: stores,
                events: events,
                clock: clock,
                hash: hash,
                isOnLink: isOnLink,
                status: HostStatus(
                    features: {
                        [Feature("storage", .ready), Feature("engine", .off, reason: "There is no sound card.")]
                    },
                    health: { [HealthCheck("reachable", isGood: true, seen: "The last fetch worked.")] },
                    residentBytes: { 12_000_000 }
                ),
                webFolder: web
            )
        )
        self.site = site
        self.server = HTTPServer(
            responder: site,
            limits: limits,
            clock: clock,
            log: log,
            counted: { site.counters.answered($0) }
        )
    }

    deinit { server.stop() }

    /// A stand-in for SHA-256: 32 bytes that depend on every byte.
    static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var state: UInt64 = 0xcbf2_9ce4_8422_2325
        for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01b3 }
        return (0..<32).map { UInt8(truncatingIfNeeded: state >> UInt64($0 % 8 * 8)) ^ UInt8($0) }
    }

    /// Listens on a free port of 127.0.0.1.
    func listen() throws -> Int {
        guard let loopback = IPAddress("127.0.0.1") else { preconditionFailure("an address") }
        return try server.listen(on: .address(loopback, port: 0))
    }

    /// A token that an owner holds.
    func ownerToken() async throws -> String {
        let code = await pairing.beginCode()
        return try await pairing.redeem(code.code, label: "Phone", from: nil).token
    }

    /// Asks without a socket, as somebody on the local network.
    func ask(
        _ method: Request.Method = .get,
        _ target: String,
        _ headers: [String: String] = [:],
        body: String = "",
        peer: Request.Peer? = nil
    ) async -> Response {
        var fields = HTTPHeaders()
        for (name, value) in ["Host": "kitchen:1980"].merging(headers, uniquingKeysWith: { $1 }) {
            fields.add(name, Array(value.utf8))
        }
        if !body.isEmpty, fields["content-type"] == nil { fields.add("content-type", Array("application/json".utf8)) }
        let parts = target.split(separator: "?", maxSplits: 1)
        let query: [(name: String, value: String)] =
            parts.count < 2
            ? []
            : parts[1].split(separator: "&").map { pair in
                let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
                return (name: String(halves[0]), value: halves.count > 1 ? String(halves[1]) : "")
            }
        let request = Request(
            method: method,
            path: String(parts[0]),
            query: query,
            headers: fields,
            peer: peer ?? .network(IPAddress("192.168.1.20") ?? .anyVersion4),
            body: Array(body.utf8)
        )
        if let refusal = site.refusal(of: request) { return refusal }
        switch site.answer(request) {
        case .now(let response): return response
        case .later(let make): return await make()
        }
    }
}

struct FixedStations: StationDirectory {
    private let fixed: StationCatalogue

    init(_ catalogue: StationCatalogue) { self.fixed = catalogue }

    func catalogue() async -> StationCatalogue { fixed }
    func changes() async -> AsyncStream<Int> { AsyncStream { $0.finish() } }
}

extension Response {
    var bytes: [UInt8] {
        switch body {
        case .bytes(let bytes): bytes
        case .file(let file, let offset, let length): Array((file.bytes() ?? [])[offset..<offset + length])
        case .none, .stream: []
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    /// The body as JSON; null where it is none.
    var json: JSONValue {
        // try?: a body that is no JSON fails the expectation on what is read from it.
        (try? JSONValue(bytes)) ?? .null
    }
}

extension JSONValue {
    var string: String? { if case .string(let text) = self { text } else { nil } }
    var number: Double? { if case .number(let number) = self { number } else { nil } }
    var bool: Bool? { if case .bool(let flag) = self { flag } else { nil } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }
}

extension StationCatalogue {
    static let example = catalogue([
        station("us.wsum", "WSUM 91.7 FM", "US", "Madison", ["college", "freeform"]),
        station("de.nova", "Radio Übersee", "DE", "Hamburg", ["jazz"]),
        station("xx.demo", "Demo", "US", nil, [], trust: .lan),
        station("fr.gone", "Radio Ancien", "FR", "Lyon", [], state: .retired, successor: "de.nova"),
    ])

    static func catalogue(_ stations: [Station], revision: Int = 4) -> StationCatalogue {
        StationCatalogue(
            stations: stations,
            aliases: StationID("us.wsum").map {
                [StationAlias(alias: "wsum-fm", target: $0, reason: "rename", date: "2026-01-01")]
            } ?? [],
            lists: [],
            problems: [CatalogueProblem(file: "mine.json5", reason: "line 3: a name is missing")],
            revision: revision,
            fold: { String($0.lowercased().map { $0 == "ü" ? "u" : $0 }) }
        )
    }

    static func station(
        _ id: String,
        _ name: String,
        _ country: String,
        _ city: String?,
        _ tags: [String],
        state: StationState = .active,
        successor: String? = nil,
        trust: StationTrust = .open
    ) -> Station {
        guard let id = StationID(id),
            let address = StreamAddress("https://user:secret@stream.example/live?token=canary")
        else { preconditionFailure("test data") }
        return Station(
            id: id,
            name: name,
            country: country,
            city: city,
            languages: ["en"],
            tags: tags,
            homepage: nil,
            state: state,
            successor: successor.flatMap { StationID($0) },
            charset: nil,
            silenceLimit: nil,
            streams: [
                StationStream(
                    address: address,
                    codec: "mp3",
                    bitrateKbps: 192,
                    kind: .icecast,
                    grade: .a,
                    checked: nil
                )
            ],
            trust: trust,
            external: [:]
        )
    }
}
