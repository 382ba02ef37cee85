internal import CSQLite

/// One prepared statement; while it stands on a row, that row's columns can be read. Columns count from zero.
///
/// Belongs to the connection that prepared it and is used only where that is.
final class Statement {
    private let handle: OpaquePointer
    private let connection: OpaquePointer

    /// - Throws: ``DatabaseError`` where the text is not exactly one statement that fits the schema.
    init(_ sql: String, on connection: OpaquePointer) throws {
        var handle: OpaquePointer?
        let code = sqlite3_prepare_v3(connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &handle, nil)
        guard code == SQLITE_OK, let handle else { throw DatabaseError(connection, code: code) }
        self.handle = handle
        self.connection = connection
    }

    deinit { sqlite3_finalize(handle) }

    /// Binds `?1`, `?2` … in order; SQLite copies the values.
    func bind(_ values: [SQLValue]) throws {
        for (offset, value) in values.enumerated() {
            let index = Int32(offset + 1)
            let code =
                switch value {
                case .null: sqlite3_bind_null(handle, index)
                case .integer(let number): sqlite3_bind_int64(handle, index, Int64(number))
                case .text(let text): longwave_bind_text(handle, index, text, Int32(text.utf8.count))
                case .blob(let bytes): longwave_bind_blob(handle, index, bytes, Int32(bytes.count))
                }
            guard code == SQLITE_OK else { throw DatabaseError(connection, code: code) }
        }
    }

    /// - Returns: true where it now stands on a row, false at the end.
    func step() throws -> Bool {
        let code = sqlite3_step(handle)
        switch code {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        default: throw DatabaseError(connection, code: sqlite3_extended_errcode(connection))
        }
    }

    /// Makes it ready for the next use and lets go of what was bound. The code it returns repeats the error of the
    /// last step, which was thrown there.
    func reset() {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(handle, column) == SQLITE_NULL }

    func integer(_ column: Int32) -> Int { Int(sqlite3_column_int64(handle, column)) }
    func optionalInteger(_ column: Int32) -> Int? { isNull(column) ? nil : integer(column) }

    func text(_ column: Int32) -> String {
        guard let bytes = sqlite3_column_text(handle, column) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, column))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }
}
