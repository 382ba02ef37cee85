import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Storage

struct DatabaseTests {
    let folder = TemporaryDirectory()

    @Test func aConnectionThatAcknowledgesFlushesEveryCommit() async throws {
        let database = try await Samples.database(in: folder)
        let found = try await database.read { connection in
            [
                try connection.rows("PRAGMA journal_mode") { $0.text(0) }.first ?? "",
                String(try connection.number("PRAGMA synchronous")),
                String(try connection.number("PRAGMA foreign_keys")),
            ]
        }
        #expect(found == ["wal", "2", "1"])
    }

    @Test func aWriteThatThrowsLeavesNothing() async throws {
        let database = try await Samples.database(in: folder)
        await #expect(throws: StoreError.failed("enough")) {
            try await database.write { connection in
                try connection.run("INSERT INTO playerSettings (player, volume) VALUES ('main', 40)")
                throw StoreError.failed("enough")
            }
        }
        #expect(try await database.read { try $0.number("SELECT count(*) FROM playerSettings") } == 0)
        try await database.write { try $0.run("INSERT INTO playerSettings (player, volume) VALUES ('main', 41)") }
        #expect(try await database.read { try $0.number("SELECT volume FROM playerSettings") } == 41)
    }

    @Test func whatTheLastWriteFailedWithIsKnownUntilOneSucceeds() async throws {
        let database = try await Samples.database(in: folder)
        #expect(database.writeFault.withLock { $0 } == nil)
        await #expect(throws: StoreError.self) {
            try await database.write { _ in throw DatabaseError(code: 13, message: "database or disk is full") }
        }
        #expect(database.writeFault.withLock { $0 } == "database or disk is full (13)")
        _ = try await database.read { try $0.number("SELECT 1") }
        #expect(database.writeFault.withLock { $0 } != nil, "a read says nothing of the disk")
        try await database.write { try $0.run("INSERT INTO playerSettings (player, volume) VALUES ('main', 40)") }
        #expect(database.writeFault.withLock { $0 } == nil)
    }

    @Test func jobsRunOnTheDatabasesOwnQueue() async throws {
        let database = try await Samples.database(in: folder)
        // preconditionIsolated asks checkIsolated of the executor, which traps anywhere but on its queue.
        try await database.write { _ in database.preconditionIsolated() }
    }

    @Test func afterCloseEveryCallFailsWithWords() async throws {
        let database = try await Samples.database(in: folder)
        await database.close()
        await #expect(throws: StoreError.failed("the database is closed (21)")) {
            try await database.read { try $0.number("SELECT 1") }
        }
    }

    @Test func aFullDiskIsSaidInSQLitesWordsAndWhatWasAcknowledgedStays() async throws {
        let database = try await Samples.database(in: folder)
        let receipts = SQLiteReceipts(database: database)
        _ = try await database.read { connection in
            try connection.number("PRAGMA max_page_count = \(try connection.number("PRAGMA page_count") + 1)")
        }
        let seen = ["text": String(repeating: "x", count: 3000)]
        var acknowledged = 0
        var refusal: StoreError?
        while refusal == nil, acknowledged < 100 {
            do {
                let step = ReceiptStep(.accepted, after: .zero, seen: seen)
                try await receipts.save(Samples.receipt(acknowledged + 1, steps: [step]))
                acknowledged += 1
            } catch {
                refusal = error as? StoreError
            }
        }
        #expect(refusal == .failed("database or disk is full (13)"))
        #expect(acknowledged > 0)
        #expect(try await receipts.receipts(limit: 200).count == acknowledged)
        #expect(try await receipts.receipts(limit: 1).first?.generation == Generation(acknowledged))
    }

    @Test func foreignKeysAreHeld() async throws {
        let database = Database()
        let script = """
            CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE child (parent INTEGER NOT NULL REFERENCES parent (id) ON DELETE RESTRICT) STRICT;
            """
        try await database.open(path: folder.file("keys"), migrations: [Migration(version: 1, script: script)])
        await #expect(throws: StoreError.self) {
            try await database.write { try $0.run("INSERT INTO child (parent) VALUES (7)") }
        }
    }
}
