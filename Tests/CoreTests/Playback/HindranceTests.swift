import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Core

/// What keeps a station from being heard is told by what was seen: the station, the decoder or the output.
struct HindranceTests {
    /// A renderer that has sound ready which nobody takes, in each way in which that was seen.
    enum DeadOutput: CaseIterable {
        case suspendedSink, frozenServer, hangingCard

        func change(_ look: inout RendererObservation) {
            switch self {
            case .suspendedSink: look.onPulse(isRunning: false)
            case .frozenServer: look.onPulse()
            case .hangingCard: break
            }
        }
    }

    private func playing(on output: OutputName = .device("pulse/lab")) -> SessionRun {
        var run = SessionRun(output: output)
        let id = run.play()
        run.put(.relay(run.session.playID, .fetching(.mp3, index: 0)))
        run.look { $0.onPulse() }
        #expect(run.verdict(id) == .confirmed)
        run.undone = []
        return run
    }

    @Test(arguments: DeadOutput.allCases)
    func anOutputThatTakesNothingIsWaitedForAndSaidToBeTheOutput(_ fault: DeadOutput) {
        var run = playing(on: fault == .hangingCard ? .device("alsa/card") : .device("pulse/lab"))
        let (load, stood) = (run.session.playID, run.now)
        run.look(for: .seconds(60), step: .milliseconds(500)) { look in
            fault.change(&look)
            look.audioPosition = stood
        }
        #expect(run.phase == .buffering)
        #expect(run.snapshot.notice?.code == "output_not_running")
        #expect(run.session.cadence == .coarse)
        #expect(run.session.playID == load)
        #expect(!run.undone.contains { if case .unload = $0 { true } else { false } })
        #expect(!run.undone.contains { if case .weigh = $0 { true } else { false } })
        let tally = RelayTally(bytes: 1, lastByteAt: stood, origin: "https://a", isOpen: true, fault: nil)
        let explanation = run.session.explain(tally, at: run.now)
        #expect(explanation.sentence.contains("the output is dead"), "\(explanation.sentence)")
        run.look(for: .seconds(2), step: .milliseconds(500)) { if fault != .hangingCard { $0.onPulse() } }
        #expect(run.phase == .playing)
        #expect(run.snapshot.notice == nil)
        run.put(.renderer(.ended(load, .endOfData)))
        #expect(run.phase == .reconnecting, "the wait has not used the one pass")
    }

    @Test func aStationThatEndsWhileTheOutputStandsHasItsOwnTimeAfterwards() {
        var run = playing()
        let stood = run.now
        run.look(for: .seconds(60), step: .milliseconds(500)) { look in
            look.onPulse(isRunning: false)
            look.audioPosition = stood
        }
        run.look(for: .seconds(9), step: .milliseconds(500)) { $0.starve(at: stood) }
        #expect(run.phase == .buffering)
        run.wait(.seconds(2))
        #expect(run.phase == .reconnecting)
        #expect(run.snapshot.notice?.code == "upstream_timeout")
    }

    @Test func aStationThatIsTooSlowIsNotToldAsTheOutputsFault() {
        var run = playing()
        let stood = run.now
        run.look(for: .seconds(5)) { $0.starve(at: stood) }
        #expect(run.phase == .buffering)
        #expect(run.snapshot.notice?.code == "stream_stalled")
        #expect(run.session.cadence == .fine)
        #expect(run.snapshots.allSatisfy { $0.notice?.code.hasPrefix("output_") != true })
        var tally = RelayTally(bytes: 9, lastByteAt: stood, origin: "https://a", isOpen: true, fault: nil)
        #expect(run.session.explain(tally, at: run.now).sentence.contains("the relay is waited for"))
        tally.recentBytes = 80_000
        #expect(run.session.explain(tally, at: run.now).sentence.contains("the decode is waited for"))
        run.look(for: .seconds(1)) { $0.onPulse() }
        #expect(run.phase == .playing)
        #expect(run.snapshot.notice == nil)
    }

    @Test(arguments: [
        (PlaybackSession.leastFlow, FaultCode.undecodable), (PlaybackSession.leastFlow - 1, .upstreamTimeout),
    ])
    func whetherBytesCameTellsAnUndecodableStreamFromASilentStation(_ bytes: Int, _ code: FaultCode) {
        var run = playing()
        let stood = run.now
        run.tally = RelayTally(
            bytes: 1_000_000,
            lastByteAt: nil,
            recentBytes: bytes,
            origin: nil,
            isOpen: true,
            fault: nil
        )
        run.look(for: .milliseconds(500)) { $0.starve(at: stood) }
        run.wait(.seconds(11))
        #expect(run.phase == .reconnecting)
        #expect(run.snapshot.notice?.code == code.rawValue)
    }

    @Test func bytesThatNeverBecomeSoundAreUndecodable() {
        var run = SessionRun()
        let id = run.play(deadline: .seconds(30))
        run.put(.relay(run.session.playID, .fetching(.mp3, index: 0)))
        run.tally = RelayTally(
            bytes: 200_000,
            lastByteAt: nil,
            recentBytes: 160_000,
            origin: nil,
            isOpen: true,
            fault: nil
        )
        run.wait(.seconds(11))
        #expect(run.verdict(id) == .failed(.undecodable))
        let explanation = run.session.explain(run.tally, at: run.now)
        #expect(explanation.sentence.contains("the decode is dead (undecodable)"))
    }

    @Test func aRendererThatNeverAsksIsNotTheStationsFault() {
        var run = SessionRun()
        _ = run.play()
        run.wait(.seconds(31))
        #expect(run.snapshot.notice?.code == "renderer_failed")
    }

    @Test func aRendererThatOwesAnAnswerIsJudgedByThatAlone() {
        var run = playing()
        run.wait(.seconds(5))
        let asked = run.now
        run.put(.renderer(.unresponsive(since: asked)))
        run.wait(.seconds(7))
        #expect(run.phase == .buffering, "ten seconds without progress, but nobody can see why")
        run.wait(.seconds(2))
        #expect(run.phase == .stuck)
        #expect(run.session.explain(nil, at: run.now).sentence.contains("the decode is dead (renderer_stuck)"))
    }

    @Test func movementThatComesWhileTheRelayIsAskedIsNoDrop() {
        var run = playing()
        let stood = run.now
        run.look(for: .milliseconds(500)) { $0.starve(at: stood) }
        run.now += .seconds(11)
        run.put(.tick)
        #expect(run.effects.contains(.weigh(run.session.playID)))
        #expect(run.session.nextWake == nil)
        run.look { $0.onPulse() }
        run.put(.weighed(run.session.playID, nil))
        #expect(run.phase == .playing)
    }

    @Test func aSilentProgrammeAfterADropIsNoReconnectForEver() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        run.put(.renderer(.ended(run.session.playID, .endOfData)))
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a")))))
        #expect(run.phase == .reconnecting)
        run.look(for: .seconds(3), signal: .silent(from: run.now))
        #expect(run.phase == .starting)
        #expect(run.snapshot.evidence.level == .outputAccepting)
        #expect(run.snapshot.notice?.code == "silent")
        #expect(run.session.cadence == .coarse)
        run.look(for: .seconds(2), step: .milliseconds(500))
        #expect(run.phase == .playing)
    }

    @Test func aMutedSinkAfterADropIsNoReconnectForEver() {
        var run = playing()
        run.put(.relay(run.session.playID, .reconnecting(.streamDropped)))
        run.look(for: .seconds(3)) { $0.onPulse(isMuted: true) }
        #expect(run.phase == .reconnecting)
        #expect(run.snapshot.notice?.code == "stream_dropped", "the station is still away")
        run.put(.relay(run.session.playID, .fetching(.mp3, index: 0)))
        run.look(for: .seconds(2)) { $0.onPulse(isMuted: true) }
        #expect(run.phase == .starting)
        #expect(run.snapshot.notice?.code == "output_muted")
    }

    @Test func aMutedStreamIsNotToldAsAMutedSink() {
        var run = playing()
        run.look(for: .seconds(2)) { look in
            look.onPulse(isMuted: true)
            look.sink?.isStreamMuted = true
        }
        #expect(run.snapshot.notice?.code == "output_muted")
        #expect(run.snapshot.notice?.text.contains("this stream on lab") == true)
        run.look(for: .seconds(2)) { $0.onPulse(isMuted: true) }
        #expect(run.snapshot.notice?.text.contains("has lab muted") == true)
    }

    @Test func aMoveOfAnOutputThatNobodyNamedIsToldAsWhatItWas() {
        var run = playing(on: .auto)
        run.put(.renderer(.outputMoved(run.session.playID, from: "lab", to: "other")))
        #expect(run.snapshot.notice?.text.contains("from lab to other") == true)
        #expect(run.snapshot.notice?.text.contains("asked for") == false)
    }

    @Test func nothingIsPlayingBeforeItIsHeard() {
        var run = SessionRun(output: .device("pulse/lab"))
        _ = run.play()
        run.look(for: .seconds(3), signal: .silent(from: .zero)) { $0.onPulse() }
        run.look(for: .seconds(3)) { $0.onPulse(isMuted: true) }
        #expect(!run.snapshots.contains { $0.phase == .playing })
    }

    @Test(arguments: [RendererEnd.endOfData, .failed(.undecodable), .failed(.outputFailed), .failed(.outputMissing)])
    func theEndOfAnOlderLoadTouchesNothing(_ end: RendererEnd) {
        var run = SessionRun()
        _ = run.play("us.a")
        run.look()
        let old = run.session.playID
        let id = run.play("us.b")
        run.put(.renderer(.ended(old, end)))
        #expect(run.phase == .starting)
        #expect(run.verdict(id) == nil)
        run.look()
        #expect(run.verdict(id) == .confirmed)
        run.put(.renderer(.ended(old, end)))
        #expect(run.phase == .playing)
    }
}

extension RendererObservation {
    fileprivate mutating func onPulse(isRunning: Bool = true, isMuted: Bool = false) {
        driver = "pulse"
        sink = SinkObservation(name: "lab", isRunning: isRunning, isCorked: false, isMuted: isMuted)
    }

    /// As libmpv is when no bytes come: paused, its stream corked, the sink idle.
    fileprivate mutating func starve(at position: Duration) {
        driver = "pulse"
        sink = SinkObservation(name: "lab", isRunning: false, isCorked: true, isMuted: false)
        isPausedForCache = true
        isCoreIdle = true
        audioPosition = position
    }
}

extension SnapshotStream {
    fileprivate static let mp3 = SnapshotStream(origin: "https://a", codec: "mp3", bitrateKbps: 128)
}
