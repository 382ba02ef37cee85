internal import Core
internal import Model

/// `/relay/{grant}`: where renderers of this box fetch what they play. The grant is the secret; the relay decides.
struct RelayRoute {
    let context: ServerContext
    let counters: Counters

    var routes: [Route] {
        [
            Route(
                .get,
                "/relay/{grant}",
                .later { request, values throws(Problem) in try await open(values[0], request) }
            )
        ]
    }

    private func open(_ token: String, _ request: Request) async throws(Problem) -> Response {
        guard case .network(let client) = request.peer, client.isLoopback else { throw .notFound }
        try request.knows([])
        let answer = await context.relay(
            token,
            RelayRequest(
                client: client,
                isHead: request.method == .head,
                wantsTitles: request.headers["icy-metadata"] == "1"
            )
        )
        let length = answer.headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) }
        let headers = answer.headers.filter { $0.name.lowercased() != "content-length" }
        guard let body = answer.body else { return Response(status: answer.status, headers: headers) }
        counters.relayOpened()
        let flow = PulledOutflow(body) { [counters] count in counters.relayed(count) }
        return Response(status: answer.status, headers: headers, body: .stream(flow, length: length), isPatient: true)
    }
}
