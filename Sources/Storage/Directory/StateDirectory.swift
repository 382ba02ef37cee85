internal import FoundationEssentials
internal import Glibc

/// The folder that holds the host's state; only its owner may look inside.
struct StateDirectory: Sendable {
    static let databaseName = "longwave.sqlite3"

    let path: String

    var database: String { "\(path)/\(Self.databaseName)" }

    /// Creates the folder and what of its parents is missing, for the owner alone, and makes the names durable.
    func create() throws {
        var made: [String] = []
        var at = path
        while !at.isEmpty, access(at, F_OK) != 0 {
            made.append(at)
            at = String(at[..<(at.lastIndex(of: "/") ?? at.startIndex)])
        }
        for folder in made.reversed() {
            guard mkdir(folder, 0o700) == 0 || errno == EEXIST else { throw SystemError("cannot create \(folder)") }
        }
        if !made.isEmpty { try Self.sync(at.isEmpty ? (path.hasPrefix("/") ? "/" : ".") : at) }
    }

    /// Creates an empty database file that only the owner can read; SQLite gives its log the same rights.
    func createDatabaseFile() throws {
        let descriptor = Glibc.open(database, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("cannot open \(database)") }
        close(descriptor)
        try Self.sync(path)
    }

    /// Renames the database and its log out of the way; the bytes stay as they are.
    ///
    /// - Returns: the new name of the database; its log goes by the same name with SQLite's suffix, so that SQLite
    ///   still finds it.
    func setDatabaseAside(at date: Date) throws -> String {
        let style = Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted)
        let stem = "\(Self.databaseName).broken-\(date.formatted(style))"
        var name = stem
        var number = 1
        while access("\(path)/\(name)", F_OK) == 0 {
            number += 1
            name = "\(stem)-\(number)"
        }
        // Logs go first: left beside a new database they would be taken for that one's.
        for suffix in ["-journal", "-wal", "-shm", ""] where access(database + suffix, F_OK) == 0 {
            guard rename(database + suffix, "\(path)/\(name)\(suffix)") == 0 else {
                throw SystemError("cannot rename \(database)\(suffix)")
            }
        }
        try Self.sync(path)
        return name
    }

    /// Names of databases that were set aside earlier.
    func setAside() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { name in
                name.hasPrefix("\(Self.databaseName).broken-")
                    && !["-journal", "-wal", "-shm"].contains { name.hasSuffix($0) }
            }
            .sorted()
    }

    private static func sync(_ folder: String) throws {
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError("cannot open \(folder)") }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw SystemError("cannot sync \(folder)") }
    }
}
