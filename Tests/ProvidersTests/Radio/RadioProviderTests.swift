import Model
import Testing

@testable import Providers

struct RadioProviderTests {
    private static let text = """
        { stations: [
          { id: "us.kexp", name: "KEXP 90.3 FM", city: "Seattle", charset: "windows-1251", silenceLimitS: 60, streams: [
            { url: "https://a.example/list.pls", kind: "wrapper", hosts: ["B.example"] }, { url: "https://a.example/1" },
            { url: "https://a.example/x.m3u8", kind: "hls" }, { url: "https://a.example/2", kind: "icecast" } ] },
          { id: "us.nowhere", name: "Nowhere", streams: [{ url: "https://a.example/" }] },
          { id: "us.old", name: "Old", state: "retired", successor: "us.kexp", streams: [{ url: "https://a.example/" }] },
          { id: "us.gone", name: "Gone", state: "retired", successor: "us.never" },
          { id: "us.soon", name: "Soon", state: "comingSoon", streams: [{ url: "https://a.example/" }] },
          { id: "us.odd", name: "Odd", state: "paused", streams: [{ url: "https://a.example/" }] },
          { id: "us.dash", name: "Dash", streams: [{ url: "https://a.example/x.mpd", kind: "dash" }] },
          { id: "us.home", name: "Home", trust: "lan", streams: [{ url: "http://u:p@192.168.0.2:8000/x" }] },
        ], aliases: [ { alias: "kexp", target: "us.kexp" }, { alias: "us.older", target: "us.old" } ] }
        """

    private let provider: RadioProvider

    init() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.text, to: "a.json5")
        var reader = StationsReader(
            shipped: StationFolder(path: folder.path + "/none"),
            own: StationFolder(path: folder.path)
        )
        self.provider = RadioProvider(directory: FixedDirectory(content: reader.read(revision: 1)))
    }

    @Test(arguments: ["us.kexp", "kexp"])
    func anIDOrAnAliasGivesTheStreamsOfTheCanonicalStation(requested: String) async throws {
        let stream = try await provider.resolve(.station(requested))
        #expect(stream.media == .station("us.kexp"))
        #expect(try await provider.admit(.station(requested)) == .station("us.kexp"))
        #expect(stream.title == "KEXP 90.3 FM" && stream.subtitle == "Seattle, US" && stream.isLive)
        #expect(stream.streams.map(\.address.target) == ["/list.pls", "/1", "/x.m3u8", "/2"])
        #expect(stream.streams.map(\.hosts) == [["b.example"], [], [], []])
        #expect(stream.charset == "windows-1251" && stream.silenceLimit == .seconds(60) && stream.trust == .open)
    }

    @Test func withoutACityTheCountryIsTheSubtitle() async throws {
        #expect(try await provider.resolve(.station("us.nowhere")).subtitle == "US")
    }

    @Test func theUsersTrustGoesAlong() async throws {
        let stream = try await provider.resolve(.station("us.home"))
        #expect(stream.trust == .lan && stream.streams.count == 1)
    }

    @Test(arguments: [
        ("us.old", RefusalCode.stationRetired, "Old is off the air for good. Its successor is KEXP 90.3 FM (us.kexp)."),
        ("us.older", .stationRetired, "Old is off the air for good. Its successor is KEXP 90.3 FM (us.kexp)."),
        ("us.gone", .stationRetired, "Gone is off the air for good."),
        ("us.soon", .stationInactive, "Soon is not on the air yet."),
        ("us.odd", .stationInactive, "Odd is marked “paused”, not active."),
        ("us.dash", .notPlayable, "This host cannot play any of the streams of Dash."),
        ("xx.zzzzzzzzzzzzzzzz", .unknownStation, "There is no station “xx.zzzzzzzzzzzzzzzz”."),
        ("US.KEXP", .unknownStation, "There is no station “US.KEXP”."),
        ("KEXP", .unknownStation, "There is no station “KEXP”."),
    ])
    func whatCannotBePlayedIsRefusedWithItsReason(requested: String, code: RefusalCode, reason: String) async throws {
        let refusal = await refusal(requested)
        #expect(refusal?.code == code)
        #expect(refusal?.reason == reason)
    }

    @Test func anUnknownStationNamesItsNearestAsText() async {
        #expect(await refusal("us.kxep")?.nearest.first == "KEXP 90.3 FM (us.kexp)")
        #expect(await refusal("xx.zzzzzzzzzzzzzzzz")?.nearest == [])
    }

    /// What both questions answer; they must agree, or a refused command would have changed something.
    private func refusal(_ requested: String) async -> Refusal? {
        let admission = await refusal { () throws(ProviderError) in
            do throws(Refusal) { _ = try await provider.admit(.station(requested)) } catch { throw .refused(error) }
        }
        let resolution = await refusal { () throws(ProviderError) in
            _ = try await provider.resolve(.station(requested))
        }
        #expect(admission == resolution)
        return admission
    }

    private func refusal(of ask: () async throws(ProviderError) -> Void) async -> Refusal? {
        do throws(ProviderError) {
            try await ask()
            return nil
        } catch {
            guard case .refused(let refusal) = error else { return nil }
            return refusal
        }
    }
}

private struct FixedDirectory: StationDirectory {
    let content: StationCatalogue

    func catalogue() async -> StationCatalogue { content }
    func changes() async -> AsyncStream<Int> { AsyncStream { $0.finish() } }
}
