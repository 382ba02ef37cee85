import Fakes
import FoundationEssentials
import Testing

@testable import Storage

struct ConnectionTests {
    let folder = TemporaryDirectory()

    @Test func textAndBlobsComeBackByteForByte() throws {
        let connection = try Connection(path: folder.file("values"), mode: .readWrite)
        try connection.execute("CREATE TABLE kept (text TEXT, number INTEGER, bytes BLOB) STRICT")
        let text = "a\0b — Sigur Rós 'quoted' \u{1F4FB}"
        try connection.run("INSERT INTO kept VALUES (?1, ?2, ?3)", [.text(text), .integer(.min), .blob([0, 255, 7])])
        try connection.run("INSERT INTO kept VALUES (?1, ?2, ?3)", [.null, .null, .null])
        let rows = try connection.rows("SELECT text, number, hex(bytes) FROM kept") {
            [$0.optionalText(0), $0.optionalInteger(1).map(String.init), $0.optionalText(2)]
        }
        #expect(rows == [[text, "\(Int.min)", "00FF07"], [nil, nil, ""]])
    }

    @Test func runCountsOnlyItsOwnChanges() throws {
        let connection = try Connection(path: folder.file("changes"), mode: .readWrite)
        try connection.execute("CREATE TABLE kept (number INTEGER) STRICT")
        #expect(try connection.run("INSERT INTO kept VALUES (1), (2), (3)") == 3)
        #expect(try connection.run("DELETE FROM kept WHERE number > 9") == 0)
        #expect(try connection.run("DELETE FROM kept WHERE number > 1") == 2)
    }

    @Test func errorsCarryCodeAndWords() throws {
        let connection = try Connection(path: folder.file("errors"), mode: .readWrite)
        let error = #expect(throws: DatabaseError.self) { try connection.run("SELECT some FROM nowhere") }
        #expect(error?.description == "SQL logic error: no such table: nowhere (1)")
    }

    @Test func aReadOnlyConnectionCannotWrite() throws {
        let path = folder.file("guarded")
        let owner = try Connection(path: path, mode: .readWrite)
        try owner.execute("CREATE TABLE kept (number INTEGER) STRICT")
        for mode in [Connection.Mode.readOnly, .immutable] {
            let guest = try Connection(path: path, mode: mode)
            let error = #expect(throws: DatabaseError.self) { try guest.run("INSERT INTO kept VALUES (1)") }
            #expect(error?.code == 8)
        }
    }

    @Test func anImmutableConnectionFindsAPathWithSpecialCharacters() throws {
        let path = folder.file("100% #1?.sqlite3")
        let owner = try Connection(path: path, mode: .readWrite)
        try owner.execute("PRAGMA user_version = 5")
        #expect(try Connection(path: path, mode: .immutable).number("PRAGMA user_version") == 5)
    }
}
