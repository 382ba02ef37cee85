import Core
import FoundationEssentials
import Model
import Testing

@testable import Providers

/// What this repository ships, read as the host reads it.
struct ShippedStationsTests {
    private let catalogue: StationCatalogue

    init() {
        var reader = StationsReader(
            shipped: StationFolder(path: shippedStations),
            own: StationFolder(path: shippedStations + "/none")
        )
        self.catalogue = reader.read(revision: 1)
    }

    @Test func everyFileIsReadWithoutAProblem() throws {
        #expect(catalogue.problems == [])
        #expect(catalogue.stations.count == 281)
        #expect(Set(catalogue.stations.map(\.id)).count == 281)
        #expect(Set(catalogue.stations.map(\.country)).count == 33)
    }

    @Test func aFileHoldsOneCountryInOrderOfID() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: shippedStations).sorted()
        #expect(names.count == 35)
        for name in names where name.utf8.count == "us.json5".utf8.count {
            let bytes = try Array(Data(contentsOf: URL(filePath: "\(shippedStations)/\(name)")))
            let ids = try StationFile(name: name, bytes: bytes, origin: .shipped).stations.map(\.value.id)
            #expect(!ids.isEmpty && ids.allSatisfy { "\($0.description.prefix(2)).json5" == name }, "\(name)")
            #expect(ids == ids.sorted(), "\(name)")
        }
    }

    @Test func everyStreamIsHTTPSWithoutCredentialsOrSessions() {
        let streams = catalogue.stations.flatMap(\.streams)
        #expect(streams.count == 340)
        for stream in streams {
            #expect(stream.address.scheme == .https && stream.address.credentials == nil)
            #expect(stream.kind == .icecast && stream.checked == nil && stream.grade != .user)
            let target = stream.address.target.lowercased()
            for word in ["token", "sid=", "session", "rj-tok", "key=", "sig=", "expires"] {
                #expect(!target.contains(word), "\(stream.address)")
            }
        }
        let queries = streams.map(\.address.target).filter { $0.contains("?") }
        #expect(queries == ["/radiopop?FLID=3"])
    }

    @Test func everyStationIsActiveOpenAndSaysWhereItIsFrom() {
        for station in catalogue.stations {
            #expect(station.state == .active && station.trust == .open && !station.streams.isEmpty)
            #expect(station.city != nil && station.homepage?.hasPrefix("https://") == true)
            #expect(!station.languages.isEmpty && station.languages.allSatisfy { (2...3).contains($0.utf8.count) })
            // Only call signs stand in parentheses; what a station was called before is an alias.
            let isPlain = !station.name.contains("(") || ["us.kbaq", "us.ksds", "us.wcrb"].contains("\(station.id)")
            #expect(isPlain, "\(station.name)")
        }
    }

    @Test(arguments: [
        ("wsum-fm", "us.wsum"), ("wsum-freeflow", "us.wsum.freeflow"), ("wsum-sports", "us.wsum.sports"),
        ("kexp", "us.kexp"), ("wfmu", "us.wfmu"), ("de.swr.swr2", "de.swr.swrkultur"),
        ("nl.npo.radio4", "nl.npo.klassiek"),
        ("be.rtbf.pure", "be.rtbf.tipik"), ("us.radioparadise.world", "us.radioparadise.global"),
        ("sk.rtvs.devin", "sk.stvr.devin"), ("de.rbb.rbbkultur", "de.rbb.radiodrei"),
    ])
    func oldNamesLeadToTheirStation(alias: String, target: String) throws {
        guard case .found(let station, let found) = catalogue.find(alias) else {
            Issue.record("unknown: \(alias)"); return
        }
        #expect(station.id.description == target)
        #expect(found?.alias == alias && found?.date.isEmpty == false)
    }

    @Test func theListsAreVisibleAndHoldOnlyTheirOwn() throws {
        try #require(catalogue.lists.map(\.id) == ["starters", "classical", "jazz", "ambient", "news", "public"])
        #expect(catalogue.lists.allSatisfy { $0.isVisible && !$0.stations.isEmpty })
        #expect(catalogue.lists[0].stations.count == 20)
        for list in catalogue.lists[2...] {
            let tagged = catalogue.stations.filter { $0.tags.contains(list.id) }.map(\.id)
            #expect(list.stations == tagged, "\(list.id)")
        }
    }

    @Test(arguments: [
        ("KEXP", "us.kexp"), ("kexp radio", "us.kexp"), ("us.kexp", "us.kexp"), ("wsum-fm", "us.wsum"),
        ("Ö1", "at.orf.oe1"), ("o1", "at.orf.oe1"), ("hitradio ö3", "at.orf.oe3"), ("RADIO NOVA", "fr.nova"),
        ("nova", "fr.nova"), ("radio petofi", "hu.mr.petofi"), ("Petőfi Rádió", "hu.mr.petofi"),
        ("rádio devín's", "sk.stvr.devin"), ("deutschlandfunk", "de.dlf"), ("groove salad", "us.somafm.groovesalad"),
        ("Groove Salad Classic", "us.somafm.gsclassic"), ("FIP", "fr.fip"), ("fip jazz", "fr.fip.jazz"),
        ("swiss jazz station", "ch.srg.swissjazz"), ("Classic 21 80’s", "be.rtbf.classic21.80s"), ("wsum", "us.wsum"),
        ("rinse", "fr.rinse"), ("Rinse FM", "gb.rinse"),
    ])
    func aSpokenNameFindsItsStation(spoken: String, id: String) {
        #expect(StationResolution(of: spoken, in: catalogue)?.station.id.description == id)
    }

    @Test(arguments: [
        "", "  ", "radio", "radio station", "'s", "o", "1", "radio 1 2 3 4", "kxep", "jazz fip nova", "?!",
    ])
    func whatFitsNoNameFindsNothing(spoken: String) {
        #expect(StationResolution(of: spoken, in: catalogue)?.station.id == nil)
    }
}
