internal import CMicroHTTPD
internal import Model

/// The place where one connection rests until somebody has something for it.
///
/// libmicrohttpd wants every suspension resumed exactly once and none left when a daemon stops; this type is the only
/// one that suspends or resumes, always under its lock.
final class Gate: Sendable {
    private struct State {
        /// Address of the connection; 0 once the request is over.
        var connection: UInt
        var isResting = false
        var isListed = false
        /// Woken while it did not rest: the next ``Gate/rest()`` returns at once.
        var wasWoken = false
        var isAbandoned = false
    }

    private let state: Lock<State>
    private let rests: RestingGates

    init(_ connection: OpaquePointer, rests: RestingGates) {
        self.state = Lock(State(connection: UInt(bitPattern: connection)))
        self.rests = rests
    }

    /// The server stops: whoever is at this gate must end.
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// Suspends the connection; on the transport's thread only.
    ///
    /// - Returns: false where there is a reason to look again instead.
    func rest() -> Bool {
        guard state.withLock({ $0.isListed }) || rests.list(self) else {
            state.withLock { $0.isAbandoned = true }
            return false
        }
        return state.withLock { state in
            state.isListed = true
            guard !state.wasWoken, !state.isAbandoned else {
                state.wasWoken = false
                return false
            }
            state.isResting = true
            MHD_suspend_connection(OpaquePointer(bitPattern: state.connection))
            return true
        }
    }

    /// Lets the connection go on; from anywhere, as often as wanted.
    func wake() {
        state.withLock { state in
            guard state.connection != 0 else { return }
            if state.isResting {
                state.isResting = false
                MHD_resume_connection(OpaquePointer(bitPattern: state.connection))
            } else {
                state.wasWoken = true
            }
        }
    }

    /// The request is over; later wakes do nothing.
    func close() {
        let wasListed = state.withLock { state in
            state.connection = 0
            return state.isListed
        }
        if wasListed { rests.strike(self) }
    }

    func abandon() {
        state.withLock { $0.isAbandoned = true }
        wake()
    }
}

/// The gates that may hold a suspended connection, so that stopping can open them all.
final class RestingGates: Sendable {
    private struct State {
        var gates: [ObjectIdentifier: Gate] = [:]
        var isClosed = false
    }

    private let state = Lock(State())

    /// - Returns: false once the server stops.
    func list(_ gate: Gate) -> Bool {
        state.withLock { state in
            guard !state.isClosed else { return false }
            state.gates[ObjectIdentifier(gate)] = gate
            return true
        }
    }

    func strike(_ gate: Gate) {
        state.withLock { _ = $0.gates.removeValue(forKey: ObjectIdentifier(gate)) }
    }

    /// Opens every gate and lets none be closed again.
    func abandonAll() {
        let gates = state.withLock { state in
            state.isClosed = true
            return Array(state.gates.values)
        }
        for gate in gates { gate.abandon() }
    }
}
