import Core
import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Server

/// The OpenAPI document and the routes say the same. (The running host is held to it by Tests/Host.)
struct ContractTests {
    private static let docs =
        String(#filePath.prefix(through: #filePath.firstRange(of: "/Tests/")?.lowerBound ?? #filePath.startIndex))
        + "docs/"

    private static func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: URL(filePath: docs + name)))
    }

    private static func document() throws -> JSONValue { try JSONValue(bytes("openapi.json")) }

    /// A bench on which every example of the document finds what it names.
    private func furnished() async throws -> Bench {
        let bench = Bench()
        _ = try await bench.ownerToken()
        _ = await bench.ask(.post, "/v1/players/main/stop")
        bench.grants.withLock {
            $0["0123456789abcdef0123456789abcdef"] = StreamTests.answer(ScriptedBody([.end]))
        }
        return bench
    }

    @Test func everyRouteIsDescribedAndEveryDescriptionIsARoute() throws {
        let paths = try #require(Self.document()["paths"])
        let described = paths.names.flatMap { path in
            (paths[path]?.names ?? []).map { "\($0.uppercased()) \(path)" }
        }
        let routes = Bench().site.routes.map { "\($0.method.word) \($0.path)" }
        #expect(Set(described) == Set(routes))
        #expect(described.count == Set(described).count)
    }

    @Test func everyRouteAnswersAsDescribed() async throws {
        let paths = try #require(Self.document()["paths"])
        for path in paths.names {
            for method in paths[path]?.names ?? [] {
                let operation = try #require(paths[path]?[method])
                let target = Self.target(path)
                let good = Self.body(path)
                let local = Request.Peer.local
                let loopback = Request.Peer.network(try #require(IPAddress("127.0.0.1")))
                let verb = Request.Method(method.uppercased())
                let bench = try await furnished()
                let owner = await bench.ask(verb, target, body: good, peer: path.hasPrefix("/relay") ? loopback : local)
                #expect(owner.status != 404 && owner.status != 501, "\(method) \(path)")
                var answers = [owner]
                for body in ["{", #"{"nonsense":1}"#] where verb == .post {
                    answers.append(await bench.ask(verb, target, body: body, peer: local))
                }
                if verb == .post {
                    answers.append(await bench.ask(verb, target, ["Content-Type": "text/x"], body: "x", peer: local))
                }
                answers.append(await bench.ask(verb, target, body: good))
                answers.append(await bench.ask(verb, target, ["Host": "evil.example"], body: good))
                answers.append(await bench.ask(verb, target, ["Origin": "null"], body: good))
                let documented = Set(operation["responses"]?.names ?? [])
                for answer in answers {
                    #expect(documented.contains(String(answer.status)), "\(method) \(path) answered \(answer.status)")
                    Self.close(answer)
                }
            }
        }
    }

    /// The path with values that the bench knows, and the parameters that must be there.
    private static func target(_ path: String) -> String {
        let values = [
            "{player}": "main", "{operation}": OperationID.numbered(1).description, "{station}": "us.wsum",
            "{token}": "0707070707070707", "{grant}": "0123456789abcdef0123456789abcdef",
        ]
        let parts = path.split(separator: "/").map { values[String($0)] ?? String($0) }
        return "/" + parts.joined(separator: "/") + (path.hasSuffix("/resolve") ? "?q=wsum" : "")
    }

    /// A body that the route takes.
    private static func body(_ path: String) -> String {
        switch path.split(separator: "/").last {
        case "play": #"{"media":"station:us.wsum"}"#
        case "volume": #"{"volume":40}"#
        case "mute": #"{"muted":true}"#
        case "transfer": #"{"output":"auto"}"#
        case "redeem": #"{"code":"12345678","label":"Phone"}"#
        default: ""
        }
    }

    private static func close(_ response: Response) {
        if case .stream(let outflow, _) = response.body { outflow.cancel() }
    }
}
