import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct DeadlineRaceTests {
    private let clock = ManualClock()

    @Test func workThatIsDoneInTimeWinsAndTheTimerIsGone() async {
        let end = await DeadlineRace.run(until: .seconds(5), on: clock) {
            7
        } late: { _ in
        }
        guard case .finished(7) = end else {
            Issue.record("\(end)")
            return
        }
        #expect(clock.nextDeadline == nil)
    }

    @Test func theDeadlineEndsWorkThatCannotBeInterruptedAndItsLateResultIsHandedOver() async {
        let (late, lateResults) = AsyncStream.makeStream(of: Int.self)
        let (gate, open) = AsyncStream.makeStream(of: Void.self)
        let clock = clock
        async let end = DeadlineRace.run(until: .seconds(3), on: clock) {
            // Not cancelled with the race: a task of its own.
            await Task { for await _ in gate { break } }.value
            return 7
        } late: {
            lateResults.yield($0)
        }
        await clock.sleepers(1)
        clock.advance(by: .seconds(3))
        guard case .deadline = await end else {
            Issue.record("not at its deadline")
            return
        }
        open.yield()
        var results = late.makeAsyncIterator()
        #expect(await results.next() == 7)
    }

    @Test func cancellingTheCallerEndsBoth() async {
        let body = ScriptedBody()
        let clock = clock
        let task = Task {
            await DeadlineRace.run(until: .seconds(3), on: clock) {
                await withTaskCancellationHandler {
                    do throws(HTTPFault) { return try await body.next()?.count } catch { return nil }
                } onCancel: {
                    body.cancel()
                }
            } late: { _ in
            }
        }
        await body.waiting()
        task.cancel()
        guard case .cancelled = await task.value else {
            Issue.record("not cancelled")
            return
        }
        #expect(body.isCancelled)
    }
}
