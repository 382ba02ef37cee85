internal import FoundationEssentials
package import Model

/// The open directory radio-browser.info, as its own documentation asks to be used: servers by chance, one at a time,
/// an agent that names the product, one click for one start by a user (reference/radio.md 1.5).
package actor RadioBrowser: OpenDirectory {
    /// Where the rows of what was played are kept.
    package struct Keeper: Sendable {
        package let read: @Sendable () -> [UInt8]?
        package let write: @Sendable ([UInt8]) -> Void

        package init(read: @escaping @Sendable () -> [UInt8]?, write: @escaping @Sendable ([UInt8]) -> Void) {
            self.read = read
            self.write = write
        }
    }

    static let serversAge = Duration.seconds(86_400)
    static let searchAge = Duration.seconds(600)
    /// A kept row is played without asking while it is younger.
    static let rowAge = 86_400.0
    /// For one question to one server.
    static let patience = Duration.seconds(4)
    /// For a question on the way to a play, which has deadlines of its own.
    static let shortPatience = Duration.seconds(2)
    /// How soon after a user's wish it must be resolved to count.
    static let startWindow = Duration.seconds(5)
    static let mostServers = 3
    private static let mostSearches = 32
    static let resultLimit = 50

    private let fetch: RadioBrowserFetch
    private let clock: any HostClock
    private let randomness: Randomness
    private let log: any LogSink
    private let keeper: Keeper
    private var servers: (list: RadioBrowserServers, at: Duration)?
    private var shelf: RadioBrowserShelf
    private var searches: [(query: String, answer: OpenDirectoryAnswer, at: Duration)] = []
    private var starts: [String: Duration] = [:]

    /// - Parameters:
    ///   - client: sends the product's name and version as its agent.
    ///   - resolver: asked for every name.
    ///   - clock: for deadlines and ages.
    ///   - randomness: chooses the server.
    ///   - log: hears of failures.
    ///   - keeper: for what was played.
    package init(
        client: any HTTPClient,
        resolver: any NameResolver,
        clock: any HostClock,
        randomness: Randomness,
        log: any LogSink,
        keeper: Keeper
    ) {
        self.fetch = RadioBrowserFetch(client: client, resolver: resolver, clock: clock)
        self.clock = clock
        self.randomness = randomness
        self.log = log
        self.keeper = keeper
        self.shelf = RadioBrowserShelf(keeper.read())
    }

    package func search(_ query: String) async throws(OpenDirectoryFault) -> OpenDirectoryAnswer {
        let words = String(query.withoutControls.prefix(80)).lowercased()
        let kept = searches.first { $0.query == words }
        if let kept, clock.now - kept.at < Self.searchAge { return kept.answer }
        let path =
            "/json/stations/search?name=\(words.percentEncoded)&hidebroken=true&is_https=true&order=clickcount"
            + "&reverse=true&limit=\(Self.resultLimit)"
        guard let rows = await ask(path, RadioBrowserRow.rows, patience: Self.patience) else {
            guard let kept else { throw .unavailable }
            return OpenDirectoryAnswer(stations: kept.answer.stations, at: kept.answer.at, isStale: true)
        }
        shelf.take(rows, at: clock.date)
        let answer = OpenDirectoryAnswer(stations: rows.compactMap(\.station), at: clock.date, isStale: false)
        searches.removeAll { $0.query == words }
        searches.append((words, answer, clock.now))
        if searches.count > Self.mostSearches { searches.removeFirst() }
        return answer
    }

    package func station(_ id: OpenStationID) async throws(OpenDirectoryFault) -> OpenDirectoryAnswer {
        let (entry, isStale) = try await entry(id, patience: Self.patience)
        guard let station = entry.row.station else { throw .noSafeAddress }
        return OpenDirectoryAnswer(
            stations: [station],
            at: Date(timeIntervalSince1970: entry.at),
            isStale: isStale
        )
    }

    package func willPlay(_ id: OpenStationID) {
        let now = clock.now
        starts = starts.filter { now - $0.value < Self.startWindow }
        starts[id.uuid] = now
    }

    package func resolve(_ id: OpenStationID) async throws(OpenDirectoryFault) -> OpenStation {
        let isStart = starts.removeValue(forKey: id.uuid).map { clock.now - $0 < Self.startWindow } ?? false
        let entry = try await entry(id, patience: Self.shortPatience).entry
        guard let station = entry.row.station else { throw .noSafeAddress }
        if shelf.play(entry) { keeper.write(shelf.bytes) }
        // Not waited for: the sound comes first, and a click that is lost is no harm.
        if isStart { Task { await count(id) } }
        return station
    }

    private func entry(
        _ id: OpenStationID,
        patience: Duration
    ) async throws(OpenDirectoryFault) -> (entry: RadioBrowserShelf.Entry, isStale: Bool) {
        let kept = shelf[id.uuid]
        if let kept, clock.date.timeIntervalSince1970 - kept.at < Self.rowAge { return (kept, false) }
        let path = "/json/stations/byuuid?uuids=\(id.uuid)"
        guard let rows = await ask(path, RadioBrowserRow.rows, patience: patience) else {
            guard let kept else { throw .unavailable }
            return (kept, true)
        }
        shelf.take(rows.filter { $0.stationuuid == id.uuid }, at: clock.date)
        guard rows.contains(where: { $0.stationuuid == id.uuid }), let entry = shelf[id.uuid] else {
            throw .unknownStation
        }
        return (entry, false)
    }

    private func count(_ id: OpenStationID) async {
        _ = await ask("/json/url/\(id.uuid)", { $0.isEmpty ? nil : true }, patience: Self.patience, attempts: 1)
    }

    /// Asks one server after another, until one answers with something that `read` understands.
    private func ask<Value: Sendable>(
        _ path: String,
        _ read: @Sendable ([UInt8]) -> Value?,
        patience: Duration,
        attempts: Int = mostServers
    ) async -> Value? {
        for _ in 0..<attempts {
            guard let server = await server(patience: patience) else { return nil }
            if let bytes = await fetch.get("https://\(server)\(path)", within: patience), let value = read(bytes) {
                return value
            }
            log.log(.notice, "radioBrowser.failed", [("server", server)])
            // Somebody else may have moved on meanwhile.
            if servers?.list.name == server { servers?.list.failed() }
        }
        return nil
    }

    private func server(patience: Duration) async -> String? {
        if let servers, clock.now - servers.at < Self.serversAge { return servers.list.name }
        let bytes = await fetch.get("https://\(RadioBrowserServers.entrance)/json/servers", within: patience)
        let randomness = randomness
        if let list = bytes.flatMap({ RadioBrowserServers(list: $0) { Self.shuffled($0, randomness) } }) {
            servers = (list, clock.now)
        } else {
            log.log(.notice, "radioBrowser.noServers", [])
        }
        // An old list is better than none.
        return servers?.list.name
    }

    /// Fisher and Yates.
    private static func shuffled(_ names: [String], _ randomness: Randomness) -> [String] {
        var names = names
        for last in stride(from: names.count - 1, to: 0, by: -1) {
            let chance = randomness.bytes(4).reduce(0) { $0 << 8 | Int($1) }
            names.swapAt(last, chance % (last + 1))
        }
        return names
    }
}

extension String {
    /// All but unreserved characters as `%XX` (RFC 3986 2.3).
    fileprivate var percentEncoded: String {
        utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + [byte].lowerHex.uppercased()
            }
        }
    }
}
