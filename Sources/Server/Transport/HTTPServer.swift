internal import CMicroHTTPD
internal import Glibc
package import Model

/// Serves HTTP/1.1 on any number of listeners; one thread of libmicrohttpd each, asleep while nothing happens.
package final class HTTPServer: Sendable {
    private struct State {
        /// Addresses of the running daemons' contexts, retained for them.
        var daemons: [Daemon] = []
        var isStopped = false
    }

    let responder: any Responder
    let limits: Limits
    let connections: Connections
    let rests = RestingGates()
    private let log: any LogSink
    private let counted: @Sendable (Int) -> Void
    private let state = Lock(State())

    /// - `counted`: hears the status of every answer.
    package init(
        responder: any Responder,
        limits: Limits = Limits(),
        clock: any HostClock,
        log: any LogSink,
        counted: @escaping @Sendable (Int) -> Void = { _ in }
    ) {
        self.responder = responder
        self.limits = limits
        self.connections = Connections(clock: clock, limits: limits)
        self.log = log
        self.counted = counted
    }

    /// Listens and serves until ``stop()``. May be called once per listener; one that fails changes nothing.
    ///
    /// - Returns: the port, also where 0 was asked for; 0 for a unix socket.
    @discardableResult
    package func listen(on listener: Listener) throws(ListenProblem) -> Int {
        switch listener {
        case .unix(let path): return try start(ListenSocket.open(path: path))
        case .address(let address, let port): return try start(ListenSocket.open(address, port: port))
        case .everywhere(let port):
            let first = try start(ListenSocket.open(IPAddress.anyVersion4, port: port))
            do throws(ListenProblem) {
                try start(ListenSocket.open(IPAddress.anyVersion6, port: first))
            } catch .addressUnavailable {
                log.log(.notice, "http.noIPv6", [])
            }
            return first
        }
    }

    /// Ends every connection and returns when all threads have ended. Not to be called from a ``Responder``.
    package func stop() {
        let daemons = state.withLock { state in
            state.isStopped = true
            defer { state.daemons = [] }
            return state.daemons
        }
        for daemon in daemons { daemon.quiesce() }
        rests.abandonAll()
        connections.close()
        for daemon in daemons { daemon.stop() }
    }

    func answered(_ status: Int) { counted(status) }

    func noted(_ line: String) { log.log(.debug, "http.library", [("line", line)]) }

    @discardableResult
    private func start(_ socket: ListenSocket) throws(ListenProblem) -> Int {
        let port = socket.port
        let daemon = try Daemon(socket, server: self)
        let isLate = state.withLock { state in
            guard !state.isStopped else { return true }
            state.daemons.append(daemon)
            return false
        }
        if isLate { daemon.stop() }
        return port
    }
}

extension IPAddress {
    static let anyVersion4 = IPAddress(bytes: [0, 0, 0, 0]) ?? unreachable()
    static let anyVersion6 = IPAddress(bytes: [UInt8](repeating: 0, count: 16)) ?? unreachable()

    private static func unreachable() -> IPAddress { preconditionFailure("4 and 16 bytes are an address") }
}
