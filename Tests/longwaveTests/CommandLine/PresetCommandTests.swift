import Model
import Testing

@testable import longwave

struct PresetCommandTests {
    private static let listed = """
        {"presets":[\
        {"id":"00000000000000aa","position":0,"media":"station:us.kexp","name":"KEXP","available":true,\
        "station":{"id":"us.kexp","name":"KEXP 90.3","city":"Seattle","country":"US","state":"active","streams":[]}},\
        {"id":"00000000000000bb","position":1,"media":"station:us.gone","name":"Gone FM","available":false,"station":null}],\
        "unavailable":1,"text":"1 saved station is not available.","revision":3}
        """

    @Test func theListShowsPlacesFromOneAndWhatIsNotAvailable() async {
        let host = CannedHost(200, Self.listed)
        #expect(await host.run(.listPresets) == .confirmed)
        #expect(
            host.printed == [
                """
                1    00000000000000aa  KEXP 90.3 · Seattle, US
                2    00000000000000bb  Gone FM (not available)
                1 saved station is not available.
                """
            ]
        )
    }

    @Test func listsAreShownWithTheirIDs() async {
        let host = CannedHost(
            200,
            #"{"lists":[{"id":"starters","name":"First stations","stations":20},{"id":"x","name":"X","stations":1}]}"#
        )
        #expect(await host.run(.lists(id: nil)) == .confirmed)
        #expect(host.printed == ["starters  First stations · 20 stations\nx         X · 1 station"])
    }

    @Test func wordsAreResolvedByTheHostBeforeTheyAreSaved() async {
        let host = CannedHost([
            .success(CannedHost.answer(200, #"{"media":"station:us.rp"}"#)),
            .success(CannedHost.answer(201, #"{"notice":{"text":"Radio Paradise is a preset now."}}"#)),
        ])
        #expect(await host.run(.addPreset(.words("Radio Paradise"))) == .confirmed)
        #expect(host.asked.last == CannedHost.Asked("POST /v1/presets", #"{"media":"station:us.rp"}"#))
        #expect(host.printed == ["Radio Paradise is a preset now."])
    }

    @Test(arguments: ["00000000000000bb", "us.gone", "station:us.gone"])
    func aPresetIsNamedByItsIDOrItsStation(name: String) async {
        let changed = CannedHost.answer(200, #"{"notice":{"text":"Done so."}}"#)
        let moving = CannedHost([.success(CannedHost.answer(200, Self.listed)), .success(changed)])
        #expect(await moving.run(.movePreset(name, to: 1)) == .confirmed)
        #expect(moving.asked.last == CannedHost.Asked("PATCH /v1/presets/00000000000000bb", #"{"position":0}"#))
        #expect(moving.printed == ["Done so."])
        let removing = CannedHost([.success(CannedHost.answer(200, Self.listed)), .success(changed)])
        #expect(await removing.run(.removePreset(name), json: true) == .confirmed)
        #expect(removing.asked.last == CannedHost.Asked("DELETE /v1/presets/00000000000000bb"))
        #expect(removing.printed == [#"{"notice":{"text":"Done so."}}"#])
    }

    @Test func aPresetThatIsNoneIsRefusedByTheHost() async {
        let problem = #"{"code":"unknown_preset","title":"There is no such preset","detail":"It is none."}"#
        let host = CannedHost([
            .success(CannedHost.answer(200, Self.listed)), .success(CannedHost.answer(404, problem)),
        ])
        #expect(await host.run(.removePreset("nope")) == .refused)
        #expect(host.asked.last?.line == "DELETE /v1/presets/nope")
        #expect(host.complaints == ["longwave: There is no such preset: It is none. [unknown_preset]"])
    }

    @Test func aStationThatIsSavedAlreadyIsRefused() async {
        let problem = #"{"code":"preset_exists","title":"This station is a preset already","detail":"KEXP is."}"#
        #expect(await CannedHost(409, problem).run(.addPreset(.media("station:us.kexp"))) == .refused)
    }
}
