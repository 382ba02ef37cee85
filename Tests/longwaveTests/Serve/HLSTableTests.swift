import Fakes
import Model
import Testing

@testable import longwave

/// Stations of HTTP Live Streaming through the whole host and a real PulseAudio: what is said, held against the sound
/// at the sink's monitor.
@Suite(.serialized) struct HLSTableTests {
    @Test(arguments: [
        HLSMode.live, .master, .fragments, .packed, .encrypted, .unencrypted, .relative, .discontinuity, .missing,
        .jumping,
    ])
    func whatPlaysIsHeard(mode: HLSMode) async throws {
        let pulse = try await PrivatePulse()
        let station = try await HLSStation()
        defer { station.stop() }
        let (answer, heard) = try await RunningHost.with(
            stations: [(id: "gb.hls", addresses: [station.address(of: mode)])],
            output: .device("pulse/lab"),
            pulse: pulse
        ) { host in
            _ = try await host.command("volume", "{\"volume\":100}")
            let answer = try await host.command("play", "{\"media\":\"station:gb.hls\"}")
            // Behind what a window of three seconds holds, so that only a list that was read again can sound.
            let ear = try pulse.listen()
            _ = try await pulse.record(seconds: 7)
            return (answer, await ear.stop())
        }
        #expect(answer.status == 200)
        #expect(answer.verdict == "confirmed")
        #expect(answer.took.seconds < 4, "it took \(answer.took)")
        #expect(heard.dropping(seconds: 6).holdsTone(at: 1000))
        let segments = station.paths.filter { $0.hasSuffix(".ts") || $0.hasSuffix(".aac") }
        #expect(Set(segments).count == segments.count, "no segment is fetched twice")
    }

    @Test(arguments: [
        (HLSMode.ended, FaultCode.streamDropped), (.sampleEncrypted, .unsupportedStream), (.pages, .malformedResponse),
    ])
    func whatCannotPlaySaysWhy(mode: HLSMode, code: FaultCode) async throws {
        let pulse = try await PrivatePulse()
        let station = try await HLSStation()
        defer { station.stop() }
        let (answer, heard) = try await RunningHost.with(
            stations: [(id: "gb.hls", addresses: [station.address(of: mode)])],
            output: .device("pulse/lab"),
            pulse: pulse
        ) { host in
            _ = try await host.command("volume", "{\"volume\":100}")
            let ear = try pulse.listen()
            let answer = try await host.command("play", "{\"media\":\"station:gb.hls\"}")
            return (answer, await ear.stop())
        }
        #expect(answer.status == 502)
        #expect(answer.verdict == "failed")
        #expect(answer.reason == code.rawValue)
        #expect(!heard.holdsTone(at: 1000))
    }

    @Test(arguments: [(HLSMode.standing, FaultCode.upstreamTimeout), (.ending, .streamDropped)])
    func aListThatComesToNothingIsTriedOnceMoreThenFails(mode: HLSMode, code: FaultCode) async throws {
        let pulse = try await PrivatePulse()
        let station = try await HLSStation()
        defer { station.stop() }
        let (first, phases, notice) = try await RunningHost.with(
            stations: [(id: "gb.hls", addresses: [station.address(of: mode)])],
            output: .device("pulse/lab"),
            pulse: pulse
        ) { host in
            let first = try await host.command("play", "{\"media\":\"station:gb.hls\"}")
            let (phases, notice) = try await host.phases(until: "failed")
            return (first, phases, notice)
        }
        #expect(first.verdict == "confirmed")
        #expect(phases.filter { $0 == "reconnecting" }.count == 1)
        #expect(notice == code.rawValue)
    }

    @Test func aTokenThatRunsOutIsMintedAnew() async throws {
        let pulse = try await PrivatePulse()
        let station = try await HLSStation()
        defer { station.stop() }
        let (first, heard) = try await RunningHost.with(
            stations: [(id: "gb.hls", addresses: [station.address(of: .token)])],
            output: .device("pulse/lab"),
            pulse: pulse
        ) { host in
            _ = try await host.command("volume", "{\"volume\":100}")
            let first = try await host.command("play", "{\"media\":\"station:gb.hls\"}")
            let (phases, _) = try await host.phases(until: "reconnecting")
            #expect(phases.last == "reconnecting")
            let (after, _) = try await host.phases(until: "playing")
            #expect(after.last == "playing")
            return (first, try await pulse.record(seconds: 1))
        }
        #expect(first.verdict == "confirmed")
        #expect(heard.holdsTone(at: 1000))
        #expect(station.paths.filter { $0 == "/token/start" }.count == 2, "it begins at the catalogue's address")
    }
}
