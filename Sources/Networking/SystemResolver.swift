internal import Dispatch
internal import Glibc
package import Model

/// Asks the system's resolver (`getaddrinfo`) on threads of its own, so that a slow name server holds nobody else up.
package struct SystemResolver: NameResolver {
    private let queue = DispatchQueue(label: "longwave.resolver", attributes: .concurrent)

    package init() {}

    /// All addresses in the order of the system (RFC 6724), without doubles. A cancelled task returns at once; the
    /// system's own question runs out by itself and its answer is dropped.
    ///
    /// - Throws: ``HTTPFault/nameUnresolved``, ``HTTPFault/cancelled``.
    package func addresses(of host: String) async throws(HTTPFault) -> [IPAddress] {
        if let literal = IPAddress(host) { return [literal] }
        let answer = Answer()
        return try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                answer.wait(with: continuation)
                queue.async { answer.settle(Self.ask(for: host)) }
            }
        } onCancel: {
            answer.settle(.failure(.cancelled))
        }.get()
    }

    /// Blocks until the system answers.
    private static func ask(for host: String) -> Answer.Result {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0 else { return .failure(.nameUnresolved) }
        defer { freeaddrinfo(list) }
        var addresses: [IPAddress] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ai_next
            guard let address = IPAddress(entry.ai_addr), !addresses.contains(address) else { continue }
            addresses.append(address)
        }
        return addresses.isEmpty ? .failure(.nameUnresolved) : .success(addresses)
    }
}

/// One answer that comes once: from the system or from the task's cancellation, whichever is first.
private final class Answer: Sendable {
    typealias Result = Swift.Result<[IPAddress], HTTPFault>

    private struct State {
        var result: Result?
        var waiter: CheckedContinuation<Result, Never>?
    }

    private let state = Lock(State())

    func wait(with continuation: CheckedContinuation<Result, Never>) {
        let early = state.withLock { state -> Result? in
            guard state.result == nil else { return state.result }
            state.waiter = continuation
            return nil
        }
        if let early { continuation.resume(returning: early) }
    }

    func settle(_ result: Result) {
        let waiter = state.withLock { state -> CheckedContinuation<Result, Never>? in
            guard state.result == nil else { return nil }
            state.result = result
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume(returning: result)
    }
}
