import Fakes
import Model
import Testing

@testable import Server

struct NowTextTests {
    private static let silent = Signal.silent(since: .zero)

    @Test(
        arguments: [
            (.starting, .unknown, 40, nil, "Starting", "waits"),
            (.starting, silent, 40, "silent", "Decoding, but silent", "waits"),
            (.playing, .present, 40, nil, "Playing", "sounds"),
            (.playing, silent, 40, nil, "Playing · silent", "waits"),
            (.playing, .present, 0, nil, "Playing, volume 0", "sounds"),
            (.buffering, .unknown, 40, nil, "Waiting for the stream", "waits"),
            (.buffering, .unknown, 40, "output_muted", "Output silent", "waits"),
            (.buffering, .unknown, 40, "upstream_busy", "Waiting for the stream", "waits"),
        ] as [(PlaybackPhase, Signal, Int, String?, String, String)]
    )
    func saysWhyNothingIsHeard(
        _ phase: PlaybackPhase,
        _ signal: Signal,
        _ volume: Int,
        _ notice: String?,
        _ eyebrow: String,
        _ tone: String
    ) async throws {
        let bench = Bench()
        let volume = try #require(Volume(percent: volume))
        bench.player.change { snapshot in
            snapshot.phase = phase
            snapshot.volume = volume
            snapshot.evidence.signal = signal
            if phase == .buffering { snapshot.evidence.level = .decoding }
            snapshot.notice = notice.map { Notice(code: $0, severity: .warning, text: "The output is muted.") }
        }
        let json = await bench.ask(.get, "/v1/pages/now").json
        #expect(json["eyebrow"]?.string == eyebrow)
        #expect(json["tone"]?.string == tone)
        #expect(json["notices"]?.elements.first?["code"]?.string == notice)
    }

    @Test(arguments: PlaybackPhase.allCases)
    func aKeyIsOffExactlyWhereThePlayerWouldRefuse(_ phase: PlaybackPhase) async {
        let bench = Bench()
        bench.player.change { snapshot in
            snapshot.phase = phase
            snapshot.disallowed = [Disallowed(.play, "No play."), Disallowed(.mute, "No mute.")]
        }
        let controls = await bench.ask(.get, "/v1/pages/now").json["controls"]?.elements ?? []
        #expect(controls.map { $0["enabled"]?.bool } == [false, true, true, false, true])
        #expect(controls.first?["reason"]?.string == "No play.")
    }
}
