import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Storage

struct SQLiteIntentsTests {
    let folder = TemporaryDirectory()

    @Test(arguments: [Intent.Wanted.playing, .paused, .stopped])
    func anIntentComesBackAsItWasSaved(wanted: Intent.Wanted) async throws {
        let intents = SQLiteIntents(database: try await Samples.database(in: folder))
        let saved = Samples.intent(7, title: wanted == .paused ? nil : "Kiss 'n' Tell — FM", wanted: wanted)
        try await intents.save(saved)
        #expect(try await intents.intent(of: .main) == saved)
    }

    @Test func theNewestIntentOfAPlayerReplacesItsOlderOneAndNoOthers() async throws {
        let intents = SQLiteIntents(database: try await Samples.database(in: folder))
        let kitchen = PlayerID("kitchen")
        try await intents.save(Samples.intent(1, player: kitchen, station: "fr.fip"))
        try await intents.save(Samples.intent(1))
        try await intents.save(Samples.intent(2, station: "us.wfmu"))
        #expect(try await intents.intent(of: .main)?.media == .station("us.wfmu"))
        #expect(try await intents.intent(of: kitchen)?.media == .station("fr.fip"))
        #expect(try await intents.intent(of: PlayerID("attic")) == nil)
    }

    @Test func aRowThatThisProgramNeverWritesIsAnErrorNotAGuess() async throws {
        let database = try await Samples.database(in: folder)
        let intents = SQLiteIntents(database: database)
        try await intents.save(Samples.intent(1))
        try await database.write { try $0.run("UPDATE intent SET media = 'http://user:secret@host/'") }
        let error = await #expect(throws: StoreError.self) { try await intents.intent(of: .main) }
        #expect(error != nil)
    }

    /// Every acknowledged intent is on the disk: cut the log anywhere behind it and it is still there; cut within a
    /// later one and the earlier is whole.
    @Test func aPowerCutAtAnyByteKeepsWhatWasAcknowledged() async throws {
        let path = folder.file("test.sqlite3")
        let database = try await Samples.database(in: folder)
        let intents = SQLiteIntents(database: database)
        try await intents.save(Samples.intent(1))
        var acknowledged = [(generation: 1, bytes: try #require(FileSize.bytes(of: path + "-wal")))]
        for generation in 2...12 {
            try await intents.save(Samples.intent(generation, title: String(repeating: "t", count: generation * 90)))
            acknowledged.append((generation, try #require(FileSize.bytes(of: path + "-wal"))))
        }
        let main = try #require(FileManager.default.contents(atPath: path))
        let log = try #require(FileManager.default.contents(atPath: path + "-wal"))
        #expect(acknowledged.last?.bytes == log.count)

        var random = SystemRandomNumberGenerator()
        let first = acknowledged[0].bytes
        let cuts = acknowledged.map(\.bytes) + (0..<150).map { _ in Int.random(in: first...log.count, using: &random) }
        for cut in cuts {
            let after = TemporaryDirectory()
            let torn = (0..<Int.random(in: 0...600, using: &random)).map { _ in UInt8.random(in: 0...255) }
            #expect(FileManager.default.createFile(atPath: after.file("test.sqlite3"), contents: main))
            #expect(
                FileManager.default.createFile(
                    atPath: after.file("test.sqlite3-wal"),
                    contents: log.prefix(cut) + torn
                )
            )
            let found = try await SQLiteIntents(database: Samples.database(in: after)).intent(of: .main)
            let expected = acknowledged.last { $0.bytes <= cut }?.generation
            #expect(found?.generation.number == expected, "cut at \(cut)")
        }
    }
}
