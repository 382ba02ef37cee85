import Testing

@testable import Engine

struct RequestTableTests {
    private var table = RequestTable<String, Int>(limit: .seconds(2))

    @Test func anAnswerInTimeIsNothingSpecial() {
        var table = table
        let id = table.add("a", at: .seconds(1), waiter: 7)
        #expect(table.nextDeadline == .seconds(3))
        #expect(table.expire(at: .milliseconds(2_999)) == [])
        let request = table.answer(id)
        #expect(request?.purpose == "a" && request?.waiter == 7)
        #expect(table.answer(id)?.purpose == nil)
        #expect(table.nextDeadline == nil && table.overdueSince == nil)
    }

    @Test func aLateOneIsHandedOutOnceAndStaysOpen() {
        var table = table
        let old = table.add("a", at: .zero, waiter: 7)
        _ = table.add("b", at: .seconds(1), waiter: nil)
        #expect(table.expire(at: .seconds(2)) == [7])
        #expect(table.expire(at: .seconds(2)) == [])
        #expect(table.overdueSince == .zero)
        #expect(table.nextDeadline == .seconds(3))
        let request = table.answer(old)
        #expect(request?.purpose == "a" && request?.waiter == nil)
        #expect(table.overdueSince == nil)
        #expect(table.expire(at: .seconds(3)) == [])
        #expect(table.overdueSince == .seconds(1))
    }

    @Test func drainingHandsOutWhoeverWaits() {
        var table = table
        for waiter in 1...3 { _ = table.add("a", at: .zero, waiter: waiter) }
        #expect(table.drain().sorted() == [1, 2, 3])
        #expect(table.drain() == [] && table.nextDeadline == nil)
    }
}
