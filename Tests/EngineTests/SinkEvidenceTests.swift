import Fakes
import Model
import Testing

@testable import Engine

/// The real libmpv into a real PulseAudio of the test's own, listened to at the monitor of its sink.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct SinkEvidenceTests {
    /// A server whose tone is `frequency` Hz.
    private func radio(_ frequency: Int = 440) async throws -> FaultyRadioServer {
        FaultyRadioServer(tone: try await RadioAudio.tone(frequency: frequency))
    }

    /// A radio, a PulseAudio with the sinks `lab` and `other`, and a renderer beside `body`; all end with it. `arrange`
    /// changes the sinks before there is a renderer.
    private func withSinks(
        _ arrange: (PrivatePulse) async throws -> Void = { _ in },
        _ body: (FaultyRadioServer, PrivatePulse, Bench) async throws -> Void
    ) async throws {
        let server = try await radio()
        defer { server.stop() }
        let pulse = try await PrivatePulse()
        try await arrange(pulse)
        try await Bench.use(pulse: pulse) { bench in try await body(server, pulse, bench) }
    }

    @Test(arguments: [OutputName.auto, .device("pulse/lab"), .device("pulse/other")])
    func theToneIsHeardAtTheSinkThatIsSeen(output: OutputName) async throws {
        let sink = output.pulseSink ?? "lab"
        try await withSinks { server, pulse, bench in
            #expect(await bench.renderer.isAvailable(output))
            try await bench.renderer.setVolume(try #require(Volume(percent: 100)))
            let seen = try await bench.play(server, as: PlayID(1), to: output, seenOn: sink)
            #expect(seen.driver == "pulse")
            let heard = try await pulse.record(sink).dropping(seconds: 0.2)
            #expect(heard.rms > 0.05)
            #expect(heard.amplitude(at: 440) > 20 * heard.amplitude(at: 880))
            let elsewhere = try await pulse.record(sink == "lab" ? "other" : "lab", seconds: 0.5)
            #expect(elsewhere.rms < 0.001)
            try await bench.renderer.unload()
            _ = try await bench.log.end(of: PlayID(1))
            #expect(try await pulse.record(sink, seconds: 0.5).dropping(seconds: 0.3).rms < 0.001)
        }
    }

    @Test func outputsThatAreNotThereAreNotAvailable() async throws {
        let pulse = try await PrivatePulse()
        try await Bench.use(pulse: pulse) { bench in
            #expect(await bench.renderer.isAvailable(.device("pulse/none")) == false)
            #expect(await bench.renderer.isAvailable(.auto))
            await pulse.kill()
            #expect(await bench.renderer.isAvailable(.device("pulse/lab")) == false)
            #expect(await bench.renderer.isAvailable(.auto) == false)
        }
    }

    @Test func autoGoesToARealSinkWhereTheDummyIsTheDefault() async throws {
        let dummy: (PrivatePulse) async throws -> Void = { pulse in
            try await pulse.control("load-module", "module-null-sink", "sink_name=auto_null")
            try await pulse.control("set-default-sink", "auto_null")
        }
        try await withSinks(dummy) { server, _, bench in
            try await bench.play(server, as: PlayID(1), to: .auto, seenOn: "lab")
        }
    }

    @Test func aSinkWithAWrongNameFails() async throws {
        try await withSinks { server, pulse, bench in
            try await bench.renderer.load(server.address(of: .burst), as: PlayID(1), to: .device("pulse/none"))
            #expect(try await bench.log.end(of: PlayID(1)) == .failed(.outputFailed))
        }
    }

    @Test func volumeAndMuteAreHeard() async throws {
        try await withSinks { server, pulse, bench in
            try await bench.renderer.setVolume(try #require(Volume(percent: 100)))
            try await bench.play(server.address(of: .burst), as: PlayID(1), to: .auto)
            let loud = try await pulse.record().dropping(seconds: 0.3).rms
            try await bench.renderer.setVolume(try #require(Volume(percent: 50)))
            let quiet = try await pulse.record().dropping(seconds: 0.5).rms
            // Cubic: half of the way is an eighth of the amplitude.
            #expect(abs(quiet / loud - 0.125) < 0.02)
            try await bench.renderer.setMuted(true)
            #expect(try await pulse.record().dropping(seconds: 0.5).rms < 0.0005)
            let count = await bench.log.events.count
            let seen = try await bench.log.observation(of: PlayID(1), "a look", from: count) { _ in true }
            #expect(seen.signal == .sounding)
        }
    }

    @Test func aMutedSinkIsSeen() async throws {
        try await withSinks { server, pulse, bench in
            try await bench.play(server, as: PlayID(1), to: .auto, seenOn: "lab")
            try await pulse.control("set-sink-mute", "lab", "1")
            try await bench.log.observation(of: PlayID(1), "a muted sink") { $0.sink?.isMuted == true }
        }
    }

    @Test(arguments: ["0%", "1"])
    func aVolumeAtWhichNothingSoundsCountsAsMuted(volume: String) async throws {
        try await withSinks { server, pulse, bench in
            try await pulse.control("set-sink-volume", "lab", volume)
            try await bench.play(server.address(of: .burst), as: PlayID(1), to: .auto)
            try await bench.log.observation(of: PlayID(1), "a sink too low", within: .seconds(1)) {
                $0.sink?.isMuted == true
            }
            let events = await bench.log.events
            #expect(!events.contains { if case .observed(let seen) = $0 { onSink("lab")(seen) } else { false } })
            let stream = try await pulse.onlyStream()
            for thing in [["set-sink-volume", "lab"], ["set-sink-input-volume", stream]] {
                for (level, isMuted) in [("100%", false), (volume, true), ("40%", false)] {
                    let count = await bench.log.events.count
                    try await pulse.control(thing[0], thing[1], level)
                    try await bench.log.observation(
                        of: PlayID(1),
                        "\(thing) \(level)",
                        from: count,
                        within: .seconds(1)
                    ) {
                        $0.sink?.isMuted == isMuted
                    }
                }
            }
        }
    }

    @Test func ourOwnVolumeIsNotAMutedSink() async throws {
        try await withSinks { server, pulse, bench in
            try await bench.play(server, as: PlayID(1), to: .auto, seenOn: "lab")
            let silent = try #require(Volume(percent: 0))
            try await bench.renderer.setVolume(silent)
            try await bench.renderer.setMuted(true)
            try await bench.log.wait("the readback") { $0 == .volume(silent, isMuted: true) }
            let count = await bench.log.events.count
            #expect(try await pulse.record().dropping(seconds: 0.5).rms < 0.0005)
            let later = await bench.log.events.dropFirst(count).compactMap { event in
                if case .observed(let seen) = event { seen.sink } else { nil }
            }
            #expect(later.count > 20 && later.allSatisfy { !$0.isMuted })
        }
    }

    @Test(arguments: [OutputName.auto, .device("pulse/lab")])
    func aStreamInTheWrongRoomIsToldAndTheNextLoadComesHome(output: OutputName) async throws {
        try await withSinks { server, pulse, bench in
            try await bench.play(server, as: PlayID(1), to: output, seenOn: "lab")
            try await pulse.control("move-sink-input", try await pulse.onlyStream(), "other")
            try await bench.log.wait("the move", within: .seconds(2)) {
                $0 == .outputMoved(PlayID(1), from: "lab", to: "other")
            }
            try await bench.log.observation(of: PlayID(1), "the other sink") { $0.sink?.name == "other" }
            let count = await bench.log.events.count
            try await bench.play(server, as: PlayID(2), to: output, seenOn: "lab")
            let later = await bench.log.events.dropFirst(count)
            #expect(!later.contains { if case .outputMoved = $0 { true } else { false } })
        }
    }

    @Test func aSinkThatGoesAwayIsTold() async throws {
        try await withSinks { server, pulse, bench in
            try await bench.play(server, as: PlayID(1), to: .device("pulse/lab"), seenOn: "lab")
            // The server saves the stream by moving it to the sink that is left: the wrong room.
            try await pulse.control("unload-module", try await pulse.module("sink_name=lab"))
            try await bench.log.wait("the move", within: .seconds(2)) {
                $0 == .outputMoved(PlayID(1), from: "lab", to: "other")
            }
        }
    }

    @Test func theLastSinkThatGoesAwayIsLost() async throws {
        let onlyOne: (PrivatePulse) async throws -> Void = { pulse in
            try await pulse.control("unload-module", try await pulse.module("sink_name=other"))
        }
        try await withSinks(onlyOne) { server, pulse, bench in
            try await bench.play(server, as: PlayID(1), to: .device("pulse/lab"), seenOn: "lab")
            try await pulse.control("unload-module", try await pulse.module("sink_name=lab"))
            try await bench.log.wait("the loss", within: .seconds(2)) { $0 == .outputLost(PlayID(1)) }
        }
    }

    @Test func aServerThatGoesAwayIsLostAndUsedAgainWhenItIsBack() async throws {
        try await withSinks { server, pulse, bench in
            try await bench.play(server, as: PlayID(1), to: .auto, seenOn: "lab")
            await pulse.kill()
            try await bench.log.wait("the loss", within: .seconds(2)) { $0 == .outputLost(PlayID(1)) }
            #expect(try await bench.log.end(of: PlayID(1)) == .failed(.outputLost))
            try await bench.renderer.load(server.address(of: .burst), as: PlayID(2), to: .auto)
            #expect(try await bench.log.end(of: PlayID(2)) == .failed(.outputMissing))
            try await pulse.restart()
            try await bench.play(server, as: PlayID(3), to: .auto, seenOn: "lab")
        }
    }

    @Test func thereAndBackAgainOnlyTheLastIsHeard() async throws {
        let low = try await radio(440)
        let high = try await radio(880)
        defer {
            low.stop()
            high.stop()
        }
        let pulse = try await PrivatePulse()
        try await Bench.use(pulse: pulse) { bench in
            try await bench.renderer.setVolume(try #require(Volume(percent: 100)))
            await bench.renderer.watch(.fine)
            let lab = OutputName.device("pulse/lab")
            try await bench.renderer.load(low.address(of: .burst), as: PlayID(1), to: lab)
            try await bench.renderer.load(high.address(of: .burst), as: PlayID(2), to: .device("pulse/other"))
            try await bench.renderer.load(low.address(of: .burst), as: PlayID(3), to: lab)
            try await bench.log.observation(of: PlayID(3), "our stream", onSink("lab"))
            try await bench.log.observation(of: PlayID(3), "sound") { $0.signal == .sounding }
            let heard = try await pulse.record().dropping(seconds: 0.3)
            #expect(heard.amplitude(at: 440) > 0.05)
            #expect(heard.amplitude(at: 440) > 20 * heard.amplitude(at: 880))
            #expect(try await pulse.record("other", seconds: 0.5).rms < 0.001)
            for number in 1...2 { #expect(await bench.log.ends(of: PlayID(number)) == [.replaced]) }
            let events = await bench.log.events
            #expect(!events.contains { if case .outputMoved = $0 { true } else { false } })
        }
    }
}

private func onSink(_ name: String) -> @Sendable (RendererObservation) -> Bool {
    { $0.sink == SinkObservation(name: name, isRunning: true, isCorked: false, isMuted: false) }
}

extension Bench {
    /// Plays the radio's tone and waits until our stream is seen on `sink`.
    @discardableResult
    fileprivate func play(
        _ server: FaultyRadioServer,
        as id: PlayID,
        to output: OutputName,
        seenOn sink: String
    ) async throws -> RendererObservation {
        try await play(server.address(of: .burst), as: id, to: output)
        return try await log.observation(of: id, "our stream", onSink(sink))
    }
}
