import Testing

@testable import Core

struct RecentFlowTests {
    @Test func countsTheLastTenSecondsAndForgetsTheRest() {
        var flow = RecentFlow()
        for second in 0..<30 { flow.add(100, at: .seconds(second) + .milliseconds(500)) }
        #expect(flow.total(at: .seconds(29)) == 1000)
        #expect(flow.total(at: .seconds(33)) == 600)
        #expect(flow.total(at: .seconds(39)) == 0)
        #expect(flow.total(at: .seconds(100_000)) == 0)
        flow.add(7, at: .seconds(100_000))
        #expect(flow.total(at: .seconds(100_001)) == 7)
    }

    @Test func startsLateAsWell() {
        var flow = RecentFlow()
        flow.add(5, at: .seconds(1_000_003))
        #expect(flow.total(at: .seconds(1_000_003)) == 5)
    }
}
