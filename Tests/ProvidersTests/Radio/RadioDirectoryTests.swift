import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Providers

/// Real files and the system's own notices of change; a change that never arrives runs into the time limit.
@Suite(.timeLimit(.minutes(3)))
struct RadioDirectoryTests {
    private let root: TemporaryFolder
    private let log = Log()

    init() throws {
        self.root = try TemporaryFolder()
        try root.make("shipped")
        try root.write(
            "{ stations: [{ id: 'us.one', name: 'One', streams: [{ url: 'https://a.example/', grade: 'A' }] }] }",
            to: "shipped/us.json5"
        )
    }

    private func directory(own: String = "config/stations") -> RadioDirectory {
        RadioDirectory(
            shipped: root.path + "/shipped",
            own: "\(root.path)/\(own)",
            clock: ImpatientClock(),
            log: log
        )
    }

    /// Runs `body` while the directory follows its folder.
    private func follow(_ directory: RadioDirectory, _ body: (Follower) async throws -> Void) async throws {
        let follower = Follower(directory: directory, changes: await directory.changes())
        let run = Task { await directory.run() }
        do { try await body(follower) } catch {
            run.cancel()
            await run.value
            throw error
        }
        run.cancel()
        await run.value
    }

    @Test func itIsReadWhenItIsFirstAskedFor() async throws {
        let directory = directory()
        let catalogue = await directory.catalogue()
        #expect(catalogue.ids == ["us.one"] && catalogue.revision == 1 && catalogue.problems.isEmpty)
        #expect(await directory.catalogue().revision == 1)
    }

    @Test(arguments: ["config/stations", "stations", "a/b/c/stations"])
    func aFolderThatComesLaterIsFound(own: String) async throws {
        try await follow(directory(own: own)) { follower in
            await follower.wait { $0.ids == ["us.one"] }
            try root.make(own)
            try root.write(stationsText("de.mine"), to: "\(own)/mine.json5")
            let catalogue = await follower.wait { $0.ids == ["de.mine", "us.one"] }
            #expect(catalogue.revision > 1)
        }
    }

    @Test func filesCanBeAddedSavedAndRemoved() async throws {
        try root.make("config/stations")
        try await follow(directory()) { follower in
            try root.write(stationsText("de.a"), to: "config/stations/a.json5")
            await follower.wait { $0.ids == ["de.a", "us.one"] }
            try root.write(stationsText("de.a", "de.b"), to: "config/stations/a.json5")
            await follower.wait { $0.ids == ["de.a", "de.b", "us.one"] }
            try root.write(stationsText("de.c"), to: "config/next")
            try root.move("config/next", to: "config/stations/a.json5")
            await follower.wait { $0.ids == ["de.c", "us.one"] }
            try root.move("config/stations/a.json5", to: "config/stations/a.json5.off")
            await follower.wait { $0.ids == ["us.one"] }
            try root.move("config/stations/a.json5.off", to: "config/stations/a.json5")
            await follower.wait { $0.ids == ["de.c", "us.one"] }
            try root.remove("config/stations/a.json5")
            let catalogue = await follower.wait { $0.ids == ["us.one"] }
            #expect(catalogue.problems.isEmpty)
        }
    }

    @Test func theFolderCanGoComeBackAndBeReplaced() async throws {
        try root.make("config/stations")
        try root.write(stationsText("de.a"), to: "config/stations/a.json5")
        try await follow(directory()) { follower in
            await follower.wait { $0.ids == ["de.a", "us.one"] }
            try root.remove("config/stations")
            await follower.wait { $0.ids == ["us.one"] }
            try root.remove("config")
            try root.make("config/stations")
            try root.write(stationsText("de.b"), to: "config/stations/a.json5")
            await follower.wait { $0.ids == ["de.b", "us.one"] }
            try root.make("config/new")
            try root.write(stationsText("de.c"), to: "config/new/a.json5")
            try root.move("config/stations", to: "config/old")
            await follower.wait { $0.ids == ["us.one"] }
            try root.move("config/new", to: "config/stations")
            await follower.wait { $0.ids == ["de.c", "us.one"] }
            // The watch must be on the new folder, not on the one that was moved away.
            try root.write(stationsText("de.d"), to: "config/stations/b.json5")
            await follower.wait { $0.ids == ["de.c", "de.d", "us.one"] }
        }
    }

    @Test func aLinkedFolderIsFollowedWhereverItPoints() async throws {
        try root.make("config")
        try root.make("first")
        try root.make("second")
        try root.write(stationsText("de.first"), to: "first/a.json5")
        try root.write(stationsText("de.second"), to: "second/a.json5")
        try root.link("config/stations", to: "\(root.path)/first")
        try await follow(directory()) { follower in
            await follower.wait { $0.ids == ["de.first", "us.one"] }
            try root.link("config/next", to: "\(root.path)/second")
            try root.move("config/next", to: "config/stations")
            await follower.wait { $0.ids == ["de.second", "us.one"] }
            try root.write(stationsText("de.third"), to: "second/b.json5")
            await follower.wait { $0.ids == ["de.second", "de.third", "us.one"] }
        }
    }

    @Test func aBrokenFileKeepsItsStationsAndSaysWhere() async throws {
        try root.make("config/stations")
        try root.write(stationsText("de.a"), to: "config/stations/a.json5")
        try root.write(stationsText("de.b"), to: "config/stations/b.json5")
        try await follow(directory()) { follower in
            await follower.wait { $0.ids == ["de.a", "de.b", "us.one"] }
            try root.write("{ stations: [\n  { id: 'de.a', name: }\n] }", to: "config/stations/a.json5")
            let broken = await follower.wait {
                !$0.problems.isEmpty && $0.problems.allSatisfy { $0.reason.contains("line 2") }
            }
            #expect(broken.ids == ["de.a", "de.b", "us.one"])
            #expect(broken.problems.map(\.file) == ["a.json5"])
            #expect(broken.problems[0].reason.contains("what it said before stays in use"))
            #expect(log.events.contains("stations_problem"))
            try root.write(stationsText("de.c"), to: "config/stations/a.json5")
            let mended = await follower.wait { $0.ids == ["de.c", "de.b", "us.one"] }
            #expect(mended.problems.isEmpty)
            try root.remove("config/stations/a.json5")
            await follower.wait { $0.ids == ["de.b", "us.one"] }
        }
    }

    @Test func aFileThatCannotBeOpenedKeepsItsStations() async throws {
        try root.make("config/stations")
        try root.write(stationsText("de.a"), to: "config/stations/a.json5")
        try await follow(directory()) { follower in
            await follower.wait { $0.ids == ["de.a", "us.one"] }
            try root.link("config/loop", to: "loop")
            try root.move("config/loop", to: "config/stations/a.json5")
            let catalogue = await follower.wait { !$0.problems.isEmpty }
            #expect(catalogue.ids == ["de.a", "us.one"])
        }
    }

    @Test func aFolderThatCannotBeOpenedKeepsItsStations() async throws {
        try root.make("config/stations")
        try root.write(stationsText("de.a"), to: "config/stations/a.json5")
        try await follow(directory()) { follower in
            await follower.wait { $0.ids == ["de.a", "us.one"] }
            try root.link("config/loop", to: "loop")
            try root.move("config/stations", to: "config/away")
            try root.move("config/loop", to: "config/stations")
            let catalogue = await follower.wait { !$0.problems.isEmpty || $0.ids == ["us.one"] }
            // Between the two moves there really was no folder; then there is nothing to keep.
            if catalogue.problems.isEmpty { return }
            #expect(catalogue.ids == ["de.a", "us.one"])
        }
    }

    @Test func aBrokenFirstReadIsMendedByTheNext() async throws {
        try root.make("config/stations")
        try root.write("{", to: "config/stations/a.json5")
        try await follow(directory()) { follower in
            let broken = await follower.wait { !$0.problems.isEmpty }
            #expect(broken.ids == ["us.one"])
            #expect(!broken.problems[0].reason.contains("before"))
            try root.write(stationsText("de.a"), to: "config/stations/a.json5")
            let mended = await follower.wait { $0.ids == ["de.a", "us.one"] }
            #expect(mended.problems.isEmpty)
        }
    }

    @Test func aBurstOfChangesIsOneChangeAndNoChangeIsNone() async throws {
        try root.make("config/stations")
        let clock = ManualClock()
        let (events, watch) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let directory = RadioDirectory(
            shipped: root.path + "/shipped",
            own: root.path + "/config/stations",
            clock: clock,
            log: log,
            watch: { _ in events }
        )
        #expect(await directory.catalogue().revision == 1)
        let changes = await directory.changes()
        let run = Task { await directory.run() }
        watch.yield()
        await clock.sleepers()
        try root.write("{", to: "config/stations/a.json5")
        watch.yield()
        try root.write(stationsText("de.a"), to: "config/stations/a.json5")
        clock.advance(by: RadioDirectory.settlingTime)
        await clock.sleepers()
        #expect(await directory.catalogue().ids == ["de.a", "us.one"])
        // The second notice finds nothing new.
        clock.advance(by: RadioDirectory.settlingTime)
        watch.finish()
        await run.value
        #expect(await directory.catalogue().revision == 2)
        for await revision in changes {
            #expect(revision == 2)
            break
        }
    }

    @Test func withoutNoticesTheFolderIsPolled() async throws {
        let clock = ManualClock()
        let directory = RadioDirectory(
            shipped: root.path + "/shipped",
            own: root.path + "/config/stations",
            clock: clock,
            log: log,
            watch: { _ in nil }
        )
        let changes = await directory.changes()
        let run = Task { await directory.run() }
        await clock.sleepers()
        #expect(log.events == ["stations_unwatched"])
        try root.make("config/stations")
        try root.write(stationsText("de.a"), to: "config/stations/a.json5")
        clock.advance(by: RadioDirectory.pollingTime)
        for await _ in changes { break }
        #expect(await directory.catalogue().ids == ["de.a", "us.one"])
        run.cancel()
        await run.value
    }

    @Test func noSecretOfAUsersStationIsLogged() async throws {
        try root.make("config/stations")
        try root.write(
            "{ stations: [{ id: 'de.a', name: 'A', streams: [{ url: 'https://u:secret@a.example/?token=secret', secret: 1 }] }] }",
            to: "config/stations/a.json5"
        )
        let catalogue = await directory().catalogue()
        #expect(!catalogue.problems.isEmpty)
        #expect(catalogue.problems.allSatisfy { !$0.reason.contains("token") && !$0.reason.contains("u:secret") })
        #expect(log.fields.allSatisfy { !$0.contains("token") && !$0.contains("u:secret") })
    }
}

/// Waits for a catalogue by the directory's own changes.
private struct Follower {
    let directory: RadioDirectory
    let changes: AsyncStream<Int>

    @discardableResult func wait(until isThere: (StationCatalogue) -> Bool) async -> StationCatalogue {
        var catalogue = await directory.catalogue()
        while !isThere(catalogue) {
            // The time limit cancels; then what is there is what the expectations see.
            if Task.isCancelled {
                Issue.record("still waiting at revision \(catalogue.revision): \(catalogue.ids) \(catalogue.problems)")
                break
            }
            for await _ in changes { break }
            catalogue = await directory.catalogue()
        }
        return catalogue
    }
}

/// Never waits: every deadline has come already.
private struct ImpatientClock: HostClock {
    var now: Duration { .zero }
    var date: Date { Date(timeIntervalSince1970: 0) }
    func sleep(until deadline: Duration) async throws {
        await Task.yield()
        try Task.checkCancellation()
    }
}

private final class Log: LogSink {
    private let lines = Lock<[(event: String, fields: [String])]>([])

    var events: [String] { lines.withLock { $0.map(\.event) } }
    var fields: [String] { lines.withLock { $0.flatMap(\.fields) } }

    func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)]) {
        let values = fields.map(\.1)
        lines.withLock { $0.append((event, values)) }
    }
}
