package import Model

/// Knows the names that a test gave it; IP literals resolve to themselves.
package final class ScriptedResolver: NameResolver {
    private struct State {
        var names: [String: [[IPAddress]]] = [:]
        var silent: Set<String> = []
        var asked: [String] = []
    }

    private let state = Lock(State())

    package init() {}

    /// The next answer for `name`; the last one is repeated, so that a name can be rebound between two questions.
    package func script(_ name: String, _ addresses: [String]) {
        state.withLock { $0.names[name, default: []].append(addresses.compactMap(IPAddress.init)) }
    }

    /// A question for `name` is never answered, not even when its task is cancelled.
    package func silence(_ name: String) { _ = state.withLock { $0.silent.insert(name) } }

    package var asked: [String] { state.withLock(\.asked) }

    package func addresses(of host: String) async throws(HTTPFault) -> [IPAddress] {
        let (isSilent, addresses) = state.withLock { state -> (Bool, [IPAddress]?) in
            state.asked.append(host)
            let answers = state.names[host] ?? []
            if answers.count > 1 { state.names[host]?.removeFirst() }
            return (state.silent.contains(host), answers.first ?? IPAddress(host).map { [$0] })
        }
        if isSilent {
            // Never resumed, as a blocked system call would be; unsafe, so that the runtime does not complain.
            await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
        }
        guard let addresses, !addresses.isEmpty else { throw .nameUnresolved }
        return addresses
    }
}
