import Model
import Testing

@testable import Engine

struct SinkTraceTests {
    private let id = PlayID(1)

    /// Our streams by index, each on a sink; `lab` is sink 0, `other` sink 1.
    private func view(_ streams: [UInt32: UInt32], sinks: Set<UInt32> = [0, 1]) -> PulseView {
        var view = PulseView()
        for sink in sinks {
            view.sinks[sink] = PulseView.Sink(name: sink == 0 ? "lab" : "other", isRunning: true, isMuted: false)
        }
        for (index, sink) in streams {
            view.streams[index] = PulseView.Stream(sink: sink, isCorked: false, isMuted: false)
        }
        return view
    }

    private func trace(sink: String? = nil, view: PulseView = PulseView(), ignoring: Set<UInt32> = []) -> SinkTrace {
        SinkTrace(id, sink: sink, view: view, ignoring: ignoring)
    }

    @Test func aMoveIsToldAtOnceAndOnce() {
        var trace = trace()
        _ = trace.open(at: .zero)
        #expect(trace.handle(.changed(view([5: 0])), at: .zero) == nil)
        #expect(trace.observation?.name == "lab")
        let moved = RendererEvent.outputMoved(id, from: "lab", to: "other")
        #expect(trace.handle(.changed(view([5: 1])), at: .milliseconds(1)) == moved)
        #expect(trace.observation?.name == "other")
        #expect(trace.handle(.changed(view([5: 1], sinks: [1])), at: .milliseconds(2)) == nil)
        #expect(trace.judge(at: .seconds(9)) == nil)
    }

    @Test func aStreamThatOpensInTheWrongRoomIsToldAfterTheGrace() {
        var trace = trace(sink: "lab", view: view([5: 1]))
        #expect(trace.open(at: .zero) == nil)
        #expect(trace.judge(at: .milliseconds(249)) == nil)
        #expect(trace.judge(at: .milliseconds(250)) == .outputMoved(id, from: "lab", to: "other"))
    }

    @Test func lateNewsOfAClosedStreamIsNoMove() {
        var trace = trace(sink: "lab")
        #expect(trace.handle(.changed(view([5: 1])), at: .zero) == nil)
        #expect(trace.observation == nil)
        #expect(trace.open(at: .milliseconds(10)) == nil)
        #expect(trace.handle(.changed(view([6: 0])), at: .milliseconds(20)) == nil)
        #expect(trace.judge(at: .seconds(1)) == nil)
        #expect(trace.observation?.name == "lab")
    }

    @Test func aStreamThatWasClosedBeforeIsLeftOut() {
        var trace = trace(sink: "lab", view: view([5: 1]), ignoring: [5])
        #expect(trace.open(at: .zero) == nil)
        #expect(trace.judge(at: .seconds(1)) == nil)
        #expect(trace.observation == nil)
        #expect(trace.handle(.changed(view([5: 1, 6: 0])), at: .seconds(1)) == nil)
        #expect(trace.observation?.name == "lab")
    }

    @Test func aSinkThatTakesOurStreamAlongIsLost() {
        var trace = trace()
        _ = trace.open(at: .zero)
        _ = trace.handle(.changed(view([5: 0])), at: .zero)
        #expect(trace.handle(.changed(view([:])), at: .zero) == nil)
        #expect(trace.handle(.changed(view([:], sinks: [1])), at: .zero) == .outputLost(id))
        #expect(trace.judge(at: .seconds(1)) == nil)
    }

    @Test func aLostServerIsALostOutputOnlyWhereWeWereSeen() {
        var unseen = trace(sink: "lab")
        _ = unseen.open(at: .zero)
        #expect(unseen.handle(.lost, at: .zero) == nil)
        var seen = trace()
        _ = seen.open(at: .zero)
        _ = seen.handle(.changed(view([5: 0])), at: .zero)
        #expect(seen.handle(.lost, at: .zero) == .outputLost(id))
        #expect(seen.observation == nil)
    }

    @Test func corkedMutedAndIdleAreSeen() {
        var view = view([5: 0])
        view.streams[5]?.isCorked = true
        view.sinks[0]?.isMuted = true
        view.sinks[0]?.isRunning = false
        var trace = trace(view: view)
        _ = trace.open(at: .zero)
        let seen = SinkObservation(name: "lab", isRunning: false, isCorked: true, isMuted: true)
        #expect(trace.observation == seen)
    }

    @Test(arguments: [
        (false, false, 0.5, 0.5, false, false, false), (true, false, 0.5, 0.5, false, true, false),
        (false, true, 0.5, 0.5, false, true, true), (true, true, 0.5, 0.5, false, true, false),
        (false, false, 0, 0.5, false, true, false), (false, false, 0.5, 0, false, true, true),
        // Flat volumes: the stream's holds the sink's.
        (false, false, 0, 0, true, true, false), (false, false, 1, 0, true, true, true),
    ])
    func whetherTheStreamOrItsSinkIsMutedIsKnown(
        _ isSinkMuted: Bool,
        _ isStreamMuted: Bool,
        _ sinkGain: Double,
        _ streamGain: Double,
        _ isFlat: Bool,
        _ isMuted: Bool,
        _ isOurs: Bool
    ) {
        var view = view([5: 0])
        view.sinks[0]?.isMuted = isSinkMuted
        view.sinks[0]?.gain = sinkGain
        view.sinks[0]?.isInStreams = isFlat
        view.streams[5]?.isMuted = isStreamMuted
        view.streams[5]?.gain = streamGain
        var trace = trace(view: view)
        _ = trace.open(at: .zero)
        #expect(trace.observation?.isMuted == isMuted)
        #expect(trace.observation?.isStreamMuted == isOurs)
    }
}
