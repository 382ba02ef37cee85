import Core
import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Server

/// The documents hold: every route is in the OpenAPI document and answers as it says, and the examples of the
/// protocol's description are true.
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
                let target = Self.target(path, operation)
                let example = operation["requestBody"]?["content"]?["application/json"]?["example"]
                let good = example.map(Self.text) ?? ""
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
                answers.append(await bench.ask(verb, target + "?nonsense=1", body: good, peer: local))
                let documented = Set(operation["responses"]?.names ?? [])
                for answer in answers {
                    #expect(documented.contains(String(answer.status)), "\(method) \(path) answered \(answer.status)")
                    Self.close(answer)
                }
            }
        }
    }

    @Test func everyCodeIsDescribed() throws {
        // The words of the document, for codes that a client may meet.
        let text = String(decoding: try Self.bytes("openapi.json"), as: UTF8.self)
        for code in [
            "off_link", "foreign_host", "foreign_origin", "owner_required", "token_unknown", "malformed_json",
            "malformed_request", "body_too_large", "unsupported_media_type", "unknown_field", "wrong_type",
            "missing_field", "out_of_range", "untrusted_stream", "malformed_media", "one_media_only", "unknown_output",
            "unknown_parameter", "missing_parameter", "malformed_cursor", "cursor_expired", "unknown_topic",
            "unknown_player", "unknown_station", "unknown_operation", "unknown_token", "not_found",
            "pairing_code_wrong", "pairing_code_expired", "too_many_attempts", "storage_degraded", "storage_failed",
        ] { #expect(text.contains("`\(code)`"), "\(code)") }
    }

    @Test func theExamplesOfTheProtocolAreTrue() async throws {
        let text = String(decoding: try Self.bytes("protocol.md"), as: UTF8.self)
        let blocks = text.split(separator: "```http\n").dropFirst().map {
            $0.prefix(upTo: $0.firstRange(of: "```")?.lowerBound ?? $0.endIndex)
        }
        #expect(blocks.count >= 8)
        for block in blocks {
            let halves = block.split(separator: "\n\n", maxSplits: 1)
            let (asked, answered) = (halves[0].split(separator: "\n"), halves[1].split(separator: "\n", maxSplits: 1))
            let line = asked[0].split(separator: " ").map(String.init)
            let body = asked.first { $0.hasPrefix("{") }.map(String.init) ?? ""
            var headers: [String: String] = [:]
            for field in asked.dropFirst() where !field.hasPrefix("{") {
                let parts = field.split(separator: ": ", maxSplits: 1).map(String.init)
                headers[parts[0]] = parts[1]
            }
            let bench = try await furnished()
            let response = await bench.ask(Request.Method(line[0]), line[1], headers, body: body)
            #expect(String(response.status) == answered[0], "\(line)")
            let example = try JSONValue(Array(answered[1].utf8))
            for difference in Self.differences(example, response.json) { Issue.record("\(line): \(difference)") }
        }
    }

    /// What of `example` is not in `actual`; “…” and 0 stand for anything.
    private static func differences(_ example: JSONValue, _ actual: JSONValue, at path: String = "") -> [String] {
        switch (example, actual) {
        case (.object(let members), .object):
            return members.flatMap { member in
                actual[member.name].map { differences(member.value, $0, at: "\(path).\(member.name)") }
                    ?? ["\(path).\(member.name) is missing"]
            }
        case (.array(let elements), .array(let others)):
            return zip(elements, others).flatMap { differences($0, $1, at: "\(path)[]") }
        case (.string("…"), .string), (.number(0), .number): return []
        default: return example == actual ? [] : ["\(path) is \(actual), not \(example)"]
        }
    }

    /// The path with the document's own examples, and the parameters that must be there.
    private static func target(_ path: String, _ operation: JSONValue) -> String {
        var target = path
        var query: [String] = []
        for parameter in operation["parameters"]?.elements ?? [] where parameter["required"]?.bool == true {
            guard let name = parameter["name"]?.string, let example = parameter["example"]?.string else { continue }
            if parameter["in"]?.string == "query" {
                query.append("\(name)=\(example)")
            } else if let range = target.firstRange(of: "{\(name)}") {
                target.replaceSubrange(range, with: example)
            }
        }
        return query.isEmpty ? target : target + "?" + query.joined(separator: "&")
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let flag): flag ? "true" : "false"
        case .number(let number): String(Int(number))
        case .string(let text): "\"\(text)\""
        case .array(let elements): "[" + elements.map(text).joined(separator: ",") + "]"
        case .object(let members): "{" + members.map { "\"\($0.name)\":" + text($0.value) }.joined(separator: ",") + "}"
        }
    }

    private static func close(_ response: Response) {
        if case .stream(let outflow, _) = response.body { outflow.cancel() }
    }
}
