internal import Glibc
internal import Model

/// An HTTP server of a few lines, on a unix socket or on loopback: a closure turns each request into the bytes of an
/// answer. Records requests with their bodies; closes after each answer.
package final class CannedServer: Sendable {
    /// What to send back.
    package struct Answer: Sendable {
        package var bytes: [UInt8]
        /// Keep the connection open after the bytes until the client goes away.
        package var staysOpen: Bool

        package init(_ text: String, staysOpen: Bool = false) {
            bytes = Array(text.utf8)
            self.staysOpen = staysOpen
        }

        package static func json(_ text: String, status: String = "200 OK") -> Answer {
            Answer(
                "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
            )
        }
    }

    private struct State {
        var requests: [(head: RadioRequest, body: [UInt8])] = []
        var endings = 0
        var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
        var isStopped = false
    }

    /// On 127.0.0.1; 0 for a unix socket.
    package let port: Int
    private let listener: Int32
    private let stopPipe: StopPipe
    private let threads = Threads()
    private let state = Lock(State())
    private let answer: @Sendable (RadioRequest) -> Answer

    /// On 127.0.0.1.
    package init(answer: @escaping @Sendable (RadioRequest) -> Answer) {
        (listener, port) = LoopbackSocket.listening()
        stopPipe = StopPipe()
        self.answer = answer
        threads.start { [self] in accept() }
    }

    /// On a unix socket at `path`.
    package init(path: String, answer: @escaping @Sendable (RadioRequest) -> Answer) {
        listener = LoopbackSocket.listening(path: path)
        port = 0
        stopPipe = StopPipe()
        self.answer = answer
        threads.start { [self] in accept() }
    }

    package var requests: [(head: RadioRequest, body: [UInt8])] { state.withLock { $0.requests } }

    /// Returns once `count` connections have ended.
    package func endings(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.endings >= count { return true }
                state.waiters.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Ends every connection and waits for the threads. May be called again.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        stopPipe.stop()
        threads.join()
        close(listener)
    }

    private func accept() {
        while let socket = stopPipe.accept(from: listener) {
            threads.start { [self] in serve(SocketConnection(socket: socket, stop: stopPipe.reader)) }
        }
    }

    private func serve(_ connection: SocketConnection) {
        if let head = connection.readHead().map(RadioRequest.init(head:)) {
            let length = head.header("Content-Length").flatMap(Int.init) ?? 0
            if let body = connection.read(length) {
                state.withLock { $0.requests.append((head, body)) }
                let answer = answer(head)
                if connection.send(answer.bytes), answer.staysOpen { connection.waitForClient() }
            }
        }
        connection.close()
        let waiters = state.withLock { state in
            state.endings += 1
            let count = state.endings
            let waiters = state.waiters.filter { $0.count <= count }
            state.waiters.removeAll { $0.count <= count }
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume() }
    }
}
