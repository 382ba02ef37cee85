import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Providers

/// What the radio provider makes of a name of the open directory.
@Suite(.timeLimit(.minutes(3)))
struct OpenStationPlayTests {
    private static let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"
    private static let name = "rb:\(uuid)"

    private let fake = FakeRadioBrowser()
    private let root: TemporaryFolder

    init() throws {
        root = try TemporaryFolder()
        try root.write(shippedText("us.one"), to: "us.json5")
        fake.add(FakeRadioBrowser.Row(Self.uuid, "Jazz Radio", "https://jazz.example/live"))
        fake.add(
            FakeRadioBrowser.Row("11111111-0601-11e8-ae97-52543be04c81", "Plain", "http://plain.example/live")
        )
    }

    private func provider(isOn: Bool = true) -> RadioProvider {
        let resolver = ScriptedResolver()
        for name in FakeRadioBrowser.servers + [FakeRadioBrowser.entrance] { resolver.script(name, ["203.0.113.1"]) }
        let clock = ManualClock()
        let open = RadioBrowser(
            client: fake,
            resolver: resolver,
            clock: clock,
            randomness: .seeded(1),
            log: KeptLog(),
            keeper: RadioBrowser.Keeper(read: { nil }, write: { _ in })
        )
        return RadioProvider(
            directory: RadioDirectory(
                shipped: root.path,
                own: root.path + "/none",
                openDirectory: isOn ? open : nil,
                clock: clock,
                log: KeptLog()
            )
        )
    }

    private func refusal(_ requested: String, isOn: Bool = true) async -> Refusal? {
        do throws(ProviderError) {
            _ = try await provider(isOn: isOn).resolve(.station(requested))
            return nil
        } catch {
            if case .refused(let refusal) = error { return refusal }
            return nil
        }
    }

    @Test func aUsersStartIsAdmittedUnaskedResolvedAndCounted() async throws {
        let provider = provider()
        #expect(try await provider.admit(.station(Self.name)) == .station(Self.name))
        #expect(fake.requests.isEmpty, "admitting asks nobody")
        let stream = try await provider.resolve(.station(Self.name))
        #expect(stream.media == .station(Self.name) && stream.title == "Jazz Radio")
        #expect(stream.subtitle == "radio-browser, DE" && stream.trust == .open && stream.isLive)
        #expect(stream.streams.map(\.address.requestAddress) == ["https://jazz.example/live"])
        while fake.clicks.isEmpty { await Task.yield() }
        _ = try await provider.resolve(.station(Self.name))
        for _ in 0..<50 { await Task.yield() }
        #expect(fake.clicks == [Self.uuid: 1])
    }

    @Test func whereItIsOffTheNameIsUnknownAndNobodyIsAsked() async throws {
        let refused = await refusal(Self.name, isOn: false)
        #expect(refused?.code == .unknownStation && refused?.reason.contains("not switched on") == true)
        await #expect(throws: Refusal.self) { try await provider(isOn: false).admit(.station(Self.name)) }
        #expect(fake.requests.isEmpty)
    }

    @Test(arguments: [
        ("rb:00000000-0601-11e8-ae97-52543be04c81", RefusalCode.unknownStation, "knows no station"),
        ("rb:11111111-0601-11e8-ae97-52543be04c81", .notPlayable, "has no https address"),
        ("rb:x", .unknownStation, "is no name of a radio-browser station"),
    ])
    func whatCannotBePlayedIsRefused(requested: String, code: RefusalCode, words: String) async {
        let refused = await refusal(requested)
        #expect(refused?.code == code && refused?.reason.contains(words) == true, "\(refused?.reason ?? "-")")
    }

    @Test func aDirectoryThatIsAwayIsAFailureAndNotARefusal() async {
        fake.setAll(.broken)
        await #expect(throws: ProviderError.failed(.connectionFailed)) {
            try await provider().resolve(.station(Self.name))
        }
    }

    @Test func theCatalogueItselfNeverHoldsOne() async throws {
        let provider = provider()
        #expect(try await provider.admit(.station("us.one")) == .station("us.one"))
        #expect(fake.requests.isEmpty)
    }
}
