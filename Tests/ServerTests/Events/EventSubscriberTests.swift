import Model
import Testing

@testable import Server

struct EventSubscriberTests {
    private func frame(_ revision: Int, _ text: String) -> EventFrame {
        EventFrame(slot: .player(.main), revision: revision, bytes: Array(text.utf8))
    }

    private func subscriber() -> EventSubscriber {
        let subscriber = EventSubscriber([.player]) {}
        _ = subscriber.take()
        return subscriber
    }

    @Test func takesNothingOlderThanItWasOffered() {
        let subscriber = subscriber()
        subscriber.offer(frame(9, "nine"))
        #expect(subscriber.take() == .bytes(Array("nine".utf8)))
        subscriber.offer(frame(8, "eight"))
        subscriber.offer(frame(9, "nine again"))
        #expect(subscriber.take() == .later)
        subscriber.offer(frame(10, "ten"))
        #expect(subscriber.take() == .bytes(Array("ten".utf8)))
    }

    @Test func holdsOnlyTheNewestOfASlot() {
        let subscriber = subscriber()
        for revision in 1...1000 { subscriber.offer(frame(revision, "\(revision)")) }
        #expect(subscriber.take() == .bytes(Array("1000".utf8)))
    }

    @Test func wakesForWhatItWantsOnly() {
        let wakes = Lock(0)
        let subscriber = subscriber()
        subscriber.whenReady { wakes.withLock { $0 += 1 } }
        subscriber.offer(EventFrame(slot: .topic(.stations), revision: 3, bytes: [1]))
        #expect(wakes.withLock { $0 } == 0)
        subscriber.offer(frame(1, "one"))
        subscriber.offer(EventFrame(slot: .heartbeat, revision: nil, bytes: [2]))
        #expect(wakes.withLock { $0 } == 2)
        subscriber.cancel()
        subscriber.offer(frame(2, "two"))
        #expect(wakes.withLock { $0 } == 2)
    }
}
