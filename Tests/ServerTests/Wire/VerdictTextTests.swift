import Core
import Model
import Testing

@testable import Server

struct VerdictTextTests {
    private func detail(_ command: PlayerCommand, _ change: (inout PlayerSnapshot) -> Void = { _ in }) -> String? {
        var snapshot = PlayerSnapshot.example(.main)
        change(&snapshot)
        return VerdictText(.unconfirmed(.deadline), to: command, on: snapshot, deadline: .seconds(8))?.detail
    }

    @Test func saysWhatWasNotProved() {
        #expect(detail(.play(nil)) == "No proof of sound from pulse/lab within 8 s.")
        #expect(detail(.stop) == "No proof within 8 s that the sound has ended.")
        #expect(
            detail(.volume(Volume(percent: 90) ?? .safe)) { $0.volume = Volume(percent: 20) ?? $0.volume }
                == "No proof within 8 s that the volume is 90.",
            "what was asked, not what is"
        )
        #expect(detail(.mute(true)) { $0.isMuted = false } == "No proof within 8 s that the player is muted.")
        #expect(detail(.transfer(.null)) == "No proof within 8 s that the sound is on null.")
    }

    @Test func anOutputThatIsNotThereIsNamed() {
        var snapshot = PlayerSnapshot.example(.main)
        snapshot.phase = .stopped
        let command = PlayerCommand.transfer(.device("pulse/typo"))
        let text = VerdictText(.unconfirmed(.waiting), to: command, on: snapshot, deadline: .seconds(8))
        #expect(text?.detail.hasPrefix("The output pulse/typo is not there now.") == true)
        snapshot.phase = .waiting
        snapshot.waitingFor = .output
        let held = VerdictText(.unconfirmed(.waiting), to: command, on: snapshot, deadline: .seconds(8))
        #expect(held?.detail == "The player waits for an output and will start when it comes.")
    }

    @Test func aSilentOutputIsNotTheStreamsFault() {
        func muted(_ snapshot: inout PlayerSnapshot) {
            snapshot.evidence.level = .decoding
            snapshot.notice = Notice(code: "output_muted", severity: .warning, text: "pulse/lab is muted.")
        }
        #expect(detail(.play(nil), muted) == "pulse/lab is muted.")
        #expect(detail(.volume(.safe), muted)?.contains("volume") == true)
        #expect(
            detail(.play(nil)) { $0.notice = Notice(code: "output_muted", severity: .warning, text: "Old.") }?.contains(
                "Old"
            ) == false
        )
    }

    @Test func aStarvedStreamIsNotTheOutputsFault() {
        let text = detail(.play(nil)) {
            $0.evidence.level = .none
            $0.notice = .streamStalled
        }
        #expect(text == Notice.streamStalled.text)
    }

    @Test(arguments: FaultCode.allCases)
    func hasTheSameSentenceForAFaultAsTheNotice(_ code: FaultCode) {
        let text = VerdictText(.failed(code), to: .play(nil), on: .example(.main), deadline: .seconds(8))
        #expect(text?.detail == Notice.failed(code).text)
    }
}
