package import Model

/// The one authority over which stations there are.
///
/// The catalogue is read when it is first asked for; while ``run()`` runs, it follows the folders that can change.
package actor RadioDirectory: StationDirectory {
    private let shipped: StationFolder
    private let update: String?
    private let own: StationFolder
    private let signing: SignatureRule
    package nonisolated let openDirectory: (any OpenDirectory)?
    private var checks: CheckShelf
    private let clock: any HostClock
    private let log: any LogSink
    private let watch: @Sendable (String) -> AsyncStream<Void>?
    private var reader: StationsReader?
    private var current: StationCatalogue?
    private var listeners: [AsyncStream<Int>.Continuation] = []

    /// How long after a first change the folder is read: an editor writes, renames and removes in one go.
    package static let settlingTime = Duration.milliseconds(100)
    /// How often the folder is read where the system gives no watch.
    package static let pollingTime = Duration.seconds(10)

    /// - Parameters:
    ///   - shipped: the folder that comes with the host.
    ///   - update: the folder that may hold a newer catalogue; need not exist.
    ///   - own: the user's folder, which need not exist.
    ///   - checks: the file of the results of checks; need not exist.
    ///   - signing: whose newer catalogue counts.
    ///   - openDirectory: the larger catalogue, where it is switched on.
    ///   - clock: for settling and, where it must, polling.
    ///   - log: hears of every new problem once.
    package init(
        shipped: String,
        update: String? = nil,
        own: String,
        checks: String? = nil,
        signing: SignatureRule = .none,
        openDirectory: (any OpenDirectory)? = nil,
        clock: any HostClock,
        log: any LogSink
    ) {
        self.init(
            shipped: shipped,
            update: update,
            own: own,
            checks: checks,
            signing: signing,
            openDirectory: openDirectory,
            clock: clock,
            log: log,
            watch: { FolderWatch.changes(of: $0) }
        )
    }

    init(
        shipped: String,
        update: String? = nil,
        own: String,
        checks: String? = nil,
        signing: SignatureRule = .none,
        openDirectory: (any OpenDirectory)? = nil,
        clock: any HostClock,
        log: any LogSink,
        watch: @escaping @Sendable (String) -> AsyncStream<Void>?
    ) {
        self.shipped = StationFolder(path: shipped)
        self.update = update
        self.own = StationFolder(path: own)
        self.signing = signing
        self.openDirectory = openDirectory
        self.checks = CheckShelf(path: checks)
        self.clock = clock
        self.log = log
        self.watch = watch
    }

    package func catalogue() -> StationCatalogue { current ?? read() }

    package func changes() -> AsyncStream<Int> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self, bufferingPolicy: .bufferingNewest(1))
        listeners.append(continuation)
        return stream
    }

    package func lastCheck(of station: StationID) -> StationCheck? { checks.check(of: station) }

    /// Follows the user's folder and the newer catalogue's; returns when the task is cancelled.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for path in [own.path, update].compactMap(\.self) { group.addTask { await self.follow(path) } }
        }
    }

    private func follow(_ path: String) async {
        let changes = watch(path)
        if changes == nil { log.log(.warning, "stations_unwatched", []) }
        // Only now: what changed before the watch stood is in what is read here.
        read()
        guard let changes else { return await poll() }
        for await _ in changes {
            // Only cancellation ends a sleep early, and that ends the run.
            guard (try? await clock.sleep(until: clock.now + Self.settlingTime)) != nil else { return }
            read()
        }
    }

    private func poll() async {
        // Only cancellation ends a sleep early, and that ends the run.
        while (try? await clock.sleep(until: clock.now + Self.pollingTime)) != nil { read() }
    }

    /// Reads the folders anew and says so where anything differs.
    @discardableResult private func read() -> StationCatalogue {
        var reader = self.reader ?? StationsReader(shipped: shipped, update: update, own: own, signing: signing)
        let old = current
        let new = reader.read(revision: (old?.revision ?? 0) + 1)
        self.reader = reader
        if let old, old.hasSameContent(as: new) { return old }
        current = new
        for problem in new.problems where old?.problems.contains(problem) != true {
            log.log(.warning, "stations_problem", [("file", problem.file), ("reason", problem.reason)])
        }
        if old != nil {
            listeners.removeAll { listener in
                if case .terminated = listener.yield(new.revision) { return true }
                return false
            }
        }
        return new
    }
}

extension StationCatalogue {
    fileprivate func hasSameContent(as other: StationCatalogue) -> Bool {
        stations == other.stations && aliases == other.aliases && lists == other.lists && problems == other.problems
            && edition == other.edition
    }
}
