import Model
import Testing

@testable import Engine

struct EventOutboxTests {
    private func look(_ id: Int, _ at: Int) -> RendererEvent {
        .observed(RendererObservation(playID: PlayID(id), at: .milliseconds(at)))
    }

    @Test func onlyNeighbouringLooksAtOneLoadGiveWay() async {
        let outbox = EventOutbox()
        for event in [look(1, 1), look(1, 2), .started(PlayID(2)), look(1, 3), look(2, 4), look(2, 5)] {
            outbox.push(event)
        }
        outbox.finish()
        outbox.push(.responsive)
        var seen: [RendererEvent] = []
        for await event in outbox.stream { seen.append(event) }
        #expect(seen == [look(1, 2), .started(PlayID(2)), look(1, 3), look(2, 5)])
    }

    @Test func aWaitingReaderIsGivenEachEvent() async {
        let outbox = EventOutbox()
        let reader = Task {
            var seen: [RendererEvent] = []
            for await event in outbox.stream { seen.append(event) }
            return seen
        }
        for number in 1...100 { outbox.push(.started(PlayID(number))) }
        outbox.finish()
        #expect(await reader.value == (1...100).map { .started(PlayID($0)) })
    }

    @Test func aCancelledReaderEnds() async {
        let outbox = EventOutbox()
        let reader = Task { for await _ in outbox.stream {} }
        reader.cancel()
        await reader.value
    }
}
