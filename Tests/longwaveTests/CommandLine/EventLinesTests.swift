import Testing

@testable import longwave

struct EventLinesTests {
    @Test func eventsAreReadAsTheStandardSays() {
        var reader = EventLines()
        let lines = [
            ": a comment", "event: player", "id: e-1", "data: {\"a\":", "data:1}", "", "", "event: heartbeat", "",
            "data: bare", "", "retry: 5", "unknown", "event:player", "data", "",
        ]
        let events = lines.compactMap { reader.take($0) }
        #expect(
            events == [
                EventLines.Event(name: "player", data: "{\"a\":\n1}"),
                EventLines.Event(name: "message", data: "bare"),
                EventLines.Event(name: "player", data: ""),
            ]
        )
    }
}
