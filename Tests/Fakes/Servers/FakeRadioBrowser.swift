internal import FoundationEssentials
package import Model

/// radio-browser's servers as their documentation describes the wire, without a socket: an ``HTTPClient`` that answers
/// for `all.api.radio-browser.info` and the servers that it names. It shares nothing with the code under test.
package final class FakeRadioBrowser: HTTPClient {
    /// How one server misbehaves.
    package enum Fault: Sendable {
        case none
        /// 500 and a page.
        case broken
        /// 200 and a page instead of JSON.
        case html
        /// Never answers.
        case silent
        /// 302 to somewhere else.
        case redirects
        /// JSON that does not end.
        case endless
        case refuses
    }

    /// One row, with the fields that the documentation names.
    package struct Row: Sendable {
        package var uuid: String
        package var name: String
        package var url: String
        package var codec = "MP3"
        package var bitrate = 128
        package var hls = 0
        package var country = "DE"
        package var isBroken = false

        package init(_ uuid: String, _ name: String, _ url: String) {
            self.uuid = uuid
            self.name = name
            self.url = url
        }

        fileprivate var json: String {
            """
            {"changeuuid":"960e57c5-0601-11e8-ae97-52543be04c82","stationuuid":"\(uuid)","serveruuid":null,\
            "name":"\(name)","url":"\(url)","url_resolved":"http://edge7.example/session?token=abc",\
            "homepage":"https://radio.example/","favicon":"","tags":"jazz, soul","country":"The Former Land",\
            "countrycode":"\(country)","iso_3166_2":null,"state":"","language":"german","languagecodes":"de",\
            "votes":12,"lastchangetime_iso8601":"2026-09-01T00:00:00Z","codec":"\(codec)","bitrate":\(bitrate),\
            "hls":\(hls),"lastcheckok":\(isBroken ? 0 : 1),"lastchecktime_iso8601":"2026-11-29T00:00:00Z",\
            "clickcount":4,"clicktrend":0,"ssl_error":0,"geo_lat":null,"geo_long":null,"has_extended_info":false}
            """
        }
    }

    private struct State {
        var rows: [Row] = []
        var faults: [String: Fault] = [:]
        var requests: [HTTPRequest] = []
    }

    package static let servers = [
        "de1.api.radio-browser.info", "fi1.api.radio-browser.info", "nl1.api.radio-browser.info",
    ]
    package static let entrance = "all.api.radio-browser.info"

    private let state = Lock(State())
    private let list: String

    /// - Parameter list: the answer to `/json/servers`; nil for the usual one.
    package init(list: String? = nil) {
        let entries = Self.servers.flatMap { name in
            ["{\"ip\":\"203.0.113.1\",\"name\":\"\(name)\"}", "{\"ip\":\"2001:db8::1\",\"name\":\"\(name)\"}"]
        }
        self.list = list ?? "[\(entries.joined(separator: ","))]"
    }

    package func add(_ rows: Row...) { state.withLock { $0.rows += rows } }
    package func remove(_ uuid: String) { state.withLock { $0.rows.removeAll { $0.uuid == uuid } } }
    package func set(_ fault: Fault, of server: String) { state.withLock { $0.faults[server] = fault } }
    package func setAll(_ fault: Fault) { for server in Self.servers + [Self.entrance] { set(fault, of: server) } }

    package var requests: [HTTPRequest] { state.withLock(\.requests) }
    /// Paths without their queries, of requests to servers, in order.
    package var paths: [String] { requests.map { String($0.address.target.prefix { $0 != "?" }) } }
    /// How often each station was counted.
    package var clicks: [String: Int] {
        paths.filter { $0.hasPrefix("/json/url/") }.reduce(into: [:]) { $0[String($1.dropFirst(10)), default: 0] += 1 }
    }

    package func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPResponse {
        let fault = state.withLock { state -> Fault in
            state.requests.append(request)
            return state.faults[request.address.host] ?? .none
        }
        switch fault {
        case .none: return Self.response(200, json: answer(request.address.target))
        case .broken: return Self.response(500, html: "<html>no</html>")
        case .html: return Self.response(200, html: "<html><body>Bad gateway</body></html>")
        case .redirects:
            var response = Self.response(302, html: "")
            response.headers.add("location", Array("https://elsewhere.example/".utf8))
            return response
        case .endless:
            return HTTPResponse(
                status: 200,
                headers: HTTPHeaders(),
                body: EndlessBody(Array(repeating: UInt8(ascii: " "), count: 1 << 16))
            )
        case .refuses: throw .connectionRefused
        case .silent:
            let body = ScriptedBody()
            return HTTPResponse(status: 200, headers: HTTPHeaders(), body: body)
        }
    }

    /// The same on a socket: the server is the one that the `Host` header names.
    package func answer(_ request: RadioRequest) -> CannedServer.Answer {
        let host = request.header("Host") ?? ""
        switch state.withLock({ $0.faults[host] ?? .none }) {
        case .none: return .json(answer(request.target))
        case .silent: return CannedServer.Answer("", staysOpen: true)
        case .html: return CannedServer.Answer("HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>no</html>")
        default: return CannedServer.Answer("HTTP/1.1 500 No\r\nContent-Type: text/html\r\n\r\n<html>no</html>")
        }
    }

    private func answer(_ target: String) -> String {
        let path = String(target.prefix { $0 != "?" })
        let query = target.dropFirst(path.count + 1).split(separator: "&").reduce(into: [String: String]()) {
            values,
            pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            values[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        let rows = state.withLock(\.rows)
        switch path {
        case "/json/servers": return list
        case "/json/stations/search":
            let words = (query["name"] ?? "").replacing("%20", with: " ").lowercased()
            let found = rows.filter { row in
                row.name.lowercased().contains(words) && !(query["hidebroken"] == "true" && row.isBroken)
            }
            return "[\(found.map(\.json).joined(separator: ","))]"
        case "/json/stations/byuuid":
            let wanted = (query["uuids"] ?? "").split(separator: ",").map(String.init)
            return "[\(rows.filter { wanted.contains($0.uuid) }.map(\.json).joined(separator: ","))]"
        case _ where path.hasPrefix("/json/url/"):
            return "{\"ok\":true,\"message\":\"retrieved station url\",\"stationuuid\":\"\(path.dropFirst(10))\"}"
        default: return "[]"
        }
    }

    private static func response(_ status: Int, json: String) -> HTTPResponse {
        response(status, type: "application/json", json)
    }

    private static func response(_ status: Int, html: String) -> HTTPResponse {
        response(status, type: "text/html", html)
    }

    private static func response(_ status: Int, type: String, _ text: String) -> HTTPResponse {
        HTTPResponse(
            status: status,
            headers: HTTPHeaders([(name: "content-type", value: Array(type.utf8))]),
            // In two pieces, as a network may bring it.
            body: ScriptedBody(
                [.bytes(Array(text.utf8.prefix(7))), .bytes(Array(text.utf8.dropFirst(7))), .end].filter { step in
                    if case .bytes(let bytes) = step { !bytes.isEmpty } else { true }
                }
            )
        )
    }
}

/// The same piece for ever.
private final class EndlessBody: ByteSource {
    private let piece: [UInt8]

    init(_ piece: [UInt8]) { self.piece = piece }

    func next() async throws(HTTPFault) -> [UInt8]? { piece }
    func cancel() {}
}
