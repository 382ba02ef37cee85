import Model
import Testing

@testable import Providers

struct RadioBrowserRowTests {
    private static let uuid = "960e57c5-0601-11e8-ae97-52543be04c81"

    private func rows(_ fields: String...) -> [RadioBrowserRow]? {
        RadioBrowserRow.rows(Array("[\(fields.map { "{\($0)}" }.joined(separator: ","))]".utf8))
    }

    private func station(_ more: String, url: String = "https://a.example/x") -> OpenStation? {
        rows("\"stationuuid\":\"\(Self.uuid)\",\"name\":\"A\",\"url\":\"\(url)\"\(more)")?.first?.station
    }

    @Test(arguments: [
        "http://a.example/x", "https://u:p@a.example/x", "https://192.168.1.1/x", "https://localhost/x",
        "https://nas/x",
        "https://radio.fritz.box/x", "ftp://a.example/", "", "mms://a.example/", "https://0x7f000001/",
    ])
    func anAddressThatAnOpenStationMayNotHaveIsLeftOut(url: String) { #expect(station("", url: url) == nil) }

    @Test(arguments: [
        ("MP3", "mp3" as String?), ("aac+", "aac"), ("OGG", "vorbis"), ("FLAC", "flac"), ("UNKNOWN", nil),
        ("AAC,H.264", nil),
    ])
    func codecsAreTranslated(word: String, codec: String?) {
        #expect(station(",\"codec\":\"\(word)\"")?.stream.codec == codec)
    }

    @Test(arguments: [
        ("128", 128 as Int?), ("0", nil), ("128000", 128), ("-5", nil), ("99999999", nil), ("\"128\"", nil),
    ])
    func bitratesAreInKilobits(text: String, bitrate: Int?) {
        #expect(station(",\"bitrate\":\(text)")?.stream.bitrateKbps == bitrate)
    }

    @Test(arguments: [
        ("https://a.example/x", 0, StreamKind.icecast), ("https://a.example/x", 1, .hls),
        ("https://a.example/X.M3U8?a=b", 0, .hls), ("https://a.example/x.pls", 0, .wrapper),
        ("https://a.example/x.m3u?x.pls", 0, .wrapper), ("https://a.example/?x.pls", 0, .icecast),
    ])
    func theKindIsThatOfTheAddress(url: String, hls: Int, kind: StreamKind) {
        #expect(station(",\"hls\":\(hls)", url: url)?.stream.kind == kind)
    }

    @Test func decorationsOfAnotherTypeCostNothing() {
        let found = station(
            ",\"tags\":5,\"homepage\":{},\"countrycode\":\"deu\",\"hls\":\"yes\",\"languagecodes\":null"
        )
        #expect(found?.tags == [] && found?.homepage == nil && found?.country == nil && found?.languages == [])
    }

    @Test func namesAreFitToBeShown() {
        let long = String(repeating: "x", count: 500)
        let text = "\"stationuuid\":\"\(Self.uuid)\",\"name\":\" \\u202e\\u0007\(long)\",\"url\":\"https://a.example/\""
        #expect(rows(text)?.first?.station?.name == String(repeating: "x", count: 120))
        #expect(
            rows("\"stationuuid\":\"\(Self.uuid)\",\"name\":\" \",\"url\":\"https://a.example/\"")?.first?.station
                == nil
        )
    }

    @Test func aRowThatCannotBeReadCostsItselfAndDoublesAreOne() {
        let good = "\"stationuuid\":\"\(Self.uuid)\",\"name\":\"A\",\"url\":\"https://a.example/\""
        let other =
            "\"stationuuid\":\"00000000-0601-11e8-ae97-52543be04c81\",\"name\":\"B\",\"url\":\" https://a.example/ \""
        #expect(rows("\"name\":5", good, good, other)?.map(\.name) == ["A"])
        #expect(RadioBrowserRow.rows(Array("{}".utf8)) == nil)
        #expect(RadioBrowserRow.rows(Array("<html>".utf8)) == nil)
        #expect(RadioBrowserRow.rows(Array("[]".utf8)) == [])
    }

    @Test(arguments: [
        ("rb:960e57c5-0601-11e8-ae97-52543be04c81", true), ("960e57c5-0601-11e8-ae97-52543be04c81", false),
        ("rb:960E57C5-0601-11e8-ae97-52543be04c81", false), ("rb:960e57c50601-11e8-ae97-52543be04c81", false),
        ("rb:960e57c5-0601-11e8-ae97-52543be04c8", false), ("rb:", false), ("rb:../../json", false),
        ("rb:960e57c5-0601-11e8-ae97-52543be04cg1", false),
    ])
    func aNameIsRBAndAUUIDInLowerCase(text: String, isOne: Bool) {
        #expect((OpenStationID(text) != nil) == isOne)
        #expect(StationID(text) == nil, "never a canonical id")
        if isOne { #expect(throws: Never.self) { try MediaRef("station:\(text)") } }
    }
}
