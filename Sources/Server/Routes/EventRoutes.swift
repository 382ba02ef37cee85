internal import Model

/// `GET /v1/events`: what changes, as server-sent events.
struct EventRoutes {
    let context: ServerContext
    let hub: EventHub

    var routes: [Route] {
        [Route(.get, "/v1/events", .later { request, _ throws(Problem) in try await subscribe(request) })]
    }

    private func subscribe(_ request: Request) async throws(Problem) -> Response {
        try request.knows(["topics"])
        var topics: Set<EventTopic> = []
        for word in request.parameter("topics")?.split(separator: ",") ?? [] {
            guard let topic = EventTopic(rawValue: String(word)) else {
                let known = EventTopic.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem(
                    422,
                    "unknown_topic",
                    "There is no such topic",
                    "“\(String(word).prefixForDisplay)” is no topic. Known are: \(known)."
                ).naming("topics")
            }
            topics.insert(topic)
        }
        let headers = [
            (name: "Content-Type", value: "text/event-stream"), (name: "Cache-Control", value: "no-store"),
            (name: "X-Accel-Buffering", value: "no"),
        ]
        guard request.method == .get else { return Response(status: 200, headers: headers) }
        if topics.isEmpty { topics = Set(EventTopic.allCases) }
        let revision = topics.contains(.stations) ? await context.stations.catalogue().revision : 0
        let subscriber = hub.subscribe(to: topics, stations: revision)
        return Response(status: 200, headers: headers, body: .stream(subscriber, length: nil))
    }
}
