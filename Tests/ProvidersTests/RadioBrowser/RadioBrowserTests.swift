import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Providers

@Suite(.timeLimit(.minutes(3)))
struct RadioBrowserTests {
    private static let jazz = "960e57c5-0601-11e8-ae97-52543be04c81"
    private static let soul = "960e57c5-0601-11e8-ae97-52543be04c90"

    private let fake: FakeRadioBrowser
    private let clock = ManualClock()
    private let kept = Lock<[UInt8]?>(nil)
    private let writes = Lock(0)

    init() {
        fake = FakeRadioBrowser()
        fake.add(
            FakeRadioBrowser.Row(Self.jazz, "Jazz Radio", "https://jazz.example/live"),
            FakeRadioBrowser.Row(Self.soul, "Soul and Jazz", "https://soul.example/list.pls")
        )
    }

    private func directory(seed: UInt64 = 1, client: (any HTTPClient)? = nil) -> RadioBrowser {
        let resolver = ScriptedResolver()
        for name in FakeRadioBrowser.servers + [FakeRadioBrowser.entrance] { resolver.script(name, ["203.0.113.1"]) }
        resolver.script("evil.example", ["203.0.113.1"])
        let kept = kept
        let writes = writes
        return RadioBrowser(
            client: client ?? fake,
            resolver: resolver,
            clock: clock,
            randomness: .seeded(seed),
            log: KeptLog(),
            keeper: RadioBrowser.Keeper(
                read: { kept.withLock { $0 } },
                write: { bytes in
                    kept.withLock { $0 = bytes }
                    writes.withLock { $0 += 1 }
                }
            )
        )
    }

    private func id(_ uuid: String) throws -> OpenStationID { try #require(OpenStationID(uuid: uuid)) }

    /// Lets every deadline pass until `work` is done.
    private func withoutPatience<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value {
        let clock = clock
        let mover = Task {
            while !Task.isCancelled {
                await clock.sleepers(1)
                if let next = clock.nextDeadline { clock.advance(by: next - clock.now) }
                await Task.yield()
            }
        }
        defer { mover.cancel() }
        return await work()
    }

    @Test func aSearchAsksOneServerForWhatCanBePlayedHere() async throws {
        let answer = try await directory().search("JAZZ Räd")
        #expect(answer.stations.isEmpty)
        #expect(fake.paths == ["/json/servers", "/json/stations/search"])
        let target = fake.requests[1].address.target
        #expect(
            target.contains("name=jazz%20r%C3%A4d&hidebroken=true&is_https=true&order=clickcount&reverse=true&limit=50")
        )
        #expect(FakeRadioBrowser.servers.contains(fake.requests[1].address.host))
        #expect(fake.requests.allSatisfy { $0.address.scheme == .https })
    }

    @Test func aRowBecomesAStationUnderANameOfItsOwn() async throws {
        let stations = try await directory().search("jazz").stations
        #expect(stations.map(\.id.description) == ["rb:\(Self.jazz)", "rb:\(Self.soul)"])
        let first = try #require(stations.first)
        #expect(first.name == "Jazz Radio" && first.country == "DE" && first.tags == ["jazz", "soul"])
        #expect(first.stream.address.target == "/live", "the owner's address, not a snapshot of a session")
        #expect(first.stream.codec == "mp3" && first.stream.bitrateKbps == 128 && first.stream.kind == .icecast)
        #expect(first.stream.grade == .directory)
        #expect(stations[1].stream.kind == .wrapper)
    }

    @Test func theServersAreUsedByChance() async throws {
        var hosts: Set<String> = []
        for seed in 1...20 {
            _ = try await directory(seed: UInt64(seed)).search("jazz")
            hosts.insert(fake.requests.last?.address.host ?? "")
        }
        #expect(hosts == Set(FakeRadioBrowser.servers))
    }

    @Test(arguments: [
        FakeRadioBrowser.Fault.broken, .html, .redirects, .refuses, .endless,
    ])
    func aServerThatFailsGivesWayToTheNext(fault: FakeRadioBrowser.Fault) async throws {
        let directory = directory()
        _ = try await directory.search("soul")
        let used = try #require(fake.requests.last?.address.host)
        fake.set(fault, of: used)
        #expect(try await directory.search("jazz").stations.count == 2)
        let next = try #require(fake.requests.last?.address.host)
        #expect(next != used)
        _ = try await directory.search("radio")
        #expect(fake.requests.last?.address.host == next, "the one that works is kept")
    }

    @Test func aServerThatIsSilentGivesWayAfterFourSeconds() async throws {
        let directory = directory()
        _ = try await directory.search("soul")
        fake.set(.silent, of: try #require(fake.requests.last?.address.host))
        // try?: an answer that does not come is what the expectation finds missing.
        let found = await withoutPatience { try? await directory.search("jazz") }
        #expect(found?.stations.count == 2)
        #expect(clock.now >= .seconds(4))
    }

    @Test func whereNobodyAnswersAnOldAnswerIsCalledOld() async throws {
        let directory = directory()
        let first = try await directory.search("jazz")
        #expect(!first.isStale)
        fake.setAll(.broken)
        clock.advance(by: .seconds(300))
        #expect(try await directory.search("jazz") == first, "it is asked again only after a while")
        clock.advance(by: .seconds(301))
        let old = try await directory.search("jazz")
        #expect(old.isStale && old.at == first.at && old.stations == first.stations)
        await #expect(throws: OpenDirectoryFault.unavailable) { try await directory.search("never asked") }
    }

    @Test func atMostThreeServersAreAsked() async {
        fake.setAll(.broken)
        fake.set(.none, of: FakeRadioBrowser.entrance)
        await #expect(throws: OpenDirectoryFault.unavailable) { try await directory().search("jazz") }
        #expect(fake.requests.count == 4)
    }

    @Test(arguments: [
        "[]", "{}", "<html>", "[{\"ip\":\"203.0.113.1\",\"name\":\"evil.example\"}]",
        "[{\"name\":\"all.api.radio-browser.info\"}]", "[{\"name\":\"evil.example/.api.radio-browser.info\"}]",
        "[{\"name\":\"u@evil.example?.api.radio-browser.info\"}]",
    ])
    func aListThatLeadsElsewhereIsNotFollowed(list: String) async {
        let poisoned = FakeRadioBrowser(list: list)
        await #expect(throws: OpenDirectoryFault.unavailable) { try await directory(client: poisoned).search("jazz") }
        #expect(Set(poisoned.requests.map(\.address.host)) == ["all.api.radio-browser.info"])
    }

    @Test func aStartByAUserIsCountedOnceAndNothingElseIs() async throws {
        let directory = directory()
        let jazz = try id(Self.jazz)
        _ = try await directory.search("jazz")
        _ = try await directory.station(jazz)
        _ = try await directory.resolve(jazz)
        #expect(fake.clicks.isEmpty, "a reconnect, a search and a look are no listener")
        await directory.willPlay(jazz)
        _ = try await directory.resolve(jazz)
        while fake.clicks.isEmpty { await Task.yield() }
        _ = try await directory.resolve(jazz)
        for _ in 0..<50 { await Task.yield() }
        #expect(fake.clicks == [Self.jazz: 1])
        await directory.willPlay(jazz)
        clock.advance(by: .seconds(6))
        _ = try await directory.resolve(jazz)
        for _ in 0..<50 { await Task.yield() }
        #expect(fake.clicks == [Self.jazz: 1], "a wish that came to nothing is not counted later")
    }

    @Test func whatWasPlayedPlaysThoughTheDirectoryIsAway() async throws {
        let jazz = try id(Self.jazz)
        _ = try await directory().resolve(jazz)
        #expect(writes.withLock { $0 } == 1)
        fake.setAll(.refuses)
        clock.advance(by: .seconds(86_400 * 30))
        let later = directory()
        #expect(try await later.resolve(jazz).name == "Jazz Radio")
        let shown = try await later.station(jazz)
        #expect(shown.isStale && clock.date.timeIntervalSince(shown.at) > 86_400 * 29)
        await #expect(throws: OpenDirectoryFault.unavailable) { try await later.resolve(try id(Self.soul)) }
        #expect(writes.withLock { $0 } == 1, "nothing new, nothing written")
    }

    @Test func aYoungCopyIsPlayedWithoutAsking() async throws {
        let directory = directory()
        _ = try await directory.resolve(try id(Self.jazz))
        let asked = fake.requests.count
        _ = try await directory.resolve(try id(Self.jazz))
        #expect(fake.requests.count == asked)
    }

    @Test func aStationThatIsGoneOrUnsafeIsRefused() async throws {
        let directory = directory()
        let plain = "11111111-0601-11e8-ae97-52543be04c81"
        fake.add(FakeRadioBrowser.Row(plain, "Plain", "http://plain.example/"))
        await #expect(throws: OpenDirectoryFault.noSafeAddress) { try await directory.resolve(try id(plain)) }
        let none = try id("00000000-0601-11e8-ae97-52543be04c81")
        await #expect(throws: OpenDirectoryFault.unknownStation) { try await directory.resolve(none) }
        #expect(try await directory.search("plain").stations.isEmpty)
    }

    @Test func anAddressInsideTheHouseIsNotDialled() async throws {
        let resolver = ScriptedResolver()
        for name in FakeRadioBrowser.servers + [FakeRadioBrowser.entrance] { resolver.script(name, ["192.168.1.1"]) }
        let directory = RadioBrowser(
            client: fake,
            resolver: resolver,
            clock: clock,
            randomness: .seeded(1),
            log: KeptLog(),
            keeper: RadioBrowser.Keeper(read: { nil }, write: { _ in })
        )
        await #expect(throws: OpenDirectoryFault.unavailable) { try await directory.search("jazz") }
        #expect(fake.requests.isEmpty)
    }
}
