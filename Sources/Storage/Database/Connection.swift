internal import CSQLite

/// One open SQLite connection, handed to closures by ``Database`` and held by nobody else.
///
/// Opened without SQLite's own mutex: whoever holds it sees to it that one thread at a time uses it.
final class Connection {
    enum Mode {
        /// Creates the file where there is none.
        case readWrite
        /// Changes no byte of database and log.
        case readOnly
        /// Reads the main file alone, as if nothing could ever change it: needs no write access to the directory, and
        /// is right only where the log beside it is empty.
        case immutable
    }

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// - Throws: ``DatabaseError``. SQLite reads the file only with the first statement.
    init(path: String, mode: Mode) throws {
        var name = path
        var flags = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        switch mode {
        case .readWrite: flags |= SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        case .readOnly: flags |= SQLITE_OPEN_READONLY
        case .immutable:
            flags |= SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
            name = "file:\(Self.escaped(path))?immutable=1"
        }
        var handle: OpaquePointer?
        let code = sqlite3_open_v2(name, &handle, flags, nil)
        guard code == SQLITE_OK, let handle else {
            let error = DatabaseError(handle, code: code)
            sqlite3_close_v2(handle)
            throw error
        }
        self.handle = handle
        sqlite3_busy_timeout(handle, 2000)
        longwave_keep_log_on_close(handle, 1)
    }

    /// Lets ``deinit`` fold the log into the main file. Until then it does not: a database that turns out to be broken
    /// must be set aside as it was found.
    func foldLogOnClose() { longwave_keep_log_on_close(handle, 0) }

    deinit {
        statements.removeAll()
        sqlite3_close_v2(handle)
    }

    /// Runs a text of several statements and drops what they answer.
    func execute(_ script: String) throws {
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(handle, code: code) }
    }

    /// Runs one statement to its end.
    ///
    /// - Returns: how many rows it changed.
    @discardableResult func run(_ sql: String, _ values: [SQLValue] = []) throws -> Int {
        let before = sqlite3_total_changes64(handle)
        _ = try rows(sql, values) { _ in }
        return Int(sqlite3_total_changes64(handle) - before)
    }

    /// Every row of one statement, read while the statement stands on it.
    func rows<Value>(
        _ sql: String,
        _ values: [SQLValue] = [],
        _ read: (Statement) throws -> Value
    ) throws -> [Value] {
        let statement = try prepared(sql)
        defer { statement.reset() }
        try statement.bind(values)
        var found: [Value] = []
        while try statement.step() { found.append(try read(statement)) }
        return found
    }

    /// The first column of the first row, as a number; 0 where there is none.
    func number(_ sql: String) throws -> Int { try rows(sql) { $0.integer(0) }.first ?? 0 }

    /// Runs `body` in a transaction that holds the write lock from its start. Where `body` or the commit throws,
    /// nothing of it stays.
    func transaction<Value>(_ body: () throws -> Value) throws -> Value {
        try execute("BEGIN IMMEDIATE")
        do {
            let value = try body()
            try execute("COMMIT")
            return value
        } catch {
            // SQLite has already rolled back after some errors; a second time would only hide the first error.
            if sqlite3_get_autocommit(handle) == 0 { try execute("ROLLBACK") }
            throw error
        }
    }

    /// Pages written to the log since the connection was opened. A checkpoint later copies each changed page once more
    /// into the main file.
    var pagesWritten: Int {
        var current: Int32 = 0
        var highest: Int32 = 0
        sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_WRITE, &current, &highest, 0)
        return Int(current)
    }

    private func prepared(_ sql: String) throws -> Statement {
        if let statement = statements[sql] { return statement }
        let statement = try Statement(sql, on: handle)
        statements[sql] = statement
        return statement
    }

    private static func escaped(_ path: String) -> String {
        path.utf8.map { byte in
            switch byte {
            case UInt8(ascii: "%"), UInt8(ascii: "?"), UInt8(ascii: "#"): "%" + String(byte, radix: 16)
            default: String(decoding: [byte], as: UTF8.self)
            }
        }.joined()
    }
}
