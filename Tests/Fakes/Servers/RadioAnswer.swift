/// One answer of a ``FaultyRadioServer``: what goes over the wire for each ``RadioFault``.
struct RadioAnswer {
    private static let titleInterval = 4096
    private static let title = Array("StreamTitle='Longwave - Test';StreamUrl='';".utf8)

    let server: FaultyRadioServer
    let request: RadioRequest
    let connection: SocketConnection

    private var timing: FaultyRadioServer.Timing { server.timing }
    private var rate: Double { Double(timing.bitrateKbps) * 125 }
    private var wantsTitles: Bool { request.header("Icy-MetaData") == "1" }
    var origin: String { "http://\(request.header("Host") ?? "127.0.0.1:\(server.port)")" }

    /// Returns when the answer is over; the caller closes the connection.
    func give() {
        if let hop = request.path.split(separator: "/").last.flatMap({ hopNumber($0) }) { return redirect(hop: hop) }
        guard let fault = RadioFault(rawValue: String(request.path.dropFirst())) else {
            return refuse("404 Not Found")
        }
        giveGood(fault)
    }

    // MARK: Well behaved

    private func giveGood(_ fault: RadioFault) {
        switch fault {
        case .icecast, .closesLater, .stallsLater, .resetsLater, .burst, .halfRate: giveStream(fault)
        case .icy:
            let head =
                "ICY 200 OK\r\nicy-notice1:<BR>This stream requires <a href=\"http://example.org\">a player</a><BR>\r\n"
                + "icy-name:Test Radio\r\nicy-br:128\r\ncontent-type:audio/mpeg\r\n"
                + "icy-metaint:\(Self.titleInterval)\r\n\r\n"
            guard connection.send(head) else { return }
            stream(RadioProgramme(server.tone), titles: TitleInterleave(every: Self.titleInterval, once: Self.title))
        case .http10:
            guard head(["Content-Type: audio/mpeg"], status: "HTTP/1.0 200 OK") else { return }
            stream(RadioProgramme(server.tone))
        case .chunked:
            var fields = ["Content-Type: audio/mpeg", "Transfer-Encoding: chunked"]
            if wantsTitles { fields.append("icy-metaint: 512") }
            guard head(fields) else { return }
            let titles = wantsTitles ? TitleInterleave(every: 512, once: Self.title) : nil
            stream(RadioProgramme(server.tone), titles: titles, chunked: true)
        case .mixedCase:
            guard head(["cOnTeNt-TyPe: AUDIO/MPEG; charset=utf-8", "ICY-Name: Test Radio"]) else { return }
            stream(RadioProgramme(server.tone))
        case .midFrame:
            guard head(["Content-Type: audio/mpeg"]) else { return }
            stream(RadioProgramme(server.tone, from: 100))
        case .id3First:
            let text = Array("\u{0}Test".utf8)
            let frame = Array("TIT2".utf8) + [0, 0, 0, UInt8(text.count), 0, 0] + text
            let tag = Array("ID3".utf8) + [3, 0, 0, 0, 0, 0, UInt8(frame.count)] + frame
            guard head(["Content-Type: audio/mpeg"]), connection.send(tag) else { return }
            stream(RadioProgramme(server.tone))
        default: giveList(fault)
        }
    }

    private func giveStream(_ fault: RadioFault) {
        let titles = wantsTitles ? TitleInterleave(every: Self.titleInterval, once: Self.title) : nil
        guard head(streamFields(interval: titles?.interval)) else { return }
        switch fault {
        case .burst: stream(RadioProgramme(server.tone), titles: titles, burst: 10)
        case .halfRate: stream(RadioProgramme(server.tone), titles: titles, burst: 0, speed: 0.5)
        case .icecast: stream(RadioProgramme(server.tone), titles: titles)
        default:
            guard stream(RadioProgramme(server.tone), titles: titles, seconds: timing.after) else { return }
            if fault == .stallsLater { connection.waitForClient() }
            if fault == .resetsLater { connection.reset() }
        }
    }

    // MARK: Refusals and silence

    func giveRefusal(_ fault: RadioFault) {
        switch fault {
        case .unauthorized: refuse("401 Unauthorized", ["WWW-Authenticate: Basic realm=\"radio\""])
        case .forbidden: refuse("403 Forbidden")
        case .notFound: refuse("404 Not Found")
        case .gone: refuse("410 Gone")
        case .serverError: refuse("500 Internal Server Error")
        case .busy: refuse("503 Service Unavailable", ["Retry-After: 120"])
        case .fullWithText: body("This server is full, please try again later.", type: "text/plain")
        case .icyNotFound: _ = connection.send("ICY 404 Resource Not Found\r\nicy-notice1:<BR>\r\n\r\n")
        case .neverAnswers: connection.waitForClient()
        case .headOnly: if head(streamFields(interval: nil)) { connection.waitForClient() }
        case .slowHead:
            for byte in Array("HTTP/1.1 200 OK\r\nContent-Type: audio/mpeg\r\n\r\n".utf8) {
                guard connection.send([byte]), connection.pause(seconds: timing.drip) else { return }
            }
            stream(RadioProgramme(server.tone))
        case .drip:
            guard head(streamFields(interval: nil)) else { return }
            var programme = RadioProgramme(server.tone)
            while connection.send(programme.next(1)), connection.pause(seconds: timing.drip) {}
        case .closesAtOnce: break
        case .closesInHead: _ = connection.send("HTTP/1.1 200 OK\r\nContent-Ty")
        default: giveBrokenBody(fault)
        }
    }

    private func giveBrokenBody(_ fault: RadioFault) {
        switch fault {
        case .cutChunk:
            guard head(["Content-Type: audio/mpeg", "Transfer-Encoding: chunked"]) else { return }
            guard stream(RadioProgramme(server.tone), seconds: timing.after, chunked: true) else { return }
            _ = connection.send("1000\r\nonly this")
        case .shortBody:
            guard head(["Content-Type: audio/mpeg", "Content-Length: 1000000"]) else { return }
            stream(RadioProgramme(server.tone), seconds: timing.after)
        case .badChunk:
            guard head(["Content-Type: audio/mpeg", "Transfer-Encoding: chunked"]) else { return }
            _ = connection.send("3\r\nabc\r\nzebra\r\nabc\r\n")
        case .html: body("<!DOCTYPE html><html><body>Welcome</body></html>", type: "text/html; charset=utf-8")
        case .json: body("{\"error\": \"not here\"}", type: "application/json")
        case .htmlForBrowsers:
            let agent = request.header("User-Agent") ?? ""
            if agent.contains("Mozilla") || agent.contains("Winamp") {
                body("<HTML><BODY>SHOUTcast status</BODY></HTML>", type: "text/html")
            } else if head(streamFields(interval: nil)) {
                stream(RadioProgramme(server.tone))
            }
        case .image: body([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13], type: "image/png")
        case .empty: _ = head(["Content-Type: audio/mpeg"])
        case .zeroLength: body("", type: "audio/mpeg")
        case .noise:
            guard head(streamFields(interval: nil)) else { return }
            // Bytes below 0xFF only, so that no two in a row look like the start of a frame.
            var generator = SystemRandomNumberGenerator()
            let noise = (0..<65_536).map { _ in UInt8.random(in: 0..<0xff, using: &generator) }
            stream(RadioProgramme(noise))
        default: giveRedirect(fault)
        }
    }

    // MARK: Redirects

    private func giveRedirect(_ fault: RadioFault) {
        switch fault {
        case .redirect, .redirectDowngrade: redirect(to: "\(origin)/icecast")
        case .redirectRelative: redirect(to: "icecast", status: "301 Moved Permanently")
        case .redirectLoop: redirect(to: fault.path)
        case .redirectChain5: redirect(to: "/hops/3")
        case .redirectChain6: redirect(to: "/hops/4")
        case .redirectToLoopback: redirect(to: "http://127.0.0.1:\(server.port)/icecast")
        case .redirectToPrivate: redirect(to: "http://192.168.0.1/icecast")
        case .redirectToLinkLocal: redirect(to: "http://169.254.169.254/latest/meta-data/")
        case .redirectToFile: redirect(to: "file:///etc/passwd")
        case .redirectToCredentials:
            redirect(to: "http://user:secret@\(request.header("Host") ?? "127.0.0.1")/icecast")
        case .redirectNowhere: redirect(to: nil)
        default: giveBrokenHead(fault)
        }
    }

    private func hopNumber(_ last: Substring) -> Int? { request.path.hasPrefix("/hops/") ? Int(last) : nil }

    /// `hop` more hops, then the stream.
    private func redirect(hop: Int) { redirect(to: hop > 0 ? "/hops/\(hop - 1)" : "/icecast") }

    private func redirect(to location: String?, status: String = "302 Found") {
        refuse(status, location.map { ["Location: \($0)"] } ?? [])
    }

    // MARK: Heads

    private func giveBrokenHead(_ fault: RadioFault) {
        switch fault {
        case .badStatusLine: _ = connection.send("8 Message Corrupt\r\n\r\n")
        case .badStatusCode:
            _ = connection.send("HTTP/1.1 999 What\r\nContent-Type: audio/mpeg\r\nContent-Length: 0\r\n\r\n")
        case .hugeHead:
            let filler = (0..<400).map { "X-Filler-\($0): " + String(repeating: "x", count: 500) }
            guard head(["Content-Type: audio/mpeg"] + filler) else { return }
            stream(RadioProgramme(server.tone))
        case .longValue:
            guard head(["icy-description: " + String(repeating: "x", count: 8192), "Content-Type: audio/mpeg"])
            else { return }
            stream(RadioProgramme(server.tone))
        case .latin1Head:
            guard connection.send("HTTP/1.0 200 OK\r\nContent-Type: audio/mpeg\r\nicy-name: B") else { return }
            guard connection.send([0xe4]), connection.send("ren-Radio\r\n\r\n") else { return }
            stream(RadioProgramme(server.tone))
        case .metaintZero: plainStream(["icy-metaint: 0"])
        case .metaintNegative: plainStream(["icy-metaint: -1"])
        case .metaintAbsurd: plainStream(["icy-metaint: 99999999999999999999"])
        case .metaintText: plainStream(["icy-metaint: often"])
        case .wrongType: plainStream([], type: "application/flv")
        case .htmlType: plainStream([], type: "text/html")
        case .noType: plainStream([], type: nil)
        default: giveTitles(fault)
        }
    }

    private func plainStream(_ fields: [String], type: String? = "audio/mpeg") {
        guard head((type.map { ["Content-Type: \($0)"] } ?? []) + fields) else { return }
        stream(RadioProgramme(server.tone))
    }

    // MARK: Titles and sound

    private func giveTitles(_ fault: RadioFault) {
        switch fault {
        case .titlesUnasked: titled(Self.title)
        case .metaintTiny: titled(Self.title, interval: 16)
        case .titleApostrophes: titled("StreamTitle='Guns N' Roses - Sweet Child O' Mine';StreamUrl='';")
        case .titleUnterminated: titled("StreamTitle='Longwave - No End'")
        case .titleEntities:
            titled("StreamTitle='Salt &amp; Pepa; Don&#8217;t; Go';StreamUrl='http://example.org/a;b';")
        case .titleLatin1:
            titled(Array("StreamTitle='Mot".utf8) + [0xf6] + Array("rhead - K".utf8) + [0xe4] + Array("se';".utf8))
        case .titleCyrillic:
            // "Кино - Звезда" in Windows-1251.
            let text: [UInt8] = [0xca, 0xe8, 0xed, 0xee, 0x20, 0x2d, 0x20, 0xc7, 0xe2, 0xe5, 0xe7, 0xe4, 0xe0]
            titled(Array("StreamTitle='".utf8) + text + Array("';".utf8))
        case .titleLongest:
            let text = "Longwave - " + String(repeating: "x", count: 255 * 16 - 11 - 15)
            titled("StreamTitle='\(text)';")
        case .titleEmpty: titled("StreamTitle='';StreamUrl='http://example.org/none';")
        case .titleBroken: titled(Array("StreamTitle='".utf8) + [0xff, 0xff, 0xb0] + Array("';".utf8))
        case .titleMissing: titled("StreamUrl='http://example.org';")
        case .titleChanging:
            giveTitled(
                TitleInterleave(every: Self.titleInterval) { Array("StreamTitle='Longwave - Part \($0 + 1)';".utf8) }
            )
        default: giveSound(fault)
        }
    }

    private func titled(_ text: String) { titled(Array(text.utf8)) }

    private func titled(_ text: [UInt8], interval: Int = titleInterval) {
        giveTitled(TitleInterleave(every: interval, once: text))
    }

    private func giveTitled(_ titles: TitleInterleave) {
        guard head(streamFields(interval: titles.interval)) else { return }
        stream(RadioProgramme(server.tone), titles: titles)
    }

    private func giveSound(_ fault: RadioFault) {
        guard head(streamFields(interval: nil)) else { return }
        let bytes = Int(timing.after * rate)
        switch fault {
        case .silence: stream(RadioProgramme(server.silence))
        case .silenceLater: stream(RadioProgramme(server.tone, bytes: bytes, then: server.silence))
        case .toneLater: stream(RadioProgramme(server.silence, bytes: bytes, then: server.tone))
        default: preconditionFailure("\(fault) has no answer")
        }
    }

    // MARK: Pieces

    private func streamFields(interval: Int?) -> [String] {
        ["Server: Icecast 2.4.4", "Content-Type: audio/mpeg", "Cache-Control: no-cache, no-store", "icy-br:128"]
            + ["icy-name:Test Radio", "icy-genre:Test", "icy-pub:0"] + (interval.map { ["icy-metaint:\($0)"] } ?? [])
    }

    func head(_ fields: [String], status: String = "HTTP/1.1 200 OK") -> Bool {
        connection.send(([status, "Connection: Close"] + fields).map { $0 + "\r\n" }.joined() + "\r\n")
    }

    func body(_ text: String, type: String) { body(Array(text.utf8), type: type) }

    func body(_ bytes: [UInt8], type: String) {
        _ = head(["Content-Type: \(type)", "Content-Length: \(bytes.count)"]) && connection.send(bytes)
    }

    private func refuse(_ status: String, _ fields: [String] = []) {
        let text = status + "\n"
        let all = fields + ["Content-Type: text/plain", "Content-Length: \(text.utf8.count)"]
        _ = head(all, status: "HTTP/1.1 \(status)") && connection.send(text)
    }

    /// Sends audio in real time, `burst` seconds of it at once.
    ///
    /// - Returns: false where the client went away or the server stops; true after `seconds`.
    @discardableResult
    private func stream(
        _ programme: RadioProgramme,
        titles: TitleInterleave? = nil,
        burst: Double? = nil,
        speed: Double = 1,
        seconds: Double = .infinity,
        chunked: Bool = false
    ) -> Bool {
        var programme = programme
        var titles = titles
        let start = SocketConnection.now
        let burstBytes = (burst ?? timing.burst) * rate
        var given = 0.0
        while true {
            let elapsed = SocketConnection.now - start
            guard elapsed < seconds else { return true }
            let due = burstBytes + elapsed * rate * speed - given
            guard due >= 1 else {
                guard connection.pause(seconds: 0.02) else { return false }
                continue
            }
            // Small steps, so that a client that does not read soon blocks us.
            let audio = programme.next(Int(min(due, 8192)))
            guard !audio.isEmpty else { return connection.pause(seconds: 3600) }
            given += Double(audio.count)
            for piece in titles?.pieces(audio) ?? [audio] {
                let wire = chunked ? Array("\(String(piece.count, radix: 16))\r\n".utf8) + piece + [13, 10] : piece
                guard connection.send(wire) else { return false }
            }
        }
    }
}
