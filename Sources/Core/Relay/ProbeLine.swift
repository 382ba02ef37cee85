internal import Model

/// The network as one probe sees it: every connection waits for its host's turn, and what the answers said on the way
/// is kept.
final class ProbeLine: HTTPClient {
    /// Waiting for other hosts' turns beyond this counts as time of the probe's own.
    static let longestWait = Duration.seconds(60)

    private struct State {
        /// Up to the first answer that is no redirect.
        var hops: [(origin: String, status: Int)] = []
        var hasArrived = false
        var waited = Duration.zero
        var waitingSince: Duration?
    }

    private let client: any HTTPClient
    private let turns: HostTurns
    private let probe: Int
    private let clock: any HostClock
    private let started: Duration
    private let state = Lock(State())

    init(client: any HTTPClient, turns: HostTurns, probe: Int, clock: any HostClock) {
        self.client = client
        self.turns = turns
        self.probe = probe
        self.clock = clock
        self.started = clock.now
    }

    func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPResponse {
        let host = request.address.host
        state.withLock { $0.waitingSince = clock.now }
        let isGranted: Bool
        do throws(CancellationError) {
            try await turns.take(host, for: probe)
            isGranted = true
        } catch {
            isGranted = false
        }
        state.withLock { state in
            if let since = state.waitingSince { state.waited += clock.now - since }
            state.waitingSince = nil
        }
        guard isGranted else { throw .cancelled }
        let response: HTTPResponse
        do throws(HTTPFault) {
            response = try await client.send(request)
        } catch {
            turns.give(host, of: probe)
            throw error
        }
        note(request.address.description, response.status)
        var held = response
        let turns = turns
        let probe = probe
        held.body = TurnBody(response.body) { turns.give(host, of: probe) }
        return held
    }

    /// Time that counts as the probe's own.
    var spent: Duration {
        let now = clock.now
        return state.withLock { state in
            let waiting = state.waitingSince.map { now - $0 } ?? .zero
            return now - started - min(state.waited + waiting, Self.longestWait)
        }
    }

    /// Where the listed address has moved for good, as scheme and host: the end of the permanent redirects that it
    /// answers with. Nil where it answers itself, or with a redirect for this once.
    var movedTo: String? {
        state.withLock { state in
            let permanent = state.hops.prefix { $0.status == 301 || $0.status == 308 }.count
            guard permanent > 0, permanent < state.hops.count else { return nil }
            let target = state.hops[permanent].origin
            return target == state.hops[0].origin ? nil : target
        }
    }

    private func note(_ origin: String, _ status: Int) {
        state.withLock { state in
            guard !state.hasArrived else { return }
            state.hops.append((origin, status))
            state.hasArrived = StatusClassification(status) != .redirect
        }
    }
}

/// A body that says once when it is over, however it ends.
private final class TurnBody: ByteSource {
    private let body: any ByteSource
    private let isOver = Lock(false)
    private let over: @Sendable () -> Void

    init(_ body: any ByteSource, over: @escaping @Sendable () -> Void) {
        self.body = body
        self.over = over
    }

    deinit { end() }

    func next() async throws(HTTPFault) -> [UInt8]? {
        do throws(HTTPFault) {
            let bytes = try await body.next()
            if bytes == nil { end() }
            return bytes
        } catch {
            end()
            throw error
        }
    }

    func cancel() {
        body.cancel()
        end()
    }

    private func end() {
        let isFirst = isOver.withLock { isOver in
            defer { isOver = true }
            return !isOver
        }
        if isFirst { over() }
    }
}
