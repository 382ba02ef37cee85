import Fakes
import FoundationEssentials
import Glibc
import Model
import Testing

@testable import Storage

struct StateStoreTests {
    let folder = TemporaryDirectory()
    var database: String { folder.file("longwave.sqlite3") }

    @Test func everythingSavedIsThereInTheNextRun() async throws {
        let settings = PlayerSettings(volume: Volume(percent: 55), isMuted: true, output: .null)
        let token = OwnerToken(id: "t", label: "Phone", createdAt: Samples.date)
        do {
            let store = try await Samples.open(folder)
            #expect(!store.isDegraded)
            try await store.intents.save(Samples.intent(3))
            try await store.settings.save(settings, of: .main)
            try await store.receipts.save(Samples.receipt(3, verdict: .confirmed))
            try await store.tokens.add(token, hash: [UInt8](repeating: 1, count: 32))
            try await store.presets.save([Samples.preset(2), Samples.preset(1)])
            #expect(await store.pagesWritten() > 0)
            await store.close()
        }
        let store = try await Samples.open(folder)
        #expect(try await store.presets.presets() == [Samples.preset(2), Samples.preset(1)])
        #expect(try await store.intents.intent(of: .main) == Samples.intent(3))
        #expect(try await store.settings.settings(of: .main) == settings)
        #expect(try await store.receipts.receipts(limit: 9) == [Samples.receipt(3, verdict: .confirmed)])
        #expect(try await store.tokens.tokens() == [token])
        #expect(await store.pagesWritten() == 0)
    }

    @Test func aWriteThatIsNotTakenIsSaidAsTheStoragesState() async throws {
        let store = try await Samples.open(folder)
        #expect(store.problem == nil)
        await store.close()
        await #expect(throws: StoreError.self) { try await store.intents.save(Samples.intent(1)) }
        #expect(store.problem?.contains("not kept") == true)
        #expect(!store.isDegraded)
    }

    @Test func aSecondHostIsTurnedAwayAndChangesNothing() async throws {
        let store = try await Samples.open(folder)
        try await store.intents.save(Samples.intent(1))
        let before = try Samples.bytes(in: folder)
        let problem = await #expect(throws: StorageProblem.self) { try await Samples.open(folder) }
        #expect(problem == .inUse(directory: folder.path, pid: Int(getpid())))
        #expect(problem?.description.contains("--state") == true)
        #expect(try Samples.bytes(in: folder) == before)
        withExtendedLifetime(store) {}
    }

    enum Damage: CaseIterable { case noDatabase, truncated, scribbled, foreign, unmigratable }

    @Test(arguments: Damage.allCases)
    func aBrokenDatabaseIsSetAsideWholeAndTheHostRunsDegraded(damage: Damage) async throws {
        try await Self.fill(folder)
        try Self.inflict(damage, on: database)
        let broken = try #require(FileManager.default.contents(atPath: database))
        let log = RecordedLog()
        do {
            let store = try await Samples.open(folder, log: log)
            let degradation = try #require(store.degradation)
            let name = try #require(degradation.setAside)
            #expect(name.hasPrefix("longwave.sqlite3.broken-2027"))
            #expect(degradation.reason.contains(name))
            #expect(FileManager.default.contents(atPath: folder.file(name)) == broken)
            #expect(!FileManager.default.fileExists(atPath: database))
            #expect(log.lines.map(\.level) == [.error])
            #expect(log.lines.map(\.event) == ["storage_degraded"])

            try await store.intents.save(Samples.intent(9))
            #expect(try await store.intents.intent(of: .main) == Samples.intent(9))
            try await store.receipts.save(Samples.receipt(1))
            #expect(try await store.receipts.receipts(limit: 9).count == 1)
            await #expect(throws: StoreError.degraded) { try await store.settings.save(PlayerSettings(), of: .main) }
            await #expect(throws: StoreError.degraded) { try await store.tokens.tokens() }
        }
        // The next run starts on a fresh database, knows nothing of the degraded one, and says what lies aside.
        let next = try await Samples.open(folder, log: log)
        #expect(!next.isDegraded)
        #expect(try await next.intents.intent(of: .main) == nil)
        #expect(log.lines.last?.event == "storage_set_aside_found")
    }

    @Test func aDamagedPageElsewhereLeavesTheSavedIntentAndVolumePlaying() async throws {
        try await Self.fill(folder)
        try Self.inflict(.scribbled, on: database)
        let store = try await Samples.open(folder)
        #expect(store.isDegraded)
        #expect(try await store.intents.intent(of: .main) == Samples.intent(5))
        #expect(try await store.settings.settings(of: .main).volume == Volume(percent: 20))
        #expect(try await store.presets.presets() == [Samples.preset(7)])
        await #expect(throws: StoreError.degraded) { try await store.presets.save([]) }
    }

    @Test func aDatabaseFromBeforeThePresetsStillGivesItsIntent() async throws {
        try await Self.fill(folder)
        try Self.inflict(.unmigratable, on: database)
        let store = try await Samples.open(folder)
        #expect(store.isDegraded)
        #expect(try await store.intents.intent(of: .main) == Samples.intent(5))
        await #expect(throws: StoreError.degraded) { try await store.presets.presets() }
    }

    @Test func theLogOfABrokenDatabaseIsReadToo() async throws {
        try await Self.fill(folder)
        let copy = TemporaryDirectory()
        do {
            let store = try await Samples.open(folder)
            try await store.intents.save(Samples.intent(6))
            // As a kill would leave it: the newest intent stands only in the log.
            for (name, bytes) in try Samples.bytes(in: folder) {
                #expect(FileManager.default.createFile(atPath: copy.file(name), contents: bytes))
            }
        }
        try Self.inflict(.scribbled, on: copy.file("longwave.sqlite3"))
        let before = try Samples.bytes(in: copy)
        let store = try await Samples.open(copy)
        let name = try #require(store.degradation?.setAside)
        #expect(try await store.intents.intent(of: .main) == Samples.intent(6))
        let after = try Samples.bytes(in: copy)
        for suffix in ["", "-wal"] { #expect(after[name + suffix] == before["longwave.sqlite3" + suffix]) }
    }

    @Test func aTransactionThatAKillLeftHalfWrittenIsTakenBack() async throws {
        try await Self.fill(folder)
        let copy = TemporaryDirectory()
        do {
            // The cache holds next to nothing, so that pages reach the file before the commit.
            let connection = try Connection(path: database, mode: .readWrite)
            try connection.execute(
                "PRAGMA journal_mode = DELETE; PRAGMA cache_size = 2; BEGIN; UPDATE intent SET generation = 99;"
                    + "UPDATE receipt SET steps = steps || ' ', generation = 99;"
            )
            for name in ["longwave.sqlite3", "longwave.sqlite3-journal"] {
                let contents = try #require(FileManager.default.contents(atPath: folder.file(name)))
                #expect(FileManager.default.createFile(atPath: copy.file(name), contents: contents))
            }
        }
        let store = try await Samples.open(copy)
        #expect(!store.isDegraded)
        #expect(try await store.intents.intent(of: .main) == Samples.intent(5))
        #expect(try await store.receipts.receipts(limit: 1).first?.generation == Generation(40))
    }

    @Test func aNewerProgramsDatabaseIsLeftAlone() async throws {
        try await Self.fill(folder)
        do {
            // The newer schema stands only in the log, as after a kill.
            let connection = try Connection(path: database, mode: .readWrite)
            try connection.execute("PRAGMA wal_autocheckpoint = 0; PRAGMA user_version = 99;")
            let copy = TemporaryDirectory()
            for name in ["longwave.sqlite3", "longwave.sqlite3-wal"] {
                let contents = FileManager.default.contents(atPath: folder.file(name))
                #expect(FileManager.default.createFile(atPath: copy.file(name), contents: contents))
            }
            let before = try Samples.bytes(in: copy)
            do {
                let store = try await Samples.open(copy)
                let degradation = try #require(store.degradation)
                #expect(degradation.setAside == nil)
                #expect(degradation.reason.contains("version 99"))
                #expect(try await store.intents.intent(of: .main) == nil)
            }
            let after = try Samples.bytes(in: copy)
            for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
        }
    }

    @Test func aFolderThatCannotBeMadeStartsDegraded() async throws {
        #expect(FileManager.default.createFile(atPath: folder.file("file"), contents: Data()))
        let path = folder.file("file/state")
        let log = RecordedLog()
        let store = try await StateStore.open(directory: path, date: Samples.date, log: log)
        #expect(store.degradation?.reason.contains("Not a directory") == true)
        #expect(store.degradation?.setAside == nil)
        #expect(log.lines.map(\.event) == ["storage_degraded"])
        try await store.intents.save(Samples.intent(1))
        #expect(try await store.intents.intent(of: .main) == Samples.intent(1))
    }

    @Test func aDiskAtFaultIsNotBlamedOnTheFile() async throws {
        try await Self.fill(folder)
        // A folder where the log should be: SQLite cannot open its log, and the database is sound.
        try FileManager.default.createDirectory(
            atPath: database + "-wal",
            withIntermediateDirectories: false
        )
        let before = try #require(FileManager.default.contents(atPath: database))
        let store = try await Samples.open(folder)
        #expect(store.degradation?.setAside == nil)
        #expect(store.degradation?.reason.contains("unable to open database file") == true)
        #expect(FileManager.default.contents(atPath: database) == before)
    }

    @Test func aReadOnlyDirectoryStartsDegradedWithWhatWasSaved() async throws {
        try await Self.fill(folder)
        let path: String = folder.path
        // In a child, for root must give up its rights first, and with them those of every other test.
        await #expect(processExitsWith: .success) { [path = path as String] in
            guard chmod(path, 0o755) == 0, chmod(path + "/longwave.sqlite3", 0o444) == 0,
                chmod(path + "/lock", 0o444) == 0, chmod(path, 0o555) == 0
            else { exit(2) }
            if geteuid() == 0 { guard seteuid(65534) == 0 else { exit(3) } }
            let store = try await StateStore.open(directory: path, date: Samples.date, log: RecordedLog())
            guard let degradation = store.degradation else { exit(4) }
            guard degradation.reason.contains("Permission denied"), degradation.setAside == nil else { exit(5) }
            guard try await store.intents.intent(of: .main) == Samples.intent(5) else { exit(6) }
            guard try await store.settings.settings(of: .main).volume == Volume(percent: 20) else { exit(7) }
            exit(EXIT_SUCCESS)
        }
        _ = chmod(path, 0o700)
    }

    /// Kills a child that opens the store and saves one intent after another, at 24 random moments; in every fourth the
    /// opening, with its migrations, is a target too.
    @Test(arguments: 0..<24)
    func aKillAtAnyMomentKeepsTheLastAcknowledgedIntent(round: Int) async throws {
        let path: String = folder.path
        let isOpeningATarget: Bool = round.isMultiple(of: 4)
        let microseconds = Int.random(in: isOpeningATarget ? 300...6000 : 300...25_000)
        await #expect(processExitsWith: .signal(SIGALRM)) {
            [path = path as String, isOpeningATarget = isOpeningATarget as Bool, microseconds = microseconds as Int] in
            // The alarm's default action ends the process as abruptly as a kill, without a second thread or a wait.
            var timer = itimerval()
            timer.it_value.tv_usec = microseconds
            if isOpeningATarget { setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil) }
            let store = try await StateStore.open(directory: path, date: Samples.date, log: RecordedLog())
            guard !store.isDegraded else { exit(4) }
            let note = Glibc.open(path + "/acknowledged", O_WRONLY | O_CREAT | O_APPEND, 0o600)
            if !isOpeningATarget { setitimer(__itimer_which_t(ITIMER_REAL.rawValue), &timer, nil) }
            for generation in 1...1_000_000 {
                try await store.intents.save(Samples.intent(generation))
                guard write(note, "\(generation)\n", "\(generation)\n".utf8.count) > 0 else { exit(3) }
            }
        }
        let notes = FileManager.default.contents(atPath: folder.file("acknowledged")) ?? Data()
        // The last line may be torn; a line before it was acknowledged for certain.
        let acknowledged = String(decoding: notes, as: UTF8.self).split(separator: "\n").compactMap { Int($0) }.max()
        let store = try await Samples.open(folder)
        #expect(store.degradation == nil)
        let found = try await store.intents.intent(of: .main)?.generation.number ?? 0
        let last = acknowledged ?? 0
        #expect(found == last || found == last + 1, "after \(microseconds) µs")
        if found > 0 { #expect(try await store.intents.intent(of: .main) == Samples.intent(found)) }
    }

    private static func fill(_ folder: TemporaryDirectory) async throws {
        let store = try await Samples.open(folder)
        try await store.intents.save(Samples.intent(5))
        try await store.settings.save(PlayerSettings(volume: Volume(percent: 20)), of: .main)
        try await store.presets.save([Samples.preset(7)])
        let seen = ["text": String(repeating: "x", count: 3000)]
        for number in 1...40 {
            try await store.receipts.save(
                Samples.receipt(number, steps: [ReceiptStep(.accepted, after: .zero, seen: seen)])
            )
        }
        await store.close()
    }

    private static func inflict(_ damage: Damage, on path: String) throws {
        var bytes = try #require(FileManager.default.contents(atPath: path))
        switch damage {
        case .noDatabase: bytes = Data("not a database at all, but long enough to look like one".utf8)
        case .truncated: bytes = bytes.prefix(bytes.count / 2)
        case .scribbled:
            bytes.replaceSubrange(bytes.count - 8192..<bytes.count, with: Data(repeating: 0xa5, count: 8192))
        case .foreign:
            let connection = try Connection(path: path, mode: .readWrite)
            try connection.execute("PRAGMA journal_mode = DELETE; PRAGMA application_id = 7;")
            return
        case .unmigratable:
            let connection = try Connection(path: path, mode: .readWrite)
            try connection.execute(
                """
                DROP TABLE preset; DROP TABLE ownerToken; PRAGMA user_version = 3;
                CREATE TABLE stray (x INTEGER REFERENCES receipt (sequence) ON DELETE CASCADE) STRICT;
                INSERT INTO stray VALUES (-1);
                """
            )
            return
        }
        #expect(FileManager.default.createFile(atPath: path, contents: bytes))
    }
}
