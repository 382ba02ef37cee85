import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Storage

struct SQLitePresetsTests {
    let folder = TemporaryDirectory()

    @Test func aListComesBackInItsOrderAndReplacesTheOneBefore() async throws {
        let store = SQLitePresets(database: try await Samples.database(in: folder))
        #expect(try await store.presets() == [])
        let first = try (0..<5).map { try Samples.preset($0) }
        try await store.save(first)
        #expect(try await store.presets() == first)
        let second = Array(try (3..<9).map { try Samples.preset($0) }.reversed())
        try await store.save(second)
        #expect(try await store.presets() == second)
        try await store.save([])
        #expect(try await store.presets() == [])
    }

    @Test func placesOnTheDiskAreDense() async throws {
        let database = try await Samples.database(in: folder)
        let store = SQLitePresets(database: database)
        try await store.save(try (0..<4).map { try Samples.preset($0) })
        try await store.save(try [3, 0].map { try Samples.preset($0) })
        let places = try await database.read { connection in
            try connection.rows("SELECT position FROM preset ORDER BY position") { $0.integer(0) }
        }
        #expect(places == [0, 1])
    }

    @Test func aListWithADoubleIsRefusedWhole() async throws {
        let store = SQLitePresets(database: try await Samples.database(in: folder))
        let kept = try [Samples.preset(1), Samples.preset(2)]
        try await store.save(kept)
        await #expect(throws: StoreError.self) { try await store.save([try Samples.preset(3), try Samples.preset(3)]) }
        #expect(try await store.presets() == kept)
    }

    @Test(arguments: ["UPDATE preset SET media = 'http://user:secret@host/'", "UPDATE preset SET id = 'x'"])
    func aRowThatThisProgramNeverWritesIsAnErrorNotAGuess(script: String) async throws {
        let database = try await Samples.database(in: folder)
        let store = SQLitePresets(database: database)
        try await store.save([try Samples.preset(1)])
        try await database.write { try $0.run(script) }
        await #expect(throws: StoreError.self) { try await store.presets() }
    }
}
