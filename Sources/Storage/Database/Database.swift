internal import CSQLite
internal import Model

/// The one writer of the state database.
///
/// Every commit is flushed to the disk before ``write(_:)`` returns: WAL with `synchronous=FULL`, for this connection
/// acknowledges intents, settings, tokens, presets and verdicts.
actor Database {
    private nonisolated let executor = DatabaseExecutor()
    private var connection: Connection?
    /// What the last write failed with; nil where it succeeded.
    nonisolated let writeFault = Lock<String?>(nil)

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init() {}

    /// Opens the file, creates it where there is none, checks it and brings its schema up to date.
    ///
    /// - Throws: ``DatabaseError``, ``SchemaProblem``.
    func open(path: String, migrations: [Migration]) throws {
        let schema = Schema(migrations)
        try schema.refuseStrangers(at: path)
        let connection = try Connection(path: path, mode: .readWrite)
        try schema.refuseStrangers(connection)
        try Self.configure(connection)
        try Self.check(connection)
        try schema.migrate(connection)
        connection.foldLogOnClose()
        self.connection = connection
    }

    /// Runs `body` in one transaction; when this returns, what it wrote survives a power cut. When it throws, nothing
    /// of it stays.
    @discardableResult
    func write<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws(StoreError) -> Value {
        do {
            let connection = try opened()
            let value = try connection.transaction { try body(connection) }
            writeFault.withLock { $0 = nil }
            return value
        } catch {
            writeFault.withLock { $0 = "\(error)" }
            throw StoreError(error)
        }
    }

    /// Runs `body`, which only reads.
    func read<Value: Sendable>(_ body: @Sendable (Connection) throws -> Value) throws(StoreError) -> Value {
        do {
            return try body(opened())
        } catch {
            throw StoreError(error)
        }
    }

    /// Folds the log into the main file and closes; later calls fail.
    func close() { connection = nil }

    /// See ``Connection/pagesWritten``.
    var pagesWritten: Int { connection?.pagesWritten ?? 0 }

    private func opened() throws -> Connection {
        guard let connection else { throw DatabaseError(code: SQLITE_MISUSE, message: "the database is closed") }
        return connection
    }

    private static func configure(_ connection: Connection) throws {
        try connection.execute(
            """
            PRAGMA journal_mode = WAL;
            PRAGMA synchronous = FULL;
            PRAGMA foreign_keys = ON;
            PRAGMA trusted_schema = OFF;
            PRAGMA temp_store = MEMORY;
            PRAGMA journal_size_limit = 4194304;
            """
        )
        // A library built without foreign keys ignores the pragma in silence (S33).
        guard try connection.number("PRAGMA foreign_keys") == 1 else { throw SchemaProblem.noForeignKeys }
    }

    private static func check(_ connection: Connection) throws {
        let answers = try connection.rows("PRAGMA quick_check(1)") { $0.text(0) }
        guard answers == ["ok"] else { throw SchemaProblem.unsound(answers.joined(separator: "; ")) }
    }
}
