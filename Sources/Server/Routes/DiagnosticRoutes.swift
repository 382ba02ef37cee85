internal import Core
internal import Model

/// For programs that watch hosts: liveness, and numbers. No name of a station, address or title is among them.
struct DiagnosticRoutes {
    let context: ServerContext
    let counters: Counters

    var routes: [Route] {
        [
            Route(.get, "/healthz", .now { request, _ throws(Problem) in try alive(request) }),
            Route(.get, "/metrics", .now { request, _ throws(Problem) in try metrics(request) }),
        ]
    }

    private func alive(_ request: Request) throws(Problem) -> Response {
        try request.knows([])
        return .json { $0.member("status", "ok") }
    }

    private func metrics(_ request: Request) throws(Problem) -> Response {
        try request.knows([])
        var text = MetricsText()
        text.gauge("longwave_uptime_seconds", "Time since the host started.", [("", context.clock.now.seconds)])
        if let bytes = context.status.residentBytes() {
            text.gauge("longwave_resident_memory_bytes", "Memory of the process.", [("", Double(bytes))])
        }
        players(into: &text)
        let totals = counters.totals
        text.counter(
            "longwave_http_answers_total",
            "Answers by status.",
            totals.answers.sorted { $0.key < $1.key }.map { ("status=\"\($0.key)\"", Double($0.value)) }
        )
        text.counter("longwave_events_total", "Events published to subscribers.", [("", Double(totals.events))])
        text.gauge("longwave_event_subscribers", "Open event streams.", [("", Double(totals.subscribers))])
        text.counter("longwave_relay_bytes_total", "Bytes relayed to renderers.", [("", Double(totals.relayBytes))])
        text.counter("longwave_relay_streams_total", "Streams relayed.", [("", Double(totals.relayStreams))])
        return Response(
            status: 200,
            headers: [("Content-Type", MetricsText.type), ("Cache-Control", "no-store")],
            body: .bytes(Array(text.text.utf8))
        )
    }

    private func players(into text: inout MetricsText) {
        let snapshots = context.players.map { $0.snapshot }
        text.gauge(
            "longwave_player_phase",
            "1 for the phase that the player is in.",
            snapshots.flatMap { snapshot in
                PlaybackPhase.allCases.map { phase in
                    ("player=\"\(snapshot.player)\",phase=\"\(phase.rawValue)\"", phase == snapshot.phase ? 1 : 0)
                }
            }
        )
        text.gauge(
            "longwave_player_evidence_level",
            "0 none, 1 decoding, 2 outputAccepting, 3 deviceReported.",
            snapshots.map { ("player=\"\($0.player)\"", Double($0.evidence.level.rawValue)) }
        )
        text.gauge(
            "longwave_player_evidence_sufficient",
            "1 while the player is seen to sound.",
            snapshots.map { ("player=\"\($0.player)\"", $0.evidence.isSufficient ? 1 : 0) }
        )
    }
}
