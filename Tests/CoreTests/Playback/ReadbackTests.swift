import Fakes
import FoundationEssentials
import Model
import Testing

@testable import Core

/// Volume, mute and output: what is shown is what was read back, and what was asked is kept once it is seen.
struct ReadbackTests {
    private let loud = Volume(percent: 90) ?? .safe
    private let kept = Volume(percent: 77) ?? .safe

    private func restored() -> SessionRun {
        var run = SessionRun()
        run.put(.restored(nil, PlayerSettings(volume: kept, isMuted: true)))
        return run
    }

    private func saved(_ run: SessionRun) -> PlayerSettings? {
        run.undone.reversed().lazy.compactMap { if case .saveSettings(let settings) = $0 { settings } else { nil } }
            .first
    }

    @Test func aVolumeThatComesAfterItsVerdictIsKept() {
        var run = SessionRun()
        let volume = run.command(.volume(loud), deadline: .seconds(2))
        let mute = run.command(.mute(true), deadline: .seconds(2))
        run.wait(.seconds(3))
        #expect(run.verdict(volume) == .unconfirmed(.deadline))
        #expect(run.verdict(mute) == .unconfirmed(.deadline))
        #expect(saved(run) == nil)
        run.put(.renderer(.volume(loud, isMuted: true)))
        #expect(run.snapshot.volume == loud)
        #expect(saved(run) == run.session.settings)
        #expect(saved(run)?.volume == loud)
        #expect(saved(run)?.isMuted == true)
    }

    @Test func aReceiptSaysWhatWasAsked() {
        var run = SessionRun()
        let id = run.command(.volume(loud))
        #expect(run.receipts[id]?.steps.first?.seen == ["volume": "90"])
        let mute = run.command(.mute(true))
        #expect(run.receipts[mute]?.steps.first?.seen == ["muted": "true"])
    }

    @Test func whatARendererBeginsWithIsNobodysWish() {
        var run = restored()
        run.put(.renderer(.volume(.safe, isMuted: false)))
        run.put(.renderer(.volume(kept, isMuted: false)))
        run.put(.renderer(.volume(kept, isMuted: true)))
        let after = run.snapshots.drop { $0.volume != kept }
        #expect(!after.isEmpty)
        #expect(after.allSatisfy { $0.volume == kept && $0.isMuted })
        run.put(.renderer(.volume(loud, isMuted: false)))
        #expect(run.snapshot.volume == loud)
        #expect(!run.snapshot.isMuted)
    }

    @Test func aRendererThatNeverTakesWhatWasRestoredIsShownAsItIs() {
        var run = restored()
        run.put(.renderer(.volume(.safe, isMuted: false)))
        #expect(run.snapshot.volume == kept)
        run.wait(.seconds(3))
        #expect(run.snapshot.volume == .safe)
        #expect(!run.snapshot.isMuted)
        #expect(run.session.nextWake == nil)
    }

    @Test func aFreshRendererShowsNoVolumeOfItsOwn() {
        var run = SessionRun()
        _ = run.command(.volume(loud))
        run.put(.renderer(.volume(loud, isMuted: false)))
        _ = run.play()
        run.put(.renderer(.died("crashed")))
        _ = run.again()
        #expect(run.effects.contains(.replaceRenderer))
        #expect(run.effects.contains(.setVolume(loud)))
        run.put(.renderer(.volume(.safe, isMuted: false)))
        #expect(run.snapshot.volume == loud)
    }

    @Test func trustIsNotClaimedBeforeTheProviderSaidIt() {
        var run = SessionRun()
        let id = run.command(.play(.station("us.a")))
        run.put(.admitted(id, .success(.station("us.a"))))
        run.save()
        #expect(run.phase == .resolving)
        #expect(run.snapshot.item?.media == .station("us.a"))
        #expect(run.snapshot.item?.trust == nil)
        run.put(.resolved(run.session.generation, .success(.fixture(.station("us.a"), trust: .lan))))
        #expect(run.snapshot.item?.trust == .lan)
        _ = run.command(.pause)
        _ = run.again(.resume)
        run.save()
        #expect(run.phase == .resolving)
        #expect(run.snapshot.item?.trust == .lan, "the same station was asked for again")
    }

    // MARK: Transfer

    @Test func anIdleTransferIsConfirmedOnlyByAnOutputThatIsThere() {
        var run = SessionRun()
        let id = run.command(.transfer(.device("pulse/kitchen")))
        run.put(.settingsSaved(run.session.settings, .success(())))
        #expect(run.effects.contains(.findOutput(.device("pulse/kitchen"), id)))
        #expect(run.session.isSought(id))
        #expect(run.verdict(id) == nil)
        run.put(.outputFound(id))
        #expect(run.verdict(id) == .confirmed)
        #expect(!run.session.isSought(id))
    }

    @Test func anIdleTransferToNothingIsUnconfirmedAndChosen() {
        var run = SessionRun()
        let id = run.command(.transfer(.device("pulse/typo")))
        run.put(.settingsSaved(run.session.settings, .success(())))
        run.wait(.seconds(9))
        #expect(run.verdict(id) == .unconfirmed(.waiting))
        #expect(run.snapshot.output.name == .device("pulse/typo"))
        #expect(!run.session.isSought(id))
    }

    @Test func anOutputFoundForAnOlderTransferConfirmsNoNewerOne() {
        var run = SessionRun()
        let first = run.command(.transfer(.device("pulse/kitchen")))
        run.put(.settingsSaved(run.session.settings, .success(())))
        let second = run.command(.transfer(.device("pulse/typo")))
        run.put(.settingsSaved(run.session.settings, .success(())))
        run.put(.outputFound(first))
        #expect(run.verdict(first) == .superseded)
        #expect(run.verdict(second) == nil)
    }

    @Test func aTransferToTheOutputThatPlaysIsConfirmedByItsSound() {
        var run = SessionRun()
        _ = run.play()
        let early = run.command(.transfer(.device("alsa/card")))
        #expect(run.verdict(early) == nil)
        run.look()
        #expect(run.verdict(early) == .confirmed)
        let load = run.session.playID
        let late = run.command(.transfer(.device("alsa/card")))
        #expect(run.verdict(late) == .confirmed)
        #expect(run.session.playID == load)
    }
}
