import Fakes
import Model
import Testing

@testable import Core

struct EvidenceWatchTests {
    private let id = PlayID(1)

    /// Looks every 20 ms from `start`, each position given by `position(at)`.
    private func looks(
        _ watch: inout EvidenceWatch,
        from start: Int = 0,
        to end: Int,
        every step: Int = 20,
        change: (inout RendererObservation) -> Void = { _ in },
        position: (Int) -> Int
    ) {
        for time in stride(from: start, through: end, by: step) {
            var look = RendererObservation.sounding(
                id,
                at: .milliseconds(time),
                position: .milliseconds(position(time))
            )
            change(&look)
            watch.take(look)
        }
    }

    private func watch(_ output: OutputName = .auto) -> EvidenceWatch { EvidenceWatch(playID: id, output: output) }

    @Test func movementInRealTimeIsEvidence() {
        var watch = watch()
        looks(&watch, to: 180) { $0 }
        #expect(watch.evidence.level == .none)
        looks(&watch, from: 200, to: 400) { $0 }
        #expect(watch.evidence.level == .outputAccepting)
        #expect(watch.isSufficient)
    }

    enum WrongMovement: CaseIterable, Sendable {
        case none, third, double, backwards

        func position(_ time: Int) -> Int {
            switch self {
            case .none: 500
            case .third: time / 3
            case .double: time * 2
            case .backwards: 10_000 - time
            }
        }
    }

    @Test(arguments: WrongMovement.allCases)
    func movementThatIsNotRealTimeProvesNothing(_ movement: WrongMovement) {
        var watch = watch()
        looks(&watch, to: 3000) { movement.position($0) }
        #expect(watch.evidence.level == .none)
    }

    @Test func oneLeapIsNoMovement() {
        var watch = watch()
        looks(&watch, to: 1000) { $0 < 980 ? 100 : 1000 }
        #expect(watch.evidence.level == .none)
    }

    @Test func aLateStartIsBelievedOnceItMoves() {
        // A Pulse null sink may hold its first position for two seconds (audio.md 1.9).
        var watch = watch()
        looks(&watch, to: 2400) { $0 < 2000 ? 100 : 100 + $0 - 2000 }
        #expect(watch.isSufficient)
    }

    @Test func movementThatBeginsAgainIsBelievedOnceAndForAll() {
        // A Pulse sink moves a little, holds for two seconds, steps back and then runs (seen on a plain null sink).
        var watch = watch()
        var levels: [EvidenceLevel] = []
        for time in stride(from: 0, through: 6000, by: 20) {
            let position = time < 100 ? time : time < 2000 ? 100 : 12 + time - 2000
            watch.take(.sounding(id, at: .milliseconds(time), position: .milliseconds(position)))
            if levels.last != watch.evidence.level { levels.append(watch.evidence.level) }
        }
        #expect(levels == [.none, .outputAccepting])
    }

    @Test func movementInLumpsIsHeldToBeMovement() {
        var watch = watch()
        var levels: [EvidenceLevel] = []
        for time in stride(from: 0, through: 10_000, by: 20) {
            watch.take(.sounding(id, at: .milliseconds(time), position: .milliseconds(time / 300 * 300)))
            if levels.last != watch.evidence.level { levels.append(watch.evidence.level) }
        }
        #expect(levels == [.none, .outputAccepting])
    }

    @Test func smallStepsBackAreForgiven() {
        var watch = watch()
        looks(&watch, to: 1000) { $0 - ($0 % 200 == 0 ? 60 : 0) }
        #expect(watch.isSufficient)
    }

    enum MissingPart: CaseIterable, Sendable {
        case running, bytes, playing, format, position, identity

        func remove(from look: inout RendererObservation) {
            switch self {
            case .running: look.isCoreIdle = true
            case .bytes: look.isPausedForCache = true
            case .playing: look.isPaused = true
            case .format: look.format = nil
            case .position: look.audioPosition = nil
            case .identity: look.playID = PlayID(9)
            }
        }
    }

    @Test(arguments: MissingPart.allCases)
    func withoutEveryPartThereIsNoEvidence(_ part: MissingPart) {
        var watch = watch()
        looks(&watch, to: 1000, change: { part.remove(from: &$0) }) { $0 }
        #expect(watch.evidence.level == .none)
    }

    @Test func theNullOutputNeverGetsBeyondDecoding() {
        var watch = watch(.null)
        looks(&watch, to: 1000, change: { $0.driver = "null" }) { $0 }
        #expect(watch.evidence.level == .decoding)
        #expect(watch.isSufficient)
        var auto = self.watch(.auto)
        looks(&auto, to: 1000, change: { $0.driver = "null" }) { $0 }
        #expect(!auto.isSufficient)
    }

    @Test(arguments: [
        (SinkObservation?.none, false),
        (SinkObservation(name: "lab", isRunning: true, isCorked: false, isMuted: false), true),
        (SinkObservation(name: "other", isRunning: true, isCorked: false, isMuted: false), false),
        (SinkObservation(name: "lab", isRunning: false, isCorked: false, isMuted: false), false),
        (SinkObservation(name: "lab", isRunning: true, isCorked: true, isMuted: false), false),
        (SinkObservation(name: "lab", isRunning: true, isCorked: false, isMuted: true), false),
    ])
    func aPulseSinkMustShowOurStream(_ sink: SinkObservation?, _ isEnough: Bool) {
        var watch = watch(.device("pulse/lab"))
        looks(
            &watch,
            to: 1000,
            change: {
                $0.driver = "pulse"
                $0.sink = sink
            }
        ) { $0 }
        #expect(watch.evidence.level == (isEnough ? .outputAccepting : .decoding))
    }

    @Test func silenceIsNotConfirmedAndKeepsItsStart() {
        var watch = watch()
        looks(&watch, to: 1000, change: { $0.signal = .silent(from: .zero) }) { $0 }
        #expect(watch.evidence.level == .outputAccepting)
        #expect(!watch.isSufficient)
        #expect(watch.evidence.signal == .silent(since: .zero))
        looks(&watch, from: 1020, to: 1200) { $0 }
        #expect(watch.isSufficient)
    }

    @Test func aDetectorThatHadNoTimeProvesNoSound() {
        var watch = watch()
        looks(&watch, to: 180) { $0 }
        #expect(watch.evidence.signal == .unknown)
    }

    @Test func aFrozenPositionWithdrawsEvidenceWithinTwoSeconds() {
        var watch = watch()
        looks(&watch, to: 5000) { $0 }
        #expect(watch.isSufficient)
        looks(&watch, from: 5500, to: 7000, every: 500) { _ in 5000 }
        #expect(watch.evidence.level == .none)
    }

    @Test func aRendererThatSaysNothingWithdrawsEvidenceWithinTwoSeconds() {
        var watch = watch()
        looks(&watch, to: 5000) { $0 }
        watch.expire(at: .milliseconds(6500))
        #expect(watch.isSufficient)
        watch.expire(at: .milliseconds(6600))
        #expect(!watch.isSufficient)
    }
}
