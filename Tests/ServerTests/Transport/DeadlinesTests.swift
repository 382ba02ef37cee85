import Testing

@testable import Server

struct DeadlinesTests {
    @Test func takesWhatIsDueAndLeavesTheRest() {
        var deadlines = Deadlines()
        deadlines[9] = .seconds(3)
        deadlines[4] = .seconds(1)
        deadlines[7] = .seconds(2)
        deadlines[7] = .seconds(9)
        #expect(deadlines.count == 3)
        #expect(deadlines.takeDue(at: .milliseconds(999)) == [])
        #expect(deadlines.takeDue(at: .seconds(3)) == [4, 9])
        #expect(deadlines[4] == nil)
        #expect(deadlines[7] == .seconds(9))
        #expect(deadlines.count == 1)
    }

    @Test func takingAwayWhatIsNotThereChangesNothing() {
        var deadlines = Deadlines()
        deadlines[5] = nil
        deadlines[-1] = .seconds(1)
        #expect(deadlines.count == 0)
        deadlines[5] = .seconds(1)
        deadlines[5] = nil
        deadlines[5] = nil
        deadlines[3] = nil
        #expect(deadlines.count == 0)
        #expect(deadlines.takeDue(at: .seconds(99)).isEmpty)
        deadlines[2] = .seconds(1)
        deadlines.removeAll()
        #expect(deadlines[2] == nil)
        #expect(deadlines.count == 0)
    }
}
