import Model
import Testing

@testable import Server

struct EvidenceScaleTests {
    @Test(arguments: [
        (EvidenceLevel.none, Signal.unknown, 0),
        (.decoding, .present, 1),
        (.outputAccepting, .unknown, 2),
        (.outputAccepting, .silent(since: .seconds(3)), 2),
        (.outputAccepting, .present, 3),
        (.deviceReported, .present, 3),
        (.deviceReported, .unknown, 2),
    ])
    func lastStepIsReachedBySufficientEvidenceOnly(level: EvidenceLevel, signal: Signal, seen: Int) {
        let scale = EvidenceScale(Evidence(level: level, required: .outputAccepting, signal: signal))
        #expect(scale.steps == ["Nothing", "Decoded", "At the output", "Heard"])
        #expect(scale.seen == seen)
    }

    @Test func nullOutputIsNeverCalledHeard() {
        let scale = EvidenceScale(Evidence(level: .decoding, required: .decoding, signal: .present))
        #expect(scale.steps == ["Nothing", "Decoded", "Signal in it"])
        #expect(scale.seen == 2)
    }

    @Test func deviceThatReportsAddsAStep() {
        let scale = EvidenceScale(Evidence(level: .outputAccepting, required: .deviceReported, signal: .present))
        #expect(scale.steps == ["Nothing", "Decoded", "At the output", "At the device", "Heard"])
        #expect(scale.seen == 2)
    }
}
