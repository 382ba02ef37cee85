internal import Model

/// Opens one listed stream and looks at its first bytes; what turns out to be a playlist is followed. Whoever calls it
/// cancels it; of time it knows only what one entry of a list may take from the others.
struct StreamOpener: Sendable {
    /// A stream that gives audio.
    struct Opened: Sendable {
        let source: any AudioSource
        /// Scheme and host of the final address.
        let origin: String
        let audio: SniffedAudio
        /// Whether there may be titles in it.
        let sendsTitles: Bool
        /// What was read to find out, in order; the source goes on behind it.
        let pieces: [StreamPiece]
    }

    /// Raw bytes that may be read before the first 4 KiB of audio are there: a server that sends only metadata ends
    /// here.
    private static let greatestRead = 1 << 20
    /// To the first audio byte of an entry, where a list has another one to try.
    static let entryLimit = Duration.seconds(3)
    /// From the first bytes of a list to its end.
    static let listLimit = Duration.seconds(3)

    /// What an address turned out to be.
    private enum Found: Sendable {
        case audio(Opened)
        /// With the final address.
        case list(WrapperList, StreamAddress)
    }

    let fetch: GuardedFetch
    let xml: any XMLReading
    /// With a fetch of its own: what a variant or a segment meets says nothing of the listed address.
    let hls: HLSOpener
    let clock: any HostClock

    /// The same, and `trail` hears of what is met on the way.
    func leaving(_ trail: FetchTrail) -> StreamOpener {
        var fetch = fetch
        fetch.trail = trail
        return StreamOpener(fetch: fetch, xml: xml, hls: hls, clock: clock)
    }

    /// Opens `address`, or the first entry of the playlists there that gives audio.
    ///
    /// - Parameters:
    ///   - address: as listed; content decides what it is.
    ///   - trust: of the station.
    ///   - hosts: where entries of playlists may live; empty where that is free.
    /// - Returns: the stream; whoever gets it ends it.
    /// - Throws: of several entries, the code of the one that tells most.
    func open(_ address: StreamAddress, trust: StationTrust, hosts: [String]) async throws(FaultCode) -> Opened {
        var walk = WrapperWalk(from: address, trust: trust, hosts: hosts)
        while let target = walk.next() {
            do throws(FaultCode) {
                let limit = walk.hasNext ? Self.entryLimit : nil
                let found = try await within(limit) { () throws(FaultCode) in
                    try await look(at: target, trust: trust)
                } late: { found in
                    if case .audio(let opened) = found { opened.source.cancel() }
                }
                switch found {
                case .audio(let opened): return opened
                case .list(let list, let address): walk.descend(into: list, of: target, at: address)
                }
            } catch {
                // Whoever asked is gone; no entry is left to be tried for anybody.
                guard !Task.isCancelled else { throw error }
                walk.failed(error)
            }
        }
        throw walk.fault
    }

    private func look(at target: WrapperWalk.Target, trust: StationTrust) async throws(FaultCode) -> Found {
        var fetch = fetch
        fetch.isListed = target.depth == 0
        let answer = try await fetch.open(target.address, trust: trust, headers: Self.headers)
        return try await read(answer.response, from: answer.address, trust: trust)
    }

    /// What `work` gives; no longer than `limit`, where there is one. `late` gets what it gives after that.
    ///
    /// - Throws: ``FaultCode/upstreamTimeout`` at the limit, ``FaultCode/streamDropped`` where the task is cancelled,
    ///   else what `work` throws.
    private func within<Value: Sendable>(
        _ limit: Duration?,
        _ work: @escaping @Sendable () async throws(FaultCode) -> Value,
        late: @escaping @Sendable (Value) -> Void = { _ in }
    ) async throws(FaultCode) -> Value {
        guard let limit else { return try await work() }
        let end = await DeadlineRace.run(until: clock.now + limit, on: clock) { () -> Result<Value, FaultCode> in
            do throws(FaultCode) { return .success(try await work()) } catch { return .failure(error) }
        } late: { result in
            if case .success(let value) = result { late(value) }
        }
        switch end {
        case .finished(let result): return try result.get()
        case .deadline: throw .upstreamTimeout
        case .cancelled: throw .streamDropped
        }
    }

    /// The client adds its agent and host; a range is never asked for, since a live stream has none.
    private static let headers = [
        (name: "Accept", value: "audio/*, application/ogg, */*;q=0.1"),
        (name: "Icy-MetaData", value: "1"),
    ]

    private func read(
        _ response: HTTPResponse,
        from address: StreamAddress,
        trust: StationTrust
    ) async throws(FaultCode) -> Found {
        let body = response.body
        let result = await withTaskCancellationHandler { () async -> Result<Found, FaultCode> in
            do throws(FaultCode) {
                return .success(try await sniff(response, from: address, trust: trust))
            } catch {
                return .failure(error)
            }
        } onCancel: {
            body.cancel()
        }
        if case .failure = result { body.cancel() }
        return try result.get()
    }

    /// The pieces without the first `count` bytes of audio. A stream is joined in the middle of a frame, and the rest of
    /// that frame is no audio to anyone: libavformat has taken one that begins with 1f 8b for another format.
    static func dropping(_ count: Int, from pieces: [StreamPiece]) -> [StreamPiece] {
        var left = count
        return pieces.map { piece in
            guard case .audio(let bytes) = piece, left > 0 else { return piece }
            defer { left -= min(left, bytes.count) }
            return .audio(Array(bytes.dropFirst(left)))
        }
    }

    private func sniff(
        _ response: HTTPResponse,
        from address: StreamAddress,
        trust: StationTrust
    ) async throws(FaultCode) -> Found {
        let sniffer = ContentSniffer(contentType: response.headers["content-type"])
        if case .refused(let code) = sniffer.headerFinding { throw code }
        var deinterleaver = ICYDeinterleaver(header: response.headers["icy-metaint"])
        var pieces: [StreamPiece] = []
        var head: [UInt8] = []
        var read = 0
        while true {
            let chunk: [UInt8]?
            do {
                chunk = try await response.body.next()
            } catch {
                throw error == .dropped && head.isEmpty ? .emptyStream : error.codeBeforeAudio
            }
            read += chunk?.count ?? 0
            guard read <= Self.greatestRead else { throw .malformedResponse }
            let fresh = chunk.map { deinterleaver?.feed($0) ?? [.audio($0)] } ?? []
            pieces += fresh
            for case .audio(let audio) in fresh where head.count < ContentSniffer.limit {
                head += audio.prefix(ContentSniffer.limit - head.count)
            }
            switch sniffer.finding(head, isComplete: chunk == nil) {
            case .audio(let audio):
                let opened = Opened(
                    source: DirectSource(response.body, deinterleaver: deinterleaver),
                    origin: address.description,
                    audio: audio,
                    sendsTitles: deinterleaver != nil,
                    pieces: Self.dropping(audio.fragment, from: pieces)
                )
                return .audio(opened)
            case .list(let kind):
                let body = chunk == nil ? nil : response.body
                let bytes = try await whole(pieces, and: body)
                // HLS only looks like M3U.
                if kind == .m3u, M3UList.isHLS(bytes) {
                    return .audio(try await hls.open(bytes, from: address, trust: trust))
                }
                return .list(try WrapperList(bytes, kind: kind, xml: xml), address)
            case .refused(let code): throw code
            case .undecided: continue
            }
        }
    }

    /// A list from its first bytes on; nil for a body that has ended with them.
    private func whole(_ pieces: [StreamPiece], and body: (any ByteSource)?) async throws(FaultCode) -> [UInt8] {
        var bytes: [UInt8] = []
        for case .audio(let run) in pieces { bytes += run }
        guard let body else { return bytes }
        let begun = bytes
        return try await within(Self.listLimit) { () throws(FaultCode) in
            let start = try await GuardedFetch.beginning(of: body, after: begun, beyond: WrapperList.longest)
            // Only the window of a live playlist may be longer than a list of streams.
            guard start.count > WrapperList.longest, M3UList.isHLS(start) else {
                body.cancel()
                return start
            }
            return try await GuardedFetch.rest(of: body, after: start, limit: HLSPlaylist.greatestLength)
        }
    }
}
