internal import CSQLite
internal import FoundationEssentials

/// Why a database is not taken, beside what SQLite says.
enum SchemaProblem: Error, Equatable, CustomStringConvertible {
    /// A newer program wrote it; only that one may touch it.
    case newer(version: Int, known: Int)
    /// A database, but not of this program.
    case foreign(applicationID: Int)
    /// SQLite's check found damage.
    case unsound(String)
    /// A migration left a row that refers to nothing.
    case brokenReference(table: String)
    case noForeignKeys

    var description: String {
        switch self {
        case .newer(let version, let known):
            "its schema is version \(version) and this program knows \(known): a newer Longwave wrote it"
        case .foreign: "it belongs to another program"
        case .unsound(let words): "the integrity check says: \(words)"
        case .brokenReference(let table): "rows of \(table) refer to nothing"
        case .noForeignKeys: "this SQLite was built without foreign keys"
        }
    }

    var blamesFile: Bool {
        switch self {
        case .foreign, .unsound, .brokenReference: true
        case .newer, .noForeignKeys: false
        }
    }
}

/// The schema that this program knows: an ordered list of migrations.
struct Schema {
    /// `LNGW`: tells our file from any other, also for `file(1)`.
    static let applicationID = 0x4C4E_4757

    let migrations: [Migration]

    init(_ migrations: [Migration]) { self.migrations = migrations }

    var version: Int { migrations.last?.version ?? 0 }

    /// Looks at a file before anything may write to it. What is not there or empty is fine.
    ///
    /// - Throws: ``SchemaProblem/newer(version:known:)``, ``SchemaProblem/foreign(applicationID:)``, ``DatabaseError``.
    func refuseStrangers(at path: String) throws {
        guard let size = FileSize.bytes(of: path), size > 0 else { return }
        do {
            try refuseStrangers(Connection(path: path, mode: .readOnly))
        } catch let error as DatabaseError where error.code & 0xff == SQLITE_READONLY {
            // A kill left a transaction half written, and only a writer may take it back: it is looked at after that.
        }
    }

    /// The same through a connection that is open.
    func refuseStrangers(_ connection: Connection) throws {
        let application = try connection.number("PRAGMA application_id")
        let found = try connection.number("PRAGMA user_version")
        let tables = try connection.number("SELECT count(*) FROM sqlite_schema")
        let isUntouched = application == 0 && found == 0 && tables == 0
        guard isUntouched || application == Self.applicationID else {
            throw SchemaProblem.foreign(applicationID: application)
        }
        guard found <= version else { throw SchemaProblem.newer(version: found, known: version) }
    }

    /// Runs what is missing, oldest first, each in a transaction of its own: a kill leaves a version that was.
    func migrate(_ connection: Connection) throws {
        let found = try connection.number("PRAGMA user_version")
        for migration in migrations where migration.version > found {
            try connection.transaction {
                try connection.execute(migration.script)
                let broken = try connection.rows("PRAGMA foreign_key_check") { $0.text(0) }
                if let table = broken.first { throw SchemaProblem.brokenReference(table: table) }
                try connection.execute(
                    "PRAGMA application_id = \(Self.applicationID); PRAGMA user_version = \(migration.version);"
                )
            }
        }
    }
}
