import Model
import Testing

@testable import Engine

struct LoadTableTests {
    @Test func aLoadStartsAndEndsByItsEntry() {
        var table = LoadTable()
        table.ask(PlayID(1))
        table.accept(PlayID(1), entry: 4)
        #expect(table.start(entry: 4) == (PlayID(1), []))
        #expect(table.end(entry: 4) == PlayID(1))
        #expect(table.end(entry: 4) == nil)
        #expect(table.isEmpty)
    }

    @Test func loadsThatNeverStartedEndWhenALaterOneStarts() {
        var table = LoadTable()
        for number in 1...3 {
            table.ask(PlayID(number))
            table.accept(PlayID(number), entry: Int64(number))
        }
        #expect(table.start(entry: 3) == (PlayID(3), [PlayID(1), PlayID(2)]))
        #expect(table.end(entry: 1) == nil)
    }

    @Test func aStopDropsWhatHasNotStarted() {
        var table = LoadTable()
        table.ask(PlayID(1))
        table.accept(PlayID(1), entry: 1)
        _ = table.start(entry: 1)
        table.ask(PlayID(2))
        table.accept(PlayID(2), entry: 2)
        table.ask(PlayID(3))
        #expect(table.stop() == [PlayID(2)])
        #expect(table.end(entry: 1) == PlayID(1))
        #expect(table.close() == [PlayID(3)])
    }

    @Test func entriesOfOthersAreNobodys() {
        var table = LoadTable()
        table.ask(PlayID(1))
        table.reject(PlayID(1))
        #expect(table.start(entry: 1) == (nil, []))
        #expect(table.end(entry: 1) == nil)
        #expect(table.isEmpty)
    }
}
