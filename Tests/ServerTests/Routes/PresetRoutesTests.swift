import Core
import Fakes
import Model
import Testing

@testable import Server

struct PresetRoutesTests {
    private func rows(_ bench: Bench) async -> [JSONValue] {
        await bench.ask(.get, "/v1/presets").json["presets"]?.elements ?? []
    }

    private func media(_ bench: Bench) async -> [String?] { await rows(bench).map { $0["media"]?.string } }

    private func add(_ bench: Bench, _ media: String, at position: Int? = nil) async -> Response {
        let place = position.map { #","position":\#($0)"# } ?? ""
        return await bench.ask(.post, "/v1/presets", body: #"{"media":"\#(media)"\#(place)}"#)
    }

    @Test func anyoneOnTheLinkSavesAStationAtItsPlace() async {
        let bench = Bench()
        let first = await add(bench, "station:wsum-fm")
        #expect(first.status == 201)
        #expect(first.json["preset"]?["media"]?.string == "station:us.wsum")
        #expect(first.json["preset"]?["position"]?.number == 0)
        #expect(first.json["notice"]?["text"]?.string == "WSUM 91.7 FM is a preset now.")
        #expect(await add(bench, "station:de.nova", at: 0).status == 201)
        #expect(await media(bench) == ["station:de.nova", "station:us.wsum"])
        let row = await rows(bench)[0]
        #expect(row["available"]?.bool == true)
        #expect(row["station"]?["name"]?.string == "Radio Übersee")
        #expect(row["position"]?.number == 0)
        #expect(row["id"]?.string == (await bench.shelf.kept[0].id.description))
    }

    @Test func aMovedPresetStandsWhereItWasMoved() async throws {
        let bench = Bench()
        for station in ["us.wsum", "de.nova", "xx.demo"] { _ = await add(bench, "station:\(station)") }
        let id = try #require(await rows(bench)[0]["id"]?.string)
        let moved = await bench.ask(.patch, "/v1/presets/\(id)", body: #"{"position":2}"#)
        #expect(moved.status == 200)
        #expect(moved.json["preset"]?["position"]?.number == 2)
        #expect(moved.json["notice"]?["text"]?.string == "WSUM 91.7 FM is preset 3 now.")
        #expect(await media(bench) == ["station:de.nova", "station:xx.demo", "station:us.wsum"])
        let again = await bench.ask(.patch, "/v1/presets/\(id)", body: #"{"position":2}"#)
        #expect(again.status == 200)
        #expect(again.json["revision"]?.number == moved.json["revision"]?.number)
    }

    @Test func whatWasRemovedCanBeAddedAgainAtItsPlace() async throws {
        let bench = Bench()
        for station in ["us.wsum", "de.nova", "xx.demo"] { _ = await add(bench, "station:\(station)") }
        let before = await bench.shelf.kept
        let removed = await bench.ask(.delete, "/v1/presets/\(before[1].id)")
        #expect(removed.status == 200)
        #expect(removed.json["removed"]?["position"]?.number == 1)
        #expect(await media(bench) == ["station:us.wsum", "station:xx.demo"])
        let undo = try #require(removed.json["notice"]?["action"])
        #expect(undo["label"]?.string == "Undo")
        let body = try #require(undo["body"])
        let place = Int(try #require(body["position"]?.number))
        #expect(await add(bench, try #require(body["media"]?.string), at: place).status == 201)
        #expect(await bench.shelf.kept == before)
        #expect(await bench.ask(.delete, "/v1/presets/\(before[1].id)").status == 200)
        #expect(await bench.ask(.delete, "/v1/presets/\(before[1].id)").json["code"]?.string == "unknown_preset")
    }

    @Test func aStationThatIsGoneStaysUnderItsLastNameAndIsCounted() async throws {
        let gone = [
            Preset.fixture(1, "us.gone1"), .fixture(2, "us.wsum"), .fixture(3, "us.gone2"), .fixture(4, "de.nova"),
        ]
        let bench = Bench(saved: gone)
        let json = await bench.ask(.get, "/v1/presets").json
        #expect(json["unavailable"]?.number == 2)
        #expect(json["text"]?.string == "2 saved stations are not available.")
        let rows = json["presets"]?.elements ?? []
        #expect(rows.map { $0["available"]?.bool } == [false, true, false, true])
        #expect(rows[0]["name"]?.string == "Station us.gone1")
        #expect(rows[0]["station"] == .null)
        // People count what they see.
        let moved = await bench.ask(.patch, "/v1/presets/\(gone[1].id)", body: #"{"position":3}"#)
        #expect(moved.json["notice"]?["text"]?.string == "WSUM 91.7 FM is preset 2 now.")
        let page = await bench.ask(.get, "/v1/pages/radio").json["presets"]
        #expect(page?["text"]?.string == "2 saved stations are not available.")
        #expect(page?["rows"]?.elements.map { $0["media"]?.string } == ["station:de.nova", "station:us.wsum"])
        #expect(page?["rows"]?.elements.map { $0["position"]?.number } == [2, 3])
    }

    @Test(
        arguments: [
            ("{", 400, "malformed_json", nil), ("{}", 422, "missing_field", "media"),
            (#"{"media":5}"#, 422, "wrong_type", "media"),
            (#"{"media":["station:us.wsum"]}"#, 422, "wrong_type", "media"),
            (#"{"media":"https://stream.example/"}"#, 422, "untrusted_stream", "media"),
            (#"{"media":"wsum"}"#, 422, "malformed_media", "media"),
            (#"{"media":"station:us.wsun"}"#, 404, "unknown_station", nil),
            (#"{"media":"station:de.nova"}"#, 409, "preset_exists", nil),
            (#"{"media":"station:us.wsum","position":2}"#, 422, "out_of_range", "position"),
            (#"{"media":"station:us.wsum","position":-1}"#, 422, "out_of_range", "position"),
            (#"{"media":"station:us.wsum","position":0.5}"#, 422, "out_of_range", "position"),
            (#"{"media":"station:us.wsum","position":"0"}"#, 422, "wrong_type", "position"),
            (#"{"media":"station:us.wsum","place":0}"#, 422, "unknown_field", "place"),
        ] as [(String, Int, String, String?)]
    )
    func aBadBodyIsRefusedByName(_ body: String, _ status: Int, _ code: String, _ field: String?) async {
        let bench = Bench(saved: [.fixture(1, "de.nova")])
        let response = await bench.ask(.post, "/v1/presets", body: body)
        #expect(response.status == status)
        #expect(response.json["code"]?.string == code)
        #expect(response.json["field"]?.string == field)
        #expect(await bench.shelf.writes == 0)
    }

    @Test(arguments: [
        ("{}", 422, "missing_field"), (#"{"position":1}"#, 422, "out_of_range"),
        (#"{"position":null}"#, 422, "missing_field"),
        (#"{"media":"station:us.wsum"}"#, 422, "unknown_field"),
    ])
    func aBadMoveIsRefused(_ body: String, _ status: Int, _ code: String) async {
        let bench = Bench(saved: [.fixture(1, "de.nova")])
        let response = await bench.ask(.patch, "/v1/presets/\(Preset.fixture(1, "de.nova").id)", body: body)
        #expect(response.status == status)
        #expect(response.json["code"]?.string == code)
    }

    @Test func aPresetThatIsNoneIsUnknown() async {
        for id in ["x", Preset.fixture(9, "us.a").id.description] {
            let bench = Bench(saved: [.fixture(1, "de.nova")])
            let moved = await bench.ask(.patch, "/v1/presets/\(id)", body: #"{"position":0}"#)
            #expect(moved.status == 404)
            #expect(moved.json["code"]?.string == "unknown_preset")
            #expect(await bench.ask(.delete, "/v1/presets/\(id)").status == 404)
        }
    }

    @Test func aChangeCanBeBoundToWhatWasRead() async throws {
        let bench = Bench(saved: [.fixture(1, "de.nova")])
        let tag = try #require(await bench.ask(.get, "/v1/presets")["ETag"])
        let body = #"{"media":"station:us.wsum"}"#
        #expect(tag == "\"e1-1\"")
        for other in ["\"e0-1\"", "\"e1-9\"", "\"e1-\"", "e1-1", "W/\"e1-1\""] {
            let stale = await bench.ask(.post, "/v1/presets", ["If-Match": other], body: body)
            #expect(stale.status == 412, "\(other)")
            #expect(stale.json["code"]?.string == "presets_changed")
        }
        let added = await bench.ask(.post, "/v1/presets", ["If-Match": tag], body: body)
        #expect(added.status == 201)
        #expect(added["ETag"] == "\"e1-2\"")
        #expect(
            await bench.ask(.delete, "/v1/presets/\(Preset.fixture(1, "de.nova").id)", ["If-Match": tag]).status == 412
        )
        let any = await bench.ask(.delete, "/v1/presets/\(Preset.fixture(1, "de.nova").id)", ["If-Match": "*"])
        #expect(any.status == 200)
    }

    @Test func withoutADatabaseNothingIsChangedAndTheRadioPageStays() async {
        let bench = Bench()
        await bench.shelf.fail(with: .degraded)
        for response in [
            await bench.ask(.get, "/v1/presets"), await add(bench, "station:us.wsum"),
            await bench.ask(.delete, "/v1/presets/\(Preset.fixture(1, "us.a").id)"),
        ] {
            #expect(response.status == 503)
            #expect(response.json["code"]?.string == "storage_degraded")
        }
        let page = await bench.ask(.get, "/v1/pages/radio").json
        #expect(page["presets"] == .null)
        #expect(page["notices"]?.elements.first?["code"]?.string == "storage_degraded")
        #expect(page["rows"]?.elements.count == 4)
    }

    @Test func subscribersHearThatTheListMovedOn() async throws {
        let bench = Bench()
        var heard = bench.events.events().makeAsyncIterator()
        _ = await add(bench, "station:us.wsum")
        #expect(await heard.next() == .changed(.presets, revision: 2))
    }

    @Test func thePageOffersWhatChangesThePresets() async {
        let bench = Bench(saved: [.fixture(1, "de.nova"), .fixture(2, "us.wsum")])
        let presets = await bench.ask(.get, "/v1/pages/radio").json["presets"]
        #expect(presets?["add"]?["field"]?.string == "media")
        #expect(presets?["remove"]?["method"]?.string == "DELETE")
        #expect(presets?["move"]?["method"]?.string == "PATCH")
        #expect(presets?["move"]?["field"]?.string == "position")
        #expect(presets?["empty"] == .null)
        let row = presets?["rows"]?.elements.first
        #expect(row?["path"]?.string == "/v1/presets/\(Preset.fixture(1, "de.nova").id)")
        #expect(row?["title"]?.string == "Radio Übersee")
        #expect(row?["detail"]?.elements.map(\.string) == ["Hamburg", "DE", "192 kbit/s mp3"])
        #expect(await Bench().ask(.get, "/v1/pages/radio").json["presets"]?["empty"]?.string?.isEmpty == false)
    }
}
