import Core
import Model
import Testing

@testable import Server

struct VerdictTextTests {
    private func detail(_ act: PlayerAct, _ change: (inout PlayerSnapshot) -> Void = { _ in }) -> String? {
        var snapshot = PlayerSnapshot.example(.main)
        change(&snapshot)
        return VerdictText(.unconfirmed(.deadline), to: act, on: snapshot, deadline: .seconds(8))?.detail
    }

    @Test func saysWhatWasNotProved() {
        #expect(detail(.play) == "No proof of sound from pulse/lab within 8 s.")
        #expect(detail(.stop) == "No proof within 8 s that the sound has ended.")
        #expect(
            detail(.volume) { $0.volume = Volume(percent: 40) ?? $0.volume }
                == "No proof within 8 s that the volume is 40."
        )
        #expect(detail(.mute) { $0.isMuted = true } == "No proof within 8 s that the player is muted.")
        #expect(detail(.transfer) { $0.output.name = .null } == "No proof within 8 s that the sound is on null.")
    }

    @Test func aSilentOutputIsNotTheStreamsFault() {
        func muted(_ snapshot: inout PlayerSnapshot) {
            snapshot.evidence.level = .decoding
            snapshot.notice = Notice(code: "output_muted", severity: .warning, text: "pulse/lab is muted.")
        }
        #expect(detail(.play, muted) == "pulse/lab is muted.")
        #expect(detail(.volume, muted)?.contains("volume") == true)
        #expect(
            detail(.play) { $0.notice = Notice(code: "output_muted", severity: .warning, text: "Old.") }?.contains(
                "Old"
            ) == false
        )
    }

    @Test(arguments: FaultCode.allCases)
    func hasTheSameSentenceForAFaultAsTheNotice(_ code: FaultCode) {
        let text = VerdictText(.failed(code), to: .play, on: .example(.main), deadline: .seconds(8))
        #expect(text?.detail == Notice.failed(code).text)
    }
}
