internal import Model

/// Opens one listed stream and looks at its first bytes. Knows nothing of time; whoever calls it cancels it.
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

    let fetch: GuardedFetch

    /// The same, and `trail` hears of what is met on the way.
    func leaving(_ trail: FetchTrail) -> StreamOpener {
        var fetch = fetch
        fetch.trail = trail
        return StreamOpener(fetch: fetch)
    }

    func open(_ address: StreamAddress, trust: StationTrust) async throws(FaultCode) -> Opened {
        let answer = try await fetch.open(address, trust: trust, headers: Self.headers)
        return try await read(answer.response, from: answer.address)
    }

    /// The client adds its agent and host; a range is never asked for, since a live stream has none.
    private static let headers = [
        (name: "Accept", value: "audio/*, application/ogg, */*;q=0.1"),
        (name: "Icy-MetaData", value: "1"),
    ]

    private func read(_ response: HTTPResponse, from address: StreamAddress) async throws(FaultCode) -> Opened {
        let body = response.body
        let result = await withTaskCancellationHandler { () async -> Result<Opened, FaultCode> in
            do throws(FaultCode) {
                return .success(try await sniff(response, from: address))
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

    private func sniff(_ response: HTTPResponse, from address: StreamAddress) async throws(FaultCode) -> Opened {
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
                return Opened(
                    source: DirectSource(response.body, deinterleaver: deinterleaver),
                    origin: address.description,
                    audio: audio,
                    sendsTitles: deinterleaver != nil,
                    pieces: Self.dropping(audio.fragment, from: pieces)
                )
            // Lists are not read yet.
            case .list: throw .unsupportedStream
            case .refused(let code): throw code
            case .undecided: continue
            }
        }
    }
}
