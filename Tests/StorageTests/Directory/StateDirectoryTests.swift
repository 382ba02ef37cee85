import Fakes
import FoundationEssentials
import Glibc
import Testing

@testable import Storage

struct StateDirectoryTests {
    let folder = TemporaryDirectory()

    @Test func foldersAndFilesAreForTheOwnerAlone() throws {
        let directory = StateDirectory(path: folder.file("deep/state"))
        try directory.create()
        try directory.create()
        try directory.createDatabaseFile()
        #expect(try Self.mode(folder.file("deep")) == 0o700)
        #expect(try Self.mode(directory.path) == 0o700)
        #expect(try Self.mode(directory.database) == 0o600)
    }

    @Test func aFolderThatCannotBeMadeIsSaidInTheSystemsWords() throws {
        #expect(FileManager.default.createFile(atPath: folder.file("file"), contents: Data()))
        let error = #expect(throws: SystemError.self) { try StateDirectory(path: folder.file("file/state")).create() }
        #expect(error?.code == ENOTDIR)
        #expect(error?.description.hasSuffix(": Not a directory") == true)
    }

    @Test func settingAsideKeepsEveryByteAndNeverOverwrites() throws {
        let directory = StateDirectory(path: folder.path)
        let date = Date(timeIntervalSince1970: 1_800_000_000)
        for round in ["one", "two"] {
            for suffix in ["", "-wal", "-shm", "-journal"] {
                let contents = Data("\(round)\(suffix)".utf8)
                #expect(FileManager.default.createFile(atPath: directory.database + suffix, contents: contents))
            }
            let name = try directory.setDatabaseAside(at: date)
            let expected = "longwave.sqlite3.broken-20270115T080000Z"
            #expect(name == (round == "one" ? expected : expected + "-2"))
        }
        let texts = try Samples.bytes(in: folder).mapValues { String(decoding: $0, as: UTF8.self) }
        #expect(
            texts == [
                "longwave.sqlite3.broken-20270115T080000Z": "one",
                "longwave.sqlite3.broken-20270115T080000Z-wal": "one-wal",
                "longwave.sqlite3.broken-20270115T080000Z-shm": "one-shm",
                "longwave.sqlite3.broken-20270115T080000Z-journal": "one-journal",
                "longwave.sqlite3.broken-20270115T080000Z-2": "two",
                "longwave.sqlite3.broken-20270115T080000Z-2-wal": "two-wal",
                "longwave.sqlite3.broken-20270115T080000Z-2-shm": "two-shm",
                "longwave.sqlite3.broken-20270115T080000Z-2-journal": "two-journal",
            ]
        )
        #expect(try directory.setAside().count == 2)
    }

    private static func mode(_ path: String) throws -> UInt32 {
        var status = stat()
        try #require(stat(path, &status) == 0)
        return status.st_mode & 0o777
    }
}
