import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Core

struct PlaybackSessionTests {
    // MARK: Play

    @Test func playIsConfirmedByEvidenceAndNothingElse() {
        var run = SessionRun()
        let play = run.play()
        #expect(run.phase == .starting)
        run.put(
            .relay(
                run.session.playID,
                .fetching(SnapshotStream(origin: "https://a", codec: "mp3", bitrateKbps: 192), index: 0)
            )
        )
        run.put(.renderer(.started(run.session.playID)))
        #expect(run.verdict(play) == nil)
        run.look()
        #expect(run.verdict(play) == .confirmed)
        #expect(run.phase == .playing)
        #expect(run.snapshot.position?.rate == 1)
        let steps = run.receipts[play]?.steps.map(\.name)
        #expect(steps == [.accepted, .resolving, .fetching, .decoding, .confirmed])
    }

    /// What a client sees from the first moment on, and not only with the verdict.
    @Test(arguments: [PlayerCommand.stop, .pause])
    func aReceiptCarriesTheGenerationThatItsCommandMade(_ command: PlayerCommand) {
        var run = SessionRun()
        let play = run.play()
        #expect(run.session.generation == Generation(1))
        #expect(run.receipts[play]?.generation == Generation(1))
        let again = run.again()
        #expect(run.receipts[again]?.generation == Generation(1))
        run.look()
        let playing = run.session.playID
        let halt = run.command(command)
        #expect(run.verdict(halt) == nil)
        #expect(run.receipts[halt]?.generation == Generation(2))
        run.put(.renderer(.ended(playing, .replaced)))
        #expect(run.verdict(halt) == .confirmed)
        #expect(run.receipts[halt]?.generation == Generation(2))
        #expect(run.snapshot.generation == Generation(2))
        #expect(run.receipts[play]?.generation == Generation(1))
    }

    @Test func theIntentIsSavedBeforeAnythingIsLoaded() {
        var run = SessionRun()
        let id = run.command(.play(.station("us.a")))
        #expect(run.effects.contains(.admit(.station("us.a"), id)))
        run.put(.admitted(id, .success(.station("us.a"))))
        guard case .save(let intent)? = run.effects.first else {
            Issue.record("nothing was saved")
            return
        }
        #expect(intent.media == .station("us.a"))
        #expect(!run.effects.contains { if case .resolve = $0 { true } else { false } })
        run.save()
        #expect(run.effects.contains(.resolve(.station("us.a"), run.session.generation)))
    }

    @Test func anIntentThatCannotBeSavedIsNotPlayed() {
        var run = SessionRun()
        let first = run.play("us.a")
        run.look()
        #expect(run.verdict(first) == .confirmed)
        let second = run.command(.play(.station("us.b")))
        run.put(.admitted(second, .success(.station("us.b"))))
        run.put(.intentSaved(run.session.generation, .failure(.failed("disk full"))))
        #expect(run.verdict(second) == .failed(.storageFailed))
        #expect(run.phase == .playing)
        #expect(run.snapshot.item?.media == .station("us.a"))
        #expect(run.snapshot.notice?.code == "storage_failed")
    }

    @Test func aRefusedPlayChangesNothing() {
        var run = SessionRun()
        _ = run.play("us.a")
        run.look()
        let before = run.snapshot
        let id = run.command(.play(.station("us.zz")))
        let refusal = Refusal(.unknownStation, "There is no such station.")
        run.put(.admitted(id, .failure(refusal)))
        #expect(run.verdict(id) == .refused(refusal))
        #expect(run.snapshot == before)
    }

    @Test func playOfWhatHasGoneSilentIsNotConfirmedBeforeItSoundsAgain() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let silence = run.now
        run.look(for: .seconds(11), signal: .silent(from: silence), step: .milliseconds(500))
        #expect(run.phase == .playing)
        #expect(run.snapshot.evidence.signal == .silent(since: silence))
        #expect(run.snapshot.notice?.code == "silent")
        let silent = run.again()
        #expect(run.verdict(silent) == nil)
        run.look(for: .seconds(9), signal: .silent(from: silence), step: .milliseconds(500))
        #expect(run.verdict(silent) == .unconfirmed(.silent))
        let again = run.again()
        run.look(for: .seconds(1), step: .milliseconds(500))
        #expect(run.verdict(again) == .confirmed)
        #expect(run.snapshot.notice == nil)
    }

    @Test func aBreathIsNoSilence() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let count = run.snapshots.count
        run.look(for: .milliseconds(1500), signal: .silent(from: run.now), step: .milliseconds(500))
        run.look(for: .seconds(1), step: .milliseconds(500))
        #expect(run.snapshots.count == count)
    }

    @Test func aMutedSinkIsSaidAsTheOutputsFault() {
        var run = SessionRun(output: .device("pulse/lab"))
        let id = run.play()
        run.look(for: .seconds(2)) { look in
            look.driver = "pulse"
            look.sink = SinkObservation(name: "lab", isRunning: true, isCorked: false, isMuted: true)
        }
        #expect(run.verdict(id) == nil)
        #expect(run.snapshot.notice?.code == "output_muted")
        run.look(for: .seconds(1)) { look in
            look.driver = "pulse"
            look.sink = SinkObservation(name: "lab", isRunning: true, isCorked: false, isMuted: false)
        }
        #expect(run.verdict(id) == .confirmed)
        #expect(run.snapshot.notice == nil)
    }

    @Test func settingsThatCannotBeKeptAreNotConfirmed() {
        var run = SessionRun()
        guard let loud = Volume(percent: 55) else { return }
        let id = run.command(.volume(loud))
        run.put(.renderer(.volume(loud, isMuted: false)))
        run.put(.settingsSaved(run.session.settings, .failure(.degraded)))
        #expect(run.verdict(id) == .failed(.storageFailed))
        #expect(run.snapshot.volume == loud)
    }

    @Test func playOfWhatPlaysIsConfirmedWithoutARestart() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let generation = run.session.generation
        let again = run.command(.play(.station("us.a")))
        run.put(.admitted(again, .success(.station("us.a"))))
        #expect(run.verdict(again) == .confirmed)
        #expect(run.session.generation == generation)
        #expect(run.loads.isEmpty)
    }

    @Test func silenceEndsUnconfirmedWithItsReason() {
        var run = SessionRun()
        let id = run.play()
        run.look(for: .seconds(7), signal: .silent(from: .zero))
        #expect(run.snapshot.notice?.code == "silent")
        run.wait(.seconds(2))
        #expect(run.verdict(id) == .unconfirmed(.silent))
        #expect(run.phase != .playing)
    }

    @Test func soundAfterTheVerdictIsNotedOnTheReceipt() {
        var run = SessionRun()
        let id = run.play(deadline: .seconds(1))
        run.wait(.seconds(2))
        #expect(run.verdict(id) == .unconfirmed(.deadline))
        run.look()
        #expect(run.phase == .playing)
        #expect(run.receipts[id]?.verdict == .unconfirmed(.deadline))
        #expect(run.receipts[id]?.steps.last?.name == .heardLater)
    }

    @Test func looksAtAnOlderLoadAreDropped() {
        var run = SessionRun()
        _ = run.play("us.a")
        let old = run.session.playID
        let id = run.play("us.b")
        for step in 1...50 {
            run.now += .milliseconds(20)
            run.put(.renderer(.observed(.sounding(old, at: run.now, position: .milliseconds(step * 20)))))
        }
        #expect(run.verdict(id) == nil)
        #expect(run.phase == .starting)
    }

    @Test func aBAEndsOnTheLastAWithTheOthersSuperseded() {
        var run = SessionRun()
        let first = run.play("us.a")
        run.now += .milliseconds(30)
        let second = run.play("us.b")
        run.now += .milliseconds(30)
        let third = run.play("us.a")
        run.look()
        #expect(run.verdict(first) == .superseded)
        #expect(run.verdict(second) == .superseded)
        #expect(run.verdict(third) == .confirmed)
        #expect(run.snapshot.item?.media == .station("us.a"))
        #expect(run.snapshot.notice == nil)
    }

    @Test func aPlayAdmittedAfterANewerStopIsSuperseded() {
        var run = SessionRun()
        let play = run.command(.play(.station("us.a")))
        let stop = run.command(.stop)
        run.put(.admitted(play, .success(.station("us.a"))))
        #expect(run.verdict(play) == .superseded)
        #expect(run.verdict(stop) == .confirmed)
        #expect(run.phase == .idle)
    }

    // MARK: Stop, pause, resume

    @Test(arguments: PlaybackPhase.allCases.filter(\.isUnderWay))
    func stopInEveryPhaseSilencesAndIsConfirmedByTheRenderersEnd(_ phase: PlaybackPhase) {
        var run = SessionRun()
        run.bring(to: phase)
        #expect(run.phase == phase)
        let loaded = run.session.loaded
        let stop = run.command(.stop)
        #expect(run.phase == .stopped)
        if let loaded {
            #expect(run.effects.contains(.unload(loaded)))
            #expect(run.verdict(stop) == nil)
            run.put(.renderer(.ended(loaded, .replaced)))
        }
        #expect(run.verdict(stop) == .confirmed)
        run.look()
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a")))))
        run.put(.outputAvailable(run.session.playID))
        #expect(run.phase == .stopped)
        #expect(run.loads.isEmpty)
    }

    @Test func aLiveStreamResumesByANewLoad() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let loaded = run.session.playID
        let pause = run.command(.pause)
        #expect(run.effects.contains(.unload(loaded)))
        run.put(.renderer(.ended(loaded, .replaced)))
        #expect(run.verdict(pause) == .confirmed)
        #expect(run.phase == .paused)
        let resume = run.again(.resume)
        run.save()
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a")))))
        #expect(run.loads == [loaded.next])
        run.look()
        #expect(run.verdict(resume) == .confirmed)
    }

    @Test func pauseAndResumeWithNothingToDoAreRefused() {
        var run = SessionRun()
        let pause = run.command(.pause)
        let resume = run.command(.resume)
        let play = run.command(.play(nil))
        guard case .refused(let one)? = run.verdict(pause), case .refused(let two)? = run.verdict(resume),
            case .refused(let three)? = run.verdict(play)
        else {
            Issue.record("not refused")
            return
        }
        #expect([one.code, two.code, three.code] == [.nothingToPause, .notPaused, .nothingToPlay])
        #expect(Set(run.snapshot.disallowed.map(\.act)) == [.play, .pause, .resume])
    }

    @Test func nothingPlaysByItselfAfterARestart() {
        let intent = Intent(
            player: .main,
            generation: Generation(7),
            item: QueueItemID("i"),
            media: .station("us.a"),
            title: "A",
            wanted: .playing,
            askedAt: Date(timeIntervalSince1970: 0)
        )
        var run = SessionRun(restored: intent)
        #expect(run.phase == .stopped)
        #expect(run.snapshot.item?.title == "A")
        run.put(.resolved(Generation(7), .success(.fixture(.station("us.a"), trust: .lan))))
        #expect(run.snapshot.item?.trust == .lan)
        #expect(run.phase == .stopped)
        run.wait(.seconds(3600))
        #expect(run.loads.isEmpty)
        _ = run.again()
        run.save()
        #expect(run.session.generation == Generation(8))
        #expect(run.effects.contains(.resolve(.station("us.a"), Generation(8))))
    }

    // MARK: Volume and output

    @Test func volumeIsConfirmedByReadbackAndTheDisk() {
        var run = SessionRun()
        guard let loud = Volume(percent: 55) else { return }
        let id = run.command(.volume(loud))
        #expect(run.effects.contains(.setVolume(loud)))
        #expect(run.snapshot.volume == .safe)
        run.put(.renderer(.volume(loud, isMuted: false)))
        #expect(run.snapshot.volume == loud)
        #expect(run.verdict(id) == nil)
        #expect(run.effects.contains { if case .saveSettings(let saved) = $0 { saved.volume == loud } else { false } })
        run.put(.settingsSaved(run.session.settings, .success(())))
        #expect(run.verdict(id) == .confirmed)
    }

    @Test func volumeWithoutReadbackIsUnconfirmed() {
        var run = SessionRun()
        guard let loud = Volume(percent: 55) else { return }
        let id = run.command(.volume(loud), deadline: .seconds(2))
        run.wait(.seconds(3))
        #expect(run.verdict(id) == .unconfirmed(.deadline))
        #expect(run.snapshot.volume == .safe)
    }

    @Test func transferSilencesTheOldOutputBeforeTheNewOneIsLoaded() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let old = run.session.playID
        let id = run.command(.transfer(.device("pulse/kitchen")))
        #expect(run.effects.contains(.unload(old)))
        #expect(run.loads.isEmpty)
        run.save()
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a")))))
        guard case .load(_, _, let output)? = run.effects.first(where: { if case .load = $0 { true } else { false } })
        else {
            Issue.record("nothing was loaded")
            return
        }
        #expect(output == .device("pulse/kitchen"))
        #expect(run.verdict(id) == nil)
    }

    // MARK: Faults

    @Test func aFailureOfEveryStreamIsFailedWithItsCode() {
        var run = SessionRun()
        let id = run.play()
        run.put(.relay(run.session.playID, .failed(.upstreamNotFound)))
        #expect(run.verdict(id) == .failed(.upstreamNotFound))
        #expect(run.phase == .failed)
        #expect(run.snapshot.notice?.code == "upstream_not_found")
        run.put(.renderer(.ended(run.session.playID, .failed(.undecodable))))
        #expect(run.snapshot.notice?.code == "upstream_not_found")
    }

    @Test func aDroppedLiveStreamGetsOnePassThenFails() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        run.put(.relay(run.session.playID, .dropped(.streamDropped)))
        #expect(run.phase == .playing, "what is buffered still sounds")
        run.put(.renderer(.ended(run.session.playID, .endOfData)))
        #expect(run.phase == .reconnecting)
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a")))))
        #expect(run.loads.count == 1)
        run.look()
        #expect(run.phase == .playing)
        run.put(.renderer(.ended(run.session.playID, .endOfData)))
        #expect(run.phase == .failed)
        #expect(run.snapshot.notice?.code == "stream_dropped")
    }

    @Test func aReconnectInsideARunningStreamIsSeenUntilItSoundsAgain() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let load = run.session.playID
        run.put(.relay(load, .reconnecting(.streamDropped)))
        #expect(run.phase == .reconnecting)
        #expect(run.snapshot.notice?.code == "stream_dropped")
        #expect(run.snapshot.position?.rate == 0)
        run.look()
        #expect(run.phase == .reconnecting, "what sounds is what was left")
        run.wait(.seconds(20))
        #expect(run.phase == .reconnecting, "the relay's pass has its own end")
        run.put(.relay(load, .fetching(SnapshotStream(origin: "https://b", codec: "mp3", bitrateKbps: 64), index: 1)))
        run.look()
        #expect(run.phase == .playing)
        #expect(run.snapshot.notice == nil)
        #expect(run.snapshot.item?.stream?.origin == "https://b")
        #expect(run.session.playID == load)
        run.put(.renderer(.ended(load, .endOfData)))
        #expect(run.phase == .failed, "that was its one pass")
    }

    @Test func aReconnectThatBringsNothingIsFailed() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        run.put(.relay(run.session.playID, .reconnecting(.streamDropped)))
        run.put(.relay(run.session.playID, .failed(.upstreamGone)))
        #expect(run.phase == .failed)
        #expect(run.snapshot.notice?.code == "upstream_gone")
    }

    @Test func anotherFormatIsANewLoadUnderTheSameGeneration() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let (load, generation) = (run.session.playID, run.session.generation)
        run.put(.relay(load, .reconnecting(.streamDropped)))
        run.put(.relay(load, .formatChanged))
        #expect(run.phase == .reconnecting)
        run.put(.renderer(.ended(load, .endOfData)))
        run.put(.resolved(generation, .success(.fixture(.station("us.a")))))
        #expect(run.loads.count == 1)
        run.look()
        #expect(run.phase == .playing)
        #expect(run.session.generation == generation)
        #expect(run.session.playID != load)
    }

    @Test func whatIsOnAirIsWhatTheRelayReadWhenTheRendererSaysSo() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let load = run.session.playID
        let song = StreamTitle(line: "Kino - Blood Type", raw: "Kino - Blood Type")
        run.put(.relay(load, .title(song)))
        run.put(.relay(load, .title(.advertisement)))
        #expect(run.snapshot.onAir == nil, "nobody has heard it yet")
        run.put(.renderer(.title(load, "Kino - Blood Type")))
        #expect(run.snapshot.onAir?.artist == "Kino")
        #expect(run.snapshot.onAir?.title == "Blood Type")
        #expect(run.snapshot.onAir?.raw == "Kino - Blood Type")
        run.put(.renderer(.title(load, StreamTitle.advertisement.line)))
        #expect(run.snapshot.onAir == OnAir(text: "Advertisement", raw: "", isAdvertisement: true))
        run.put(.renderer(.title(load, "")))
        #expect(run.snapshot.onAir == nil)
        run.put(.renderer(.title(load, "out of a container")))
        #expect(run.snapshot.onAir == OnAir(text: "out of a container", raw: "out of a container"))
    }

    @Test func aContainersOwnTagsAreOnAirCleanedAndApart() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        run.put(.renderer(.tags(run.session.playID, artist: "Björk\u{7}", title: " Jóga ")))
        #expect(run.snapshot.onAir == OnAir(text: "Björk - Jóga", artist: "Björk", title: "Jóga", raw: "Jóga"))
        run.put(.renderer(.tags(PlayID(99), artist: nil, title: "of another load")))
        #expect(run.snapshot.onAir?.title == "Jóga")
        run.put(.renderer(.tags(run.session.playID, artist: "", title: "Sinnerman")))
        #expect(run.snapshot.onAir == OnAir(text: "Sinnerman", title: "Sinnerman", raw: "Sinnerman"))
    }

    @Test func aLearnedCharsetIsRecordedUnderTheStationsCanonicalName() {
        var run = SessionRun()
        _ = run.play()
        run.put(.relay(run.session.playID, .charset("windows-1251")))
        #expect(run.effects.contains(.recordCharset("windows-1251", .station("us.a"))))
    }

    @Test func aMoveIsRecordedUnderTheStationsCanonicalName() {
        var run = SessionRun()
        _ = run.play()
        run.put(.relay(run.session.playID, .moved(index: 1, from: "https://a", to: "https://b")))
        let move = StreamMove(.station("us.a"), 1, from: "https://a", to: "https://b")
        #expect(run.effects.contains(.recordMove(move)))
    }

    @Test func aMinuteOfSoundEarnsANewPass() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        for _ in 1...3 {
            run.put(.renderer(.ended(run.session.playID, .endOfData)))
            #expect(run.phase == .reconnecting)
            run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a")))))
            run.look()
            run.look(for: .seconds(61), step: .milliseconds(500))
        }
    }

    @Test func anEndBeforeAnyProofIsFailedNotFinished() {
        var run = SessionRun()
        let id = run.play()
        run.put(.renderer(.ended(run.session.playID, .endOfData)))
        #expect(run.verdict(id) == .failed(.streamDropped))
    }

    @Test func aStallWithdrawsTheEvidenceThenReconnects() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        run.put(.renderer(.observed(frozen(run))))
        #expect(run.phase == .buffering)
        #expect(run.snapshot.position?.rate == 0)
        run.wait(.seconds(11))
        #expect(run.phase == .reconnecting)
    }

    @Test func aLookThatNeverComesWithdrawsTheEvidenceWithinTwoSeconds() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        run.wait(.seconds(2))
        #expect(run.phase == .buffering)
    }

    @Test func noOutputIsWaitedForAndLoadedOnceWhenItComes() {
        var run = SessionRun(output: .auto)
        let id = run.play()
        let asked = run.session.playID
        run.put(.outputMissing(asked))
        #expect(run.phase == .waiting)
        #expect(run.snapshot.waitingFor == .output)
        run.wait(.seconds(9))
        #expect(run.verdict(id) == .unconfirmed(.waiting))
        run.put(.outputAvailable(asked))
        #expect(run.loads.count == 1)
        run.put(.outputAvailable(asked))
        #expect(run.loads.isEmpty)
        run.look()
        #expect(run.phase == .playing)
        #expect(run.receipts[id]?.steps.last?.name == .heardLater)
    }

    @Test func aMovedStreamIsPausedAtOnce() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let id = run.session.playID
        run.put(.renderer(.outputMoved(id, from: "kitchen", to: "bath")))
        #expect(run.phase == .paused)
        #expect(run.effects.contains(.unload(id)))
        #expect(run.snapshot.notice?.code == "output_moved")
    }

    @Test func aRendererThatDoesNotAnswerIsStuckAndPlayMakesAFreshOne() {
        var run = SessionRun()
        let id = run.play(deadline: .seconds(20))
        run.put(.renderer(.unresponsive(since: run.now)))
        run.wait(.seconds(9))
        #expect(run.phase == .stuck)
        #expect(run.verdict(id) == .failed(.rendererStuck))
        _ = run.again()
        #expect(run.effects.contains(.replaceRenderer))
    }

    @Test func aStuckRendererThatIsIdleCausesNoEndlessWakes() {
        var run = SessionRun()
        run.put(.renderer(.unresponsive(since: run.now)))
        run.wait(.seconds(3600))
        #expect(run.session.nextWake == nil)
    }

    @Test func aDeadRendererFailsThePlayAndIsReplacedByTheNext() {
        var run = SessionRun()
        let id = run.play()
        run.put(.renderer(.died("crashed")))
        #expect(run.verdict(id) == .failed(.rendererFailed))
        _ = run.again()
        #expect(run.effects.contains(.replaceRenderer))
    }

    // MARK: Snapshots

    @Test func steadyPlayingPublishesNothing() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        let count = run.snapshots.count
        run.look(for: .seconds(60), step: .milliseconds(500))
        #expect(run.phase == .playing)
        #expect(run.snapshots.count == count)
    }

    @Test func revisionsRiseByOneAndNoSnapshotRepeats() {
        var run = SessionRun()
        _ = run.play()
        run.look()
        _ = run.command(.pause)
        _ = run.command(.stop)
        #expect(run.snapshots.map(\.rev) == Array(1...run.snapshots.count))
    }

    @Test func theExplanationNamesTheDeadHop() {
        var run = SessionRun()
        _ = run.play()
        run.put(.relay(run.session.playID, .failed(.connectionRefused)))
        let explanation = run.session.explain(nil, at: run.now)
        #expect(explanation.sentence.contains("the relay is dead (connection_refused)"))
        #expect(explanation.hops.map(\.name) == Explanation.Hop.Name.allCases)
    }

    private func frozen(_ run: SessionRun) -> RendererObservation {
        var look = RendererObservation.sounding(run.session.playID, at: run.now, position: run.now)
        look.isPausedForCache = true
        return look
    }
}

extension SessionRun {
    /// Takes a fresh session into a phase by the inputs that lead there.
    mutating func bring(to phase: PlaybackPhase) {
        switch phase {
        case .resolving:
            let id = command(.play(.station("us.a")))
            put(.admitted(id, .success(.station("us.a"))))
            save()
        case .starting: _ = play()
        case .waiting:
            _ = play()
            put(.outputMissing(session.playID))
        case .playing, .buffering, .reconnecting:
            _ = play()
            look()
            if phase == .buffering { wait(.seconds(2)) }
            if phase == .reconnecting { put(.renderer(.ended(session.playID, .endOfData))) }
        case .idle, .paused, .stopped, .failed, .stuck: break
        }
    }
}
