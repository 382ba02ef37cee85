internal import Model

/// What one attempt met on its way beside its one end: permanent redirects, and when a busy server wants to be asked
/// again. Filled by whatever fetches for that attempt.
final class FetchTrail: Sendable {
    /// Scheme, host and port only: what may be shown.
    struct Move: Sendable, Equatable {
        let from: String
        let to: String
    }

    private let state = Lock((moves: [Move](), retryAfter: Duration?.none))

    var moves: [Move] { state.withLock(\.moves) }
    var retryAfter: Duration? { state.withLock(\.retryAfter) }

    /// Only a step to another origin says that a stream has moved.
    func redirected(from: StreamAddress, to: StreamAddress, status: Int) {
        guard status == 301 || status == 308, from.description != to.description else { return }
        state.withLock { state in
            if state.moves.count < RedirectGuard.limit {
                state.moves.append(Move(from: from.description, to: to.description))
            }
        }
    }

    /// - Parameter headers: of an answer of 429 or 503.
    func refused(_ headers: HTTPHeaders) {
        let wait = RetryAfter.wait(headers)
        state.withLock { $0.retryAfter = wait }
    }
}
