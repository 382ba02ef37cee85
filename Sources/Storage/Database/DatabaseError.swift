internal import CSQLite
internal import Model

/// What SQLite answered instead of success, in its own words.
struct DatabaseError: Error, Equatable, CustomStringConvertible {
    /// The extended result code.
    let code: Int32
    let message: String

    init(code: Int32, message: String) {
        self.code = code
        self.message = message
    }

    /// Reads code and message of the last call on `connection`.
    init(_ connection: OpaquePointer?, code: Int32) {
        self.code = code
        let own = String(cString: sqlite3_errstr(code))
        let detail = connection.map { String(cString: sqlite3_errmsg($0)) } ?? own
        self.message = detail == own || detail == "not an error" ? own : "\(own): \(detail)"
    }

    var description: String { "\(message) (\(code))" }

    /// Whether the file itself is at fault, not the disk, the directory or another program: such a file is set aside.
    var blamesFile: Bool {
        switch code & 0xff {
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FORMAT, SQLITE_ERROR, SQLITE_CONSTRAINT, SQLITE_MISMATCH,
            SQLITE_SCHEMA:
            true
        default: false
        }
    }
}

/// A row that holds what this program never writes.
struct UnreadableRow: Error, Equatable, CustomStringConvertible {
    let table: String
    /// Which row, and what about it.
    let detail: String

    var description: String { "a row of \(table) cannot be read: \(detail)" }
}

extension StoreError {
    /// Carries any error of this target over the port.
    init(_ error: any Error) { self = error as? StoreError ?? .failed("\(error)") }
}
