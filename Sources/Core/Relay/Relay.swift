package import Model

/// Fetches every stream and serves it to renderers under opaque addresses; the only place that knows where media really
/// comes from (design 5).
package actor Relay: StreamRelay {
    /// How long a grant outlives its revocation, for requests that are already on their way.
    static let afterlife = Duration.seconds(30)
    /// To the first audio byte, where another stream is listed that could be tried instead.
    static let shortDeadline = Duration.seconds(3)
    /// To the first audio byte of the last or only stream.
    static let longDeadline = Duration.seconds(7)

    private let opener: StreamOpener
    private let clock: any HostClock
    private let randomness: Randomness
    private let log: any LogSink
    private var loads: [String: RelayLoad] = [:]
    private var tokens: [PlayID: String] = [:]
    private var memory = StreamMemory()

    package init(
        client: any HTTPClient,
        resolver: any NameResolver,
        clock: any HostClock,
        randomness: Randomness,
        log: any LogSink
    ) {
        self.opener = StreamOpener(fetch: GuardedFetch(client: client, resolver: resolver))
        self.clock = clock
        self.randomness = randomness
        self.log = log
    }

    /// An address for one load, good for any number of requests until 30 s after ``revoke(_:)``. The addresses of
    /// `stream` go no further than here. An earlier grant of the same load is revoked. `report` is called in order for
    /// each request and awaited before the renderer is answered.
    package func grant(
        _ stream: ResolvedStream,
        for id: PlayID,
        report: @escaping @Sendable (RelayEvent) async -> Void
    ) -> RelayGrant {
        revoke(id)
        let token = randomness.hex(bytes: 16)
        loads[token] = RelayLoad(playID: id, stream: stream, report: report)
        tokens[id] = token
        return RelayGrant(playID: id, token: token)
    }

    /// The grant of this load dies 30 s from now: new requests find nothing, running bodies end.
    package func revoke(_ id: PlayID) {
        let now = clock.now
        for (token, load) in loads where load.isDead(at: now) {
            loads[token] = nil
            if tokens[load.playID] == token { tokens[load.playID] = nil }
        }
        if let token = tokens[id] { loads[token]?.die(at: now + Self.afterlife) }
    }

    /// Serves one request of a renderer: tries the streams of the grant in their order and answers when one of them
    /// gives audio or none does. Each request has an upstream of its own. Cancelling the task ends the attempt, with
    /// nothing reported.
    ///
    /// - Returns: 200 and a body; 404 for an unknown or dead grant and for anyone but this machine; 504 where nothing
    ///   came in time, 502 where upstream failed otherwise.
    package func open(_ token: String, _ request: RelayRequest) async -> RelayAnswer {
        guard request.client.isLoopback, let load = loads[token], !load.isDead(at: clock.now) else {
            return Self.bare(404)
        }
        // Upstream is not asked: many stream hosts refuse or hang on HEAD, and a connection only to look counts as a
        // listener.
        guard !request.isHead else { return Self.answer(type: "application/octet-stream", interval: nil, body: nil) }
        switch await firstAudio(of: load) {
        case .finished(.success(let opened)):
            let charset = TitleCharset(
                declared: load.stream.charset,
                remembered: load.stream.learnedCharset,
                languages: load.stream.languages
            )
            let titles = TitleReader(charset: charset, stationName: load.stream.title)
            let body = RelayBody(
                opened,
                titles: titles,
                wantsTitles: request.wantsTitles,
                load: load,
                clock: clock,
                reopen: { [weak self] run in await self?.reopen(load, after: run) ?? .cancelled }
            )
            return Self.answer(type: opened.audio.contentType, interval: body.interval, body: body)
        case .finished(.failure(let code)):
            await load.tell(.failed(code))
            log.log(.warning, "relay.failed", [("play", load.playID.description), ("code", code.rawValue)])
            return Self.bare(code == .upstreamTimeout ? 504 : 502)
        case .cancelled, .deadline:
            return Self.bare(503)
        }
    }

    /// What passed for this load so far; nil where no such grant is remembered.
    package func tally(of id: PlayID) -> RelayTally? { tokens[id].flatMap { loads[$0]?.tally } }

    /// One pass over the listed streams, those that failed lately at the end. ``DeadlineRace/End/deadline`` is never the
    /// end of it.
    private func firstAudio(of load: RelayLoad) async -> DeadlineRace.End<Result<StreamOpener.Opened, FaultCode>> {
        var failures: [(address: StreamAddress, failure: StreamFailure)] = []
        let started = clock.now
        let streams = load.stream.streams
        let order = memory.order(streams, at: started)
        for (place, index) in order.enumerated() {
            let stream = streams[index]
            let failure: StreamFailure
            if stream.kind == .icecast {
                let hasNext = order[(place + 1)...].contains { streams[$0].kind == .icecast }
                // What earlier streams used up is not given again: two that hang still end before a play's deadline.
                let last = max(Self.shortDeadline, Self.longDeadline - (clock.now - started))
                let trail = FetchTrail()
                await load.tell(.trying(index: index, origin: stream.address.description))
                let end = await attempt(stream, of: load, limit: hasNext ? Self.shortDeadline : last, trail)
                for move in trail.moves { await load.tell(.moved(index: index, from: move.from, to: move.to)) }
                switch end {
                case .finished(.success(let opened)):
                    let seen = SnapshotStream(
                        origin: opened.origin,
                        codec: opened.audio.codec,
                        bitrateKbps: opened.audio.bitrateKbps
                    )
                    load.began(index)
                    memory.take(failures, isWholePass: false, at: clock.now)
                    await load.tell(.fetching(seen, index: index))
                    log.log(.info, "relay.fetching", Self.fields(load, opened.origin))
                    return .finished(.success(opened))
                case .finished(.failure(let code)): failure = StreamFailure(code: code, retryAfter: trail.retryAfter)
                case .deadline: failure = StreamFailure(code: .upstreamTimeout)
                case .cancelled: return .cancelled
                }
                failures.append((stream.address, failure))
            } else {
                failure = StreamFailure(code: .unsupportedStream)
            }
            await load.tell(.streamFailed(index: index, origin: stream.address.description, failure.code))
            log.log(
                .notice,
                "relay.streamFailed",
                Self.fields(load, stream.address.description) + [("code", failure.code.rawValue)]
            )
        }
        let isOurNetwork = memory.take(failures, isWholePass: true, at: clock.now)
        return .finished(.failure(isOurNetwork ? .networkDown : FaultRanking.mostTelling(failures.map(\.failure.code))))
    }

    private func attempt(
        _ stream: StationStream,
        of load: RelayLoad,
        limit: Duration,
        _ trail: FetchTrail
    ) async -> DeadlineRace.End<Result<StreamOpener.Opened, FaultCode>> {
        let opener = opener.leaving(trail)
        let trust = load.stream.trust
        return await DeadlineRace.run(until: clock.now + limit, on: clock) {
            do throws(FaultCode) {
                return .success(try await opener.open(stream.address, trust: trust))
            } catch {
                return .failure(error)
            }
        } late: { result in
            if case .success(let opened) = result { opened.source.cancel() }
        }
    }

    /// The pass of a stream that broke after it had run for `run`.
    private func reopen(
        _ load: RelayLoad,
        after run: Duration
    ) async -> DeadlineRace.End<Result<StreamOpener.Opened, FaultCode>> {
        if let address = load.address {
            if run < RelayBody.goodRun { memory.dropped(address, at: clock.now) } else { memory.ran(address) }
        }
        return await firstAudio(of: load)
    }

    private static func fields(_ load: RelayLoad, _ origin: String) -> [(String, String)] {
        [("play", load.playID.description), ("origin", origin)]
    }

    private static func answer(type: String, interval: Int?, body: (any ByteSource)?) -> RelayAnswer {
        var headers = [(name: "Content-Type", value: type), (name: "Cache-Control", value: "no-store")]
        if let interval { headers.append((name: "icy-metaint", value: String(interval))) }
        return RelayAnswer(status: 200, headers: headers, body: body)
    }

    private static func bare(_ status: Int) -> RelayAnswer {
        RelayAnswer(status: status, headers: [(name: "Cache-Control", value: "no-store")], body: nil)
    }
}
