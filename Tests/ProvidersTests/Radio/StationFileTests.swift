import Model
import Testing

@testable import Providers

struct StationFileTests {
    private func read(_ text: String, _ origin: StationOrigin = .own) throws(StationFile.Fault) -> StationFile {
        try StationFile(name: "x.json5", bytes: Array(text.utf8), origin: origin)
    }

    private func station(_ fields: String, _ origin: StationOrigin = .own) throws -> (Station?, [String]) {
        let file = try read("{ stations: [\n{ \(fields) } ] }", origin)
        return (file.stations.first?.value, file.problems.map(\.reason))
    }

    private let stream = "streams: [{ url: 'https://a.example/' }]"

    @Test func theShortestStationTakesItsDefaults() throws {
        let (station, problems) = try station("id: 'de.haus', name: 'Haus', \(stream)")
        let found = try #require(station)
        #expect(problems.isEmpty)
        #expect(found.country == "DE" && found.state == .active && found.trust == .open && found.languages.isEmpty)
        #expect(found.streams.map(\.kind) == [.icecast] && found.streams.map(\.grade) == [.user])
    }

    @Test func everyFieldIsRead() throws {
        let (station, problems) = try station(
            """
            id: "us.wsum.sports", name: "WSUM Sports", country: "US", city: "Madison, Wisconsin", language: ["en"],
            tags: ["college"], homepage: "https://wsum.org/", state: "retired", successor: "us.wsum",
            charset: "windows-1251", silenceLimitS: 300, external: { wikidata: "Q1", radiobrowser: ["a", "b"] },
            streams: [
              { url: "https://a.example/x?FLID=3&b=%2F", codec: "MP3", bitrateKbps: 128, kind: "icecast", grade: "A",
                checked: "2026-11-30" },
              { url: "https://a.example/x.m3u8", codec: null, bitrateKbps: null, kind: "hls", grade: "B", checked: null },
            ],
            """,
            .shipped
        )
        let found = try #require(station)
        #expect(problems.isEmpty)
        #expect(found.name == "WSUM Sports" && found.city == "Madison, Wisconsin" && found.languages == ["en"])
        #expect(found.tags == ["college"] && found.homepage == "https://wsum.org/" && found.state == .retired)
        #expect(found.successor == StationID("us.wsum") && found.charset == "windows-1251")
        #expect(found.silenceLimit == .seconds(300))
        #expect(found.external == ["wikidata": ["Q1"], "radiobrowser": ["a", "b"]])
        #expect(found.streams.map(\.address.target) == ["/x?FLID=3&b=%2F", "/x.m3u8"])
        #expect(found.streams.map(\.codec) == ["mp3", nil] && found.streams.map(\.bitrateKbps) == [128, nil])
        #expect(found.streams.map(\.kind) == [.icecast, .hls] && found.streams.map(\.grade) == [.a, .b])
        #expect(found.streams.map(\.checked) == ["2026-11-30", nil])
    }

    @Test(arguments: [
        ("id: 'DE.haus', name: 'x'", "is no station id"),
        ("id: 'de', name: 'x'", "is no station id"),
        ("id: 'de.a..b', name: 'x'", "is no station id"),
        ("id: 'de.x', name: ''", "the name is empty"),
        ("id: 'de.x', name: '\\u0007'", "the name is empty"),
        ("id: 'de.x', name: 'x', country: 'AT'", "the country must be DE"),
        ("id: 'de.x', name: 'x', trust: 'all'", "trust may be"),
        ("name: 'x'", "“id” is missing"),
        ("id: null, name: 'x'", "“id” is null"),
        ("id: 7, name: 'x'", "“id” is not a text"),
        ("id: 'de.x', name: 'x', tags: 'jazz'", "“tags” is not a list"),
        ("id: 'de.x', name: 'x', tags: ['a', 1]", "“tags[1]” is not a text"),
        ("id: 'de.x', name: 'x', external: 1", "“external” is not an object"),
        ("id: 'de.x', name: 'x', silenceLimitS: 1e99", "a value in it does not fit"),
    ])
    func whatMakesAStationUnusableCostsThatStation(fields: String, reason: String) throws {
        let file = try read("{ stations: [\n{ \(fields), \(stream) },\n{ id: 'de.good', name: 'Good', \(stream) } ] }")
        #expect(file.stations.map(\.value.id.description) == ["de.good"])
        #expect(file.problems.count == 1)
        let said = try #require(file.problems.first?.reason)
        #expect(said.hasPrefix("line 2: ") && said.contains(reason), "\(said)")
    }

    @Test(arguments: ["null", "7", "'x'", "[]", "true"])
    func anElementThatIsNoObjectCostsItself(element: String) throws {
        let file = try read("{ stations: [ { id: 'de.a', name: 'A', \(stream) },\n \(element),\n ] }")
        #expect(file.stations.count == 1)
        #expect(file.problems.map { $0.reason.hasPrefix("line 2: it is ") } == [true], "\(file.problems)")
    }

    @Test(arguments: [
        ("http://a.example/", "plain http needs trust"),
        ("https://user:secret@a.example/", "credentials in the address need trust"),
        ("https://127.0.0.1/", "an address of this network"), ("https://10.1.2.3/", "an address of this network"),
        ("https://169.254.1.1/", "an address of this network"), ("https://[::1]/", "an address of this network"),
        ("https://[fe80::1]/", "an address of this network"), ("https://[fd00::1]/", "an address of this network"),
        ("https://[::ffff:192.168.0.1]/", "an address of this network"), ("https://0.0.0.0/", "of this network"),
        ("https://localhost/", "an address of this network"), ("https://localhost./", "an address of this network"),
        ("https://nas/", "an address of this network"), ("https://nas.local/", "an address of this network"),
        ("https://nas.fritz.box/", "an address of this network"),
    ])
    func onlyTheUsersTrustOpensTheLAN(url: String, reason: String) throws {
        let open = try station("id: 'de.x', name: 'x', streams: [{ url: '\(url)' }]")
        #expect(open.0 == nil)
        #expect(open.1.contains { $0.contains("streams[0]: ") && $0.contains(reason) }, "\(open.1)")
        #expect(!open.1.contains { $0.contains("secret") })
        let trusted = try station("id: 'de.x', name: 'x', trust: 'lan', streams: [{ url: '\(url)' }]")
        #expect(trusted.0?.trust == .lan && trusted.0?.streams.count == 1 && trusted.1.isEmpty)
        let shipped = try station(
            "id: 'de.x', name: 'x', trust: 'lan', streams: [{ url: '\(url)', grade: 'A' }]",
            .shipped
        )
        #expect(shipped.0 == nil)
        #expect(shipped.1 == ["line 2: de.x: a shipped station may not say trust: \"lan\""])
    }

    @Test(arguments: [
        "mms://a.example/", "ftp://a.example/", "a.example", "", "https://", "https://a b.example/",
        "https://2130706433/", "https://0x7f000001/", "https://127.1/", "https://1.2.3.4.5/", "https://ü.example/",
    ])
    func addressesThatCouldMeanAnythingAreRefusedEvenWithTrust(url: String) throws {
        let (station, problems) = try station("id: 'de.x', name: 'x', trust: 'lan', streams: [{ url: '\(url)' }]")
        #expect(station == nil)
        #expect(problems.count == 2, "the reason of the stream, and that none is left")
    }

    @Test func aBadStreamCostsItselfWhereAnotherIsLeft() throws {
        let (station, problems) = try station(
            "id: 'de.x', name: 'x', streams: [{ url: 'http://a.example/' }, { url: 'https://b.example/' }, { codec: 'mp3' }]"
        )
        #expect(station?.streams.map(\.address.host) == ["b.example"])
        #expect(problems.count == 2)
        #expect(problems.last == "line 2: de.x: streams[2]: “url” is missing")
    }

    @Test func aWrapperMayNameTheHostsOfItsEntries() throws {
        let (station, problems) = try station(
            "id: 'de.x', name: 'x', streams: [{ url: 'https://a.example/l', kind: 'wrapper', hosts: ['B.example', '::1'] }]"
        )
        #expect(station?.streams.map(\.hosts) == [["b.example", "::1"]])
        #expect(problems.isEmpty)
    }

    @Test(arguments: [
        ("kind: 'icecast', hosts: ['b.example']", "hosts is for a stream of kind wrapper"),
        ("hosts: ['b.example']", "hosts is for a stream of kind wrapper"),
        ("kind: 'wrapper', hosts: []", "hosts must list names"),
        ("kind: 'wrapper', hosts: ['https://b.example']", "hosts must list names"),
        ("kind: 'wrapper', hosts: ['b.example:8000']", "hosts must list names"),
        ("kind: 'wrapper', hosts: ['b.example', 'u@b.example']", "hosts must list names"),
        ("kind: 'wrapper', hosts: ['']", "hosts must list names"),
        ("kind: 'wrapper', hosts: 'b.example'", "“hosts” is not a list"),
    ])
    func aRestrictionThatCannotHoldCostsItsStream(fields: String, reason: String) throws {
        let (station, problems) = try station(
            "id: 'de.x', name: 'x', streams: [{ url: 'https://a.example/', \(fields) }, { url: 'https://b.example/' }]"
        )
        #expect(station?.streams.map(\.address.host) == ["b.example"])
        #expect(problems.count == 1 && problems[0].contains("streams[0]: \(reason)"), "\(problems)")
    }

    @Test func aKindOfANewerCatalogueIsShownAndNeverPlayed() throws {
        let (station, problems) = try station(
            "id: 'de.x', name: 'x', streams: [{ url: 'https://a.example/', kind: 'dash' }]"
        )
        #expect(try #require(station).streams.isEmpty)
        #expect(problems == ["line 2: de.x: streams[0]: this host does not know the kind “dash”"])
    }

    @Test(arguments: ["paused", "", "Active"])
    func aStateOfANewerCatalogueIsKeptAsUnknown(word: String) throws {
        let (station, problems) = try station("id: 'de.x', name: 'x', state: '\(word)', \(stream)")
        #expect(station?.state == .unknown(word))
        #expect(problems.isEmpty)
    }

    @Test(arguments: ["grade: 'C'", "grade: 'user'", "codec: 'mp3'"])
    func aShippedStreamNeedsAKnownGrade(field: String) throws {
        let (station, _) = try station(
            "id: 'de.x', name: 'x', streams: [{ url: 'https://a.example/', \(field) }]",
            .shipped
        )
        #expect(station == nil)
    }

    @Test func fieldsThatNobodyKnowsAreReportedAndCostNothing() throws {
        let file = try read(
            """
            { stations: [ { id: 'de.x', name: 'x', trusts: 'lan', streams: [{ url: 'https://a.example/', bitrate: 1 }] } ],
              aliases: [ { alias: 'x', target: 'de.x', since: 1 } ], lists: [ { id: 'l', name: 'L', stations: [], sort: 1 } ],
              station: [] }
            """
        )
        #expect(file.stations.count == 1 && file.aliases.count == 1 && file.lists.count == 1)
        #expect(
            file.problems.map(\.reason) == [
                "“station” is no field of a station file", "line 1: de.x: unknown field “trusts”",
                "line 1: de.x: streams[0]: unknown field “bitrate”", "line 2: unknown field “since”",
                "line 2: unknown field “sort”",
            ]
        )
    }

    @Test(arguments: [
        "homepage: 'javascript:alert(1)'", "homepage: 'https://u:p@a.example/'", "successor: 'X'", "silenceLimitS: 0",
        "silenceLimitS: -5", "charset: 'ü'",
    ])
    func aBadDecorationIsLeftOut(field: String) throws {
        let (station, problems) = try station("id: 'de.x', name: 'x', \(field), \(stream)")
        let found = try #require(station)
        #expect(found.homepage == nil && found.successor == nil && found.silenceLimit == nil && found.charset == nil)
        #expect(problems.count == 1)
    }

    @Test(arguments: [
        ("", "line 1, column 1"), ("{ stations: [\n{ id: 'a' \n", "line 2, column 1"),
        ("{ stations: [\n\n  x ] }", "line 3"),
        ("{ stations: [], stations: [] }", "stands here twice"), ("[]", "it is not an object"),
        ("{ stations: {} }", "“stations” is not a list"), ("{ stations: 'x' }", "“stations” is not a list"),
        ("{ a: '\u{0}' }", "NUL"), ("\u{0}", "NUL"), ("{ stations: [] } x", "after the end"),
        (String(repeating: "[", count: 100_000), "nested more than 64 deep"),
        ("{ stations: " + String(repeating: "{a:", count: 100_000), "nested more than 64 deep"),
    ])
    func aFileThatCannotBeReadSaysWhereAndWhy(text: String, reason: String) {
        let fault = #expect(throws: StationFile.Fault.self) { try read(text) }
        #expect(fault?.reason.contains(reason) == true, "\(fault?.reason ?? "")")
    }

    @Test(arguments: [[0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00], [0x7b, 0xe9, 0x7d], [0xed, 0xa0, 0x80], [0x7b, 0xc3]])
    func bytesThatAreNotUTF8AreRefused(bytes: [UInt8]) {
        let fault = #expect(throws: StationFile.Fault.self) {
            try StationFile(name: "x", bytes: bytes, origin: .own)
        }
        #expect(fault?.reason == "not UTF-8")
    }

    @Test func aByteOrderMarkDoesNoHarm() throws {
        let file = try read("\u{feff}" + stationsText("de.x"))
        #expect(file.stations.count == 1 && file.problems.isEmpty)
    }

    /// Truncated and scribbled-over files: nothing crashes, and what is accepted is valid.
    @Test func damagedFilesNeverTrap() throws {
        let whole = Array(
            """
            // c
            { stations: [ { id: "de.x", name: 'Ü', language: ["de"], tags: [], state: "active", silenceLimitS: 0x1F,
              streams: [ { url: "https://a.example/", bitrateKbps: +128, checked: null, }, ], external: {} } ],
              /* d */ lists: [ { id: "l", name: "L", stations: ["de.x"] } ] }
            """.utf8
        )
        var random = SplitMix(state: 7)
        for round in 0..<3000 {
            var bytes = whole
            if round % 3 == 0 { bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random)) }
            for _ in 0..<Int.random(in: 0...4, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                bytes[index] =
                    round % 2 == 0
                    ? UInt8.random(in: 0...127, using: &random) : whole.randomElement(using: &random) ?? 0
            }
            // Either answer is right; only a trap is wrong.
            guard let file = try? StationFile(name: "x", bytes: bytes, origin: .own) else { continue }
            for station in file.stations.map(\.value) {
                #expect(station.streams.allSatisfy { $0.address.scheme == .https || station.trust == .lan })
                #expect(!station.name.isEmpty)
            }
        }
    }
}

/// A small seeded generator, so that a failure repeats.
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
