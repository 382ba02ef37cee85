internal import Core
internal import Engine
internal import Glibc
internal import Model
internal import Networking
internal import Providers
internal import Server
internal import Storage

/// One running host: the only place that knows every part and joins them.
struct Host {
    let configuration: Configuration
    let clock: any HostClock
    let randomness: Randomness
    let log: any LogSink

    /// Seconds from the signal to the end, whatever hangs.
    private static let endLimit: UInt32 = 8

    /// What keeps a host from starting, as a sentence.
    struct Problem: Error, CustomStringConvertible {
        let description: String
    }

    /// Serves until `stop` yields, then ends in order: no new requests, silence, the database closed.
    ///
    /// `started` hears the addresses once the host answers.
    func run(
        until stop: AsyncStream<Int32>,
        started: @Sendable (_ port: Int, _ socket: String) -> Void
    ) async throws {
        let storage = try await StateStore.open(directory: configuration.state, date: clock.date, log: log)
        let epoch = randomness.hex(bytes: 8)
        let events = EventFeed()
        let client = CurlClient(userAgent: Version.userAgent)
        let relay = Relay(client: client, resolver: SystemResolver(), clock: clock, randomness: randomness, log: log)
        let stations = RadioDirectory(
            shipped: configuration.share.map { "\($0)/stations" } ?? "",
            own: configuration.ownStations,
            clock: clock,
            log: log
        )
        let relayPort = Lock(0)
        let player = makePlayer(
            epoch: epoch,
            storage: storage,
            stations: stations,
            relay: relay,
            relayPort: relayPort,
            events: events
        )
        let pairing = Pairing(
            tokens: storage.tokens,
            clock: clock,
            randomness: randomness,
            hash: SHA256.hash,
            events: events
        )
        let site = Site(
            ServerContext(
                identity: identity(epoch),
                players: [player],
                relay: { await relay.open($0, $1) },
                pairing: pairing,
                stations: stations,
                receipts: storage.receipts,
                streamMoves: storage.streamMoves,
                events: events,
                clock: clock,
                hash: SHA256.hash,
                isOnLink: onLinkRule(),
                status: status(storage, player),
                webFolder: configuration.share.map { "\($0)/web" }
            )
        )
        let counters = site.counters
        let server = HTTPServer(
            responder: site,
            clock: clock,
            log: log,
            counted: { counters.answered($0) }
        )
        let socket = StandardPaths.socket(in: configuration.state)
        await player.restore()
        // Before anybody can have read the stations: a change after that must be told.
        let stationChanges = await stations.changes()
        do {
            let port = try listen(server, relayPort)
            try server.listen(on: .unix(path: socket))
            started(port, socket)
        } catch {
            server.stop()
            await storage.close()
            throw error
        }
        await withDiscardingTaskGroup { group in
            group.addTask { await player.run() }
            group.addTask { await site.run() }
            group.addTask { await stations.run() }
            group.addTask { await Self.announce(stationChanges, to: events) }
            for await _ in stop { break }
            // Whatever hangs must not keep the host from ending: the kernel ends it then. The database is safe at any
            // moment.
            alarm(Self.endLimit)
            group.cancelAll()
        }
        events.finish()
        server.stop()
        client.close()
        await storage.close()
        alarm(0)
        log.log(.notice, "stopped", [])
    }

    private func makePlayer(
        epoch: String,
        storage: StateStore,
        stations: RadioDirectory,
        relay: Relay,
        relayPort: Lock<Int>,
        events: EventFeed
    ) -> Player {
        let clock = clock
        let log = log
        let pulseServer = configuration.pulseServer
        return Player(
            session: PlaybackSession(
                id: .main,
                epoch: epoch,
                output: configuration.output,
                randomness: randomness
            ),
            provider: RadioProvider(directory: stations),
            relay: relay,
            relayAddress: { grant in "http://127.0.0.1:\(relayPort.withLock { $0 })\(grant.path)" },
            makeRenderer: {
                let name = "longwave-main-\(epoch)"
                return try MPVRenderer(clientName: name, clock: clock, log: log, pulseServer: pulseServer)
            },
            intents: storage.intents,
            settings: storage.settings,
            receipts: storage.receipts,
            streamMoves: storage.streamMoves,
            stationCharsets: storage.stationCharsets,
            events: events,
            clock: clock,
            randomness: randomness,
            log: log
        )
    }

    /// Opens the addresses of the configuration, and one on loopback for the renderer where none of them is.
    private func listen(_ server: HTTPServer, _ relayPort: Lock<Int>) throws -> Int {
        let port: Int
        if let bind = configuration.bind {
            port = try server.listen(on: .address(bind, port: configuration.port))
        } else {
            port = try server.listen(on: .everywhere(port: configuration.port))
        }
        let reachesLoopback = configuration.bind.map { $0.description == "127.0.0.1" || $0.description == "0.0.0.0" }
        var local = port
        if reachesLoopback == false, let loopback = IPAddress(bytes: [127, 0, 0, 1]) {
            local = try server.listen(on: .address(loopback, port: 0))
        }
        relayPort.withLock { $0 = local }
        return port
    }

    private func identity(_ epoch: String) -> HostIdentity {
        let hostname = Self.hostname()
        return HostIdentity(
            id: HostID.kept(in: configuration.state, randomness: randomness, log: log),
            name: configuration.name ?? hostname,
            version: Version.text,
            epoch: epoch,
            hostNames: [hostname],
            configuredNames: configuration.hostNames
        )
    }

    /// The prefixes of this box change rarely and are asked for with every request, so they are read every ten seconds.
    private func onLinkRule() -> @Sendable (IPAddress) -> Bool {
        let clock = clock
        let known = Lock<(prefixes: OnLinkPrefixes, at: Duration)?>(nil)
        return { address in
            if address.isLoopback { return true }
            let now = clock.now
            return known.withLock { known in
                if let known, now - known.at < .seconds(10) { return known.prefixes.contains(address) }
                let current = OnLinkPrefixes.current()
                known = (current, now)
                return current.contains(address)
            }
        }
    }

    private func status(_ storage: StateStore, _ player: Player) -> HostStatus {
        let share = configuration.share
        return HostStatus(
            features: {
                let storageFeature =
                    storage.degradation.map { Feature("storage", .degraded, reason: $0.reason) }
                    ?? Feature("storage", .ready)
                let missing = "no folder with web/ and stations/ was found; name it with --share"
                let page = Feature("page", share == nil ? .off : .ready, reason: share == nil ? missing : nil)
                let stations = Feature(
                    "stations",
                    share == nil ? .degraded : .ready,
                    reason: share == nil ? missing : nil
                )
                return [Feature("radio", .ready), stations, storageFeature, page]
            },
            health: { StreamHealth.checks(await player.tally()) },
            residentBytes: Self.residentBytes
        )
    }

    private static func announce(_ changes: AsyncStream<Int>, to events: EventFeed) async {
        for await revision in changes { events.publish(.changed(.stations, revision: revision)) }
    }

    /// As this box calls itself.
    static func hostname() -> String {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return "localhost" }
        return String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Resident memory of this process, from the kernel.
    private static func residentBytes() -> Int? {
        guard let file = fopen("/proc/self/statm", "r") else { return nil }
        defer { fclose(file) }
        var buffer = [CChar](repeating: 0, count: 128)
        guard fgets(&buffer, Int32(buffer.count), file) != nil else { return nil }
        let text = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let fields = text.split(separator: " ")
        return fields.count > 1 ? Int(fields[1]).map { $0 * sysconf(Int32(_SC_PAGESIZE)) } : nil
    }
}
