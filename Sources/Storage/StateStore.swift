package import FoundationEssentials
package import Model

/// What survives a restart: one state directory, held by one host, with one database in it.
package final class StateStore: Sendable {
    package let intents: any IntentStore
    package let settings: any SettingsStore
    package let receipts: any ReceiptStore
    package let tokens: any TokenStore
    package let streamMoves: any StreamMoveStore
    package let stationCharsets: any StationCharsetStore
    /// nil where everything is kept. Otherwise intents and receipts last as long as this run, and writes of the others
    /// throw ``Model/StoreError/degraded``.
    package let degradation: Degradation?

    private let database: Database?
    private let lock: DirectoryLock?

    package var isDegraded: Bool { degradation != nil }

    /// Opens the state in `directory`, which is created for the owner alone where it is missing.
    ///
    /// A database that is damaged, foreign or cannot be migrated is renamed to `longwave.sqlite3.broken-<date>`, never
    /// deleted; one that a newer program wrote is left alone; so is everything where the disk or the directory is at
    /// fault. In each case the store comes back degraded, with what could still be read of intents and settings, and
    /// says so in the log at level error.
    ///
    /// - Throws: ``StorageProblem/inUse(directory:pid:)``; nothing was touched then.
    @concurrent
    package static func open(
        directory path: String,
        date: Date,
        log: any LogSink
    ) async throws(StorageProblem) -> StateStore {
        let directory = StateDirectory(path: path)
        let lock: DirectoryLock
        do {
            try directory.create()
            lock = try DirectoryLock(directory)
        } catch let problem as StorageProblem {
            throw problem
        } catch {
            return degraded("the state directory cannot be used: \(error)", directory, lock: nil, log)
        }
        let database = Database()
        do {
            try directory.createDatabaseFile()
            try await database.open(path: directory.database, migrations: Migration.all)
        } catch {
            return setAside(directory, lock, because: error, date, log)
        }
        sayWhatLies(in: directory, log)
        return StateStore(database, lock)
    }

    /// Folds the log into the database, closes it and frees the directory for the next host. Call it last: every later
    /// call of a store fails.
    package func close() async { await database?.close() }

    /// Database pages (4,096 bytes each) written by this run, for the count of bytes per hour; 0 where degraded. A
    /// checkpoint writes each changed page once more.
    package func pagesWritten() async -> Int { await database?.pagesWritten ?? 0 }

    private init(_ database: Database, _ lock: DirectoryLock) {
        self.intents = SQLiteIntents(database: database)
        self.settings = SQLiteSettings(database: database)
        self.receipts = SQLiteReceipts(database: database)
        self.tokens = SQLiteTokens(database: database)
        self.streamMoves = SQLiteStreamMoves(database: database)
        self.stationCharsets = SQLiteStationCharsets(database: database)
        self.degradation = nil
        self.database = database
        self.lock = lock
    }

    private init(degraded degradation: Degradation, _ remains: Remains, _ lock: DirectoryLock?) {
        self.intents = MemoryIntents(remains.intents)
        self.settings = DegradedSettings(remains.settings)
        self.receipts = MemoryReceipts()
        self.tokens = DegradedTokens()
        self.streamMoves = DegradedStreamMoves()
        self.stationCharsets = DegradedStationCharsets()
        self.degradation = degradation
        self.database = nil
        self.lock = lock
    }

    private static func setAside(
        _ directory: StateDirectory,
        _ lock: DirectoryLock,
        because error: any Error,
        _ date: Date,
        _ log: any LogSink
    ) -> StateStore {
        let blamesFile = (error as? DatabaseError)?.blamesFile ?? (error as? SchemaProblem)?.blamesFile ?? false
        let name = StateDirectory.databaseName
        if case SchemaProblem.newer = error {
            // What its tables mean is not known here, so nothing is read out of them either.
            return degraded("\(name) is left alone: \(error)", Remains(), setAside: nil, lock: lock, log)
        }
        guard blamesFile else {
            return degraded("\(name) cannot be used: \(error)", directory, lock: lock, log)
        }
        let remains = Remains(readingFrom: directory.database)
        do {
            let newName = try directory.setDatabaseAside(at: date)
            let reason = "\(name) cannot be used: \(error); it was set aside as \(newName)"
            return degraded(reason, remains, setAside: newName, lock: lock, log)
        } catch let second {
            // Both are said: the first is the cause, the second is why it is still in the way (SU13).
            let reason = "\(name) cannot be used: \(error); nor could it be set aside: \(second)"
            return degraded(reason, remains, setAside: nil, lock: lock, log)
        }
    }

    private static func degraded(
        _ reason: String,
        _ directory: StateDirectory,
        lock: DirectoryLock?,
        _ log: any LogSink
    ) -> StateStore {
        degraded(reason, Remains(readingFrom: directory.database), setAside: nil, lock: lock, log)
    }

    private static func degraded(
        _ reason: String,
        _ remains: Remains,
        setAside: String?,
        lock: DirectoryLock?,
        _ log: any LogSink
    ) -> StateStore {
        log.log(.error, "storage_degraded", [("reason", reason)])
        return StateStore(degraded: Degradation(reason: reason, setAside: setAside), remains, lock)
    }

    private static func sayWhatLies(in directory: StateDirectory, _ log: any LogSink) {
        // try?: the list is a courtesy; the database itself is open.
        guard let names = try? directory.setAside(), let newest = names.last else { return }
        log.log(.warning, "storage_set_aside_found", [("count", "\(names.count)"), ("newest", newest)])
    }
}
