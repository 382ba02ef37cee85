internal import Glibc
internal import Model

/// What every server of a test does: takes connections, each on a thread of its own, and ends all of them at once.
final class Acceptor: Sendable {
    private let listener: Int32
    private let stopPipe = StopPipe()
    private let threads = Threads()
    private let isStopped = Lock(false)

    /// Takes over a socket that listens.
    init(_ listener: Int32) { self.listener = listener }

    /// Calls `serve` for every connection, on its thread; what it leaves open is closed after it. Call once.
    func start(_ serve: @escaping @Sendable (SocketConnection) -> Void) {
        threads.start { [self] in
            while let socket = stopPipe.accept(from: listener) {
                threads.start { [self] in
                    let connection = SocketConnection(socket: socket, stop: stopPipe.reader)
                    defer { connection.close() }
                    serve(connection)
                }
            }
        }
    }

    /// Ends every connection and waits for the threads. May be called again.
    func stop() {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return isStopped
        }
        guard !wasStopped else { return }
        stopPipe.stop()
        threads.join()
        close(listener)
    }
}
