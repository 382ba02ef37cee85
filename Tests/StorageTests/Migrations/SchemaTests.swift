import Fakes
import FoundationEssentials
import Testing

@testable import Storage

struct SchemaTests {
    let folder = TemporaryDirectory()

    @Test func versionsRiseByOneWithoutGaps() {
        #expect(Migration.all.map(\.version) == Array(1...Migration.all.count))
    }

    @Test func theWholeListCanRunTwice() throws {
        let connection = try Connection(path: folder.file("twice"), mode: .readWrite)
        let schema = Schema(Migration.all)
        try schema.migrate(connection)
        let before = try connection.rows("SELECT name, sql FROM sqlite_schema ORDER BY name") { $0.text(0) }
        try schema.migrate(connection)
        for migration in Migration.all { try connection.execute(migration.script) }
        #expect(try connection.rows("SELECT name, sql FROM sqlite_schema ORDER BY name") { $0.text(0) } == before)
        #expect(try connection.number("PRAGMA user_version") == schema.version)
        #expect(try connection.number("PRAGMA application_id") == 0x4C4E_4757)
    }

    @Test(arguments: 0...Migration.all.count)
    func aStoreOfEveryOlderVersionIsBroughtUpToDate(version: Int) throws {
        let connection = try Connection(path: folder.file("older"), mode: .readWrite)
        try Schema(Array(Migration.all.prefix(version))).migrate(connection)
        try Schema(Migration.all).migrate(connection)
        #expect(try connection.number("PRAGMA user_version") == Migration.all.count)
        #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table'") == 6)
    }

    @Test func aStepThatFailsLeavesTheVersionBefore() throws {
        let connection = try Connection(path: folder.file("failing"), mode: .readWrite)
        let bad = Migration(version: 2, script: "CREATE TABLE half (id INTEGER) STRICT; CREATE TABLE intent (x TEXT);")
        let schema = Schema([.intents, bad])
        #expect(throws: DatabaseError.self) { try schema.migrate(connection) }
        #expect(try connection.number("PRAGMA user_version") == 1)
        #expect(try connection.number("SELECT count(*) FROM sqlite_schema WHERE name = 'half'") == 0)
    }

    @Test func aStepThatBreaksAReferenceIsRolledBack() throws {
        let connection = try Connection(path: folder.file("broken"), mode: .readWrite)
        let script = """
            CREATE TABLE parent (id INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE child (parent INTEGER REFERENCES parent (id) ON DELETE CASCADE) STRICT;
            INSERT INTO child VALUES (7);
            """
        let schema = Schema([Migration(version: 1, script: script)])
        #expect(throws: SchemaProblem.brokenReference(table: "child")) { try schema.migrate(connection) }
        #expect(try connection.number("PRAGMA user_version") == 0)
    }

    @Test func everyTableIsStrictAndEveryReferenceSaysWhatDeletionDoes() throws {
        let ours = try Connection(path: folder.file("ours"), mode: .readWrite)
        try Schema(Migration.all).migrate(ours)
        #expect(try Self.faults(ours) == [])
        // The walk itself must be able to find something.
        let loose = try Connection(path: folder.file("loose"), mode: .readWrite)
        try loose.execute("CREATE TABLE a (id INTEGER PRIMARY KEY); CREATE TABLE b (a INTEGER REFERENCES a) STRICT;")
        #expect(try Self.faults(loose) == ["a is not strict", "b.a says nothing about deletion"])
    }

    @Test func anEmptyOrMissingFileIsNoStranger() throws {
        let schema = Schema(Migration.all)
        try schema.refuseStrangers(at: folder.file("missing"))
        #expect(FileManager.default.createFile(atPath: folder.file("empty"), contents: Data()))
        try schema.refuseStrangers(at: folder.file("empty"))
    }

    @Test(arguments: ["PRAGMA application_id = 7", "CREATE TABLE theirs (x)", "PRAGMA user_version = 9"])
    func anotherProgramsDatabaseIsAStranger(script: String) throws {
        let path = folder.file("theirs")
        try Connection(path: path, mode: .readWrite).execute(script)
        let problem = #expect(throws: SchemaProblem.self) { try Schema(Migration.all).refuseStrangers(at: path) }
        #expect(problem?.blamesFile == true)
    }

    private static func faults(_ connection: Connection) throws -> [String] {
        let loose = try connection.rows(
            "SELECT name FROM pragma_table_list WHERE schema = 'main' AND NOT strict AND name NOT LIKE 'sqlite_%'"
        ) { "\($0.text(0)) is not strict" }
        let silent = try connection.rows(
            """
            SELECT t.name, k."from" FROM pragma_table_list t, pragma_foreign_key_list(t.name) k
            WHERE t.schema = 'main' AND k.on_delete = 'NO ACTION'
            """
        ) { "\($0.text(0)).\($0.text(1)) says nothing about deletion" }
        return loose + silent
    }
}
