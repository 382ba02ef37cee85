internal import Model

/// A live playlist as one running stream. While the renderer takes one segment the next is fetched, and no more.
final class HLSSource: AudioSource {
    private typealias Ahead = Task<Result<[StreamPiece], FaultCode>, Never>

    private struct State {
        var ahead: Ahead?
        var isCancelled = false

        /// What is being fetched, begun where it was not; nil once all is over.
        mutating func begin(_ feed: HLSFeed) -> Ahead? {
            guard !isCancelled else { return nil }
            if let ahead { return ahead }
            // Goes on while nobody waits: a segment is at hand when the renderer has taken the one before.
            let task = Task { () -> Result<[StreamPiece], FaultCode> in
                do throws(FaultCode) {
                    return .success(try await feed.next())
                } catch {
                    return .failure(error)
                }
            }
            ahead = task
            return task
        }
    }

    private let feed: HLSFeed
    private let state = Lock(State())
    let patience: Duration

    init(_ feed: HLSFeed, patience: Duration) {
        self.feed = feed
        self.patience = patience
    }

    deinit { cancel() }

    func next() async throws(HTTPFault) -> [StreamPiece]? {
        let feed = feed
        guard let ahead = state.withLock({ $0.begin(feed) }) else { throw .cancelled }
        let result = await ahead.value
        let isCancelled = state.withLock { state in
            // An end stays what everyone finds who asks again.
            if case .success = result {
                state.ahead = nil
                _ = state.begin(feed)
            }
            return state.isCancelled
        }
        guard !isCancelled else { throw .cancelled }
        switch result {
        case .success(let pieces): return pieces
        case .failure(.upstreamTimeout): throw .timedOut
        case .failure: throw .dropped
        }
    }

    func cancel() {
        let ahead = state.withLock { state in
            state.isCancelled = true
            return state.ahead.take()
        }
        ahead?.cancel()
    }
}
