package import Model

/// Answers each address as a test says, and remembers what it was asked.
package final class ScriptedHTTPClient: HTTPClient {
    package enum Reply: Sendable {
        case answer(status: Int, headers: [(String, String)], body: ScriptedBody)
        case fault(HTTPFault)
        /// No head ever comes; ends only when the task is cancelled.
        case never
    }

    private struct State {
        var replies: [String: [Reply]] = [:]
        /// Addresses whose first reply was given already and is kept for want of another.
        var repeating: Set<String> = []
        var requests: [HTTPRequest] = []
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var cancelled: Set<Int> = []
    }

    private let state = Lock(State())

    package init() {}

    /// The next reply to `address`; the last one is repeated until another is scripted.
    package func script(_ address: String, _ reply: Reply) {
        state.withLock { state in
            if state.repeating.remove(address) != nil { state.replies[address] = [] }
            state.replies[address, default: []].append(reply)
        }
    }

    package var requests: [HTTPRequest] { state.withLock(\.requests) }
    /// Requests without a head that were given up by their caller.
    package var abandoned: Int { state.withLock { $0.cancelled.count } }

    package func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPResponse {
        let (number, reply) = state.withLock { state -> (Int, Reply) in
            state.requests.append(request)
            let address = request.address.requestAddress
            let replies = state.replies[address] ?? [.fault(.connectionRefused)]
            if replies.count > 1 {
                state.replies[address]?.removeFirst()
            } else {
                state.repeating.insert(address)
            }
            return (state.requests.count, replies[0])
        }
        switch reply {
        case .answer(let status, let headers, let body):
            return HTTPResponse(
                status: status,
                headers: HTTPHeaders(headers.map { (name: $0.0.lowercased(), value: Array($0.1.utf8)) }),
                body: body
            )
        case .fault(let fault): throw fault
        case .never:
            await untilCancelled(number)
            throw .cancelled
        }
    }

    private func untilCancelled(_ number: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if state.cancelled.contains(number) { return true }
                    state.waiting[number] = continuation
                    return false
                }
                if isCancelled { continuation.resume() }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                state.cancelled.insert(number)
                return state.waiting.removeValue(forKey: number)
            }
            waiting?.resume()
        }
    }
}
