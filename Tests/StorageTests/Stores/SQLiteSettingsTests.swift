import Fakes
import Model
import Testing

@testable import Storage

struct SQLiteSettingsTests {
    let folder = TemporaryDirectory()

    @Test(arguments: [
        PlayerSettings(),
        PlayerSettings(volume: Volume(percent: 0), isMuted: false, output: .auto),
        PlayerSettings(volume: Volume(percent: 100), isMuted: true, output: .device("pulse/lab")),
        PlayerSettings(volume: nil, isMuted: nil, output: .null),
    ])
    func settingsComeBackAsTheyWereSavedAndNeverSetStaysNeverSet(settings: PlayerSettings) async throws {
        let store = SQLiteSettings(database: try await Samples.database(in: folder))
        try await store.save(settings, of: .main)
        #expect(try await store.settings(of: .main) == settings)
        #expect(try await store.settings(of: PlayerID("attic")) == PlayerSettings())
    }

    @Test func savingEqualSettingsWritesNothing() async throws {
        let database = try await Samples.database(in: folder)
        let store = SQLiteSettings(database: database)
        let settings = PlayerSettings(volume: Volume(percent: 40), isMuted: nil, output: .device("alsa/default"))
        let start = await database.pagesWritten
        try await store.save(settings, of: .main)
        let first = await database.pagesWritten
        try await store.save(settings, of: .main)
        let second = await database.pagesWritten
        try await store.save(PlayerSettings(volume: Volume(percent: 41)), of: .main)
        let third = await database.pagesWritten
        #expect(first > start)
        #expect(second == first)
        #expect(third > second)
    }
}
