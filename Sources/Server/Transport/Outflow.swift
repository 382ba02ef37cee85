package import Model

/// Bytes that a connection takes whenever its reader has room.
package protocol Outflow: Sendable {
    /// The next piece, without waiting; called on the transport's thread, one call at a time.
    func take() -> Outpiece

    /// Sets what to call, from anywhere and as often as wanted, once ``take()`` would give more than
    /// ``Outpiece/later``. Set once, before the first ``take()``.
    func whenReady(_ wake: @escaping @Sendable () -> Void)

    /// The reader has gone, or everything was sent. Called once.
    func cancel()
}

package enum Outpiece: Sendable, Equatable {
    case bytes([UInt8])
    /// Nothing yet; the connection rests until it is woken.
    case later
    case end
    /// The bytes broke off: the reader must see that the body is not whole.
    case broken
}

/// A ``ByteSource`` as an outflow: one piece is pulled when the reader asks for one, so that back-pressure reaches
/// the source.
package final class PulledOutflow: Outflow {
    private struct State {
        var piece: Outpiece?
        var isPulling = false
        var wake: @Sendable () -> Void = {}
        var pull: Task<Void, Never>?
    }

    private let source: any ByteSource
    private let counted: @Sendable (Int) -> Void
    private let state = Lock(State())

    /// - `counted`: hears the length of every piece that was pulled.
    package init(_ source: any ByteSource, counted: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.source = source
        self.counted = counted
    }

    package func whenReady(_ wake: @escaping @Sendable () -> Void) { state.withLock { $0.wake = wake } }

    package func take() -> Outpiece {
        let (piece, mustPull) = state.withLock { state -> (Outpiece, Bool) in
            if let piece = state.piece {
                if case .bytes = piece { state.piece = nil }
                return (piece, false)
            }
            guard !state.isPulling else { return (.later, false) }
            state.isPulling = true
            return (.later, true)
        }
        if mustPull {
            // Not a child of anything: the caller is a C thread. It ends with the pull, which `cancel` ends.
            let pull = Task { await self.pull() }
            state.withLock { $0.pull = pull }
        }
        return piece
    }

    package func cancel() {
        let pull = state.withLock { state in
            state.wake = {}
            return state.pull
        }
        source.cancel()
        pull?.cancel()
    }

    private func pull() async {
        let piece: Outpiece
        do {
            if let bytes = try await source.next() {
                counted(bytes.count)
                piece = .bytes(bytes)
            } else {
                piece = .end
            }
        } catch {
            piece = .broken
        }
        let wake = state.withLock { state in
            state.piece = piece
            state.isPulling = false
            return state.wake
        }
        wake()
    }
}
