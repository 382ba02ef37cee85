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

    package struct Received: Sendable {
        package let head: RadioRequest
        package let body: [UInt8]
    }

    /// On 127.0.0.1; 0 for a unix socket.
    package let port: Int
    private let acceptor: Acceptor
    private let arrivals = Arrivals<Received>()
    private let ends = Arrivals<Bool>()
    private let answer: @Sendable (RadioRequest) -> Answer

    /// On 127.0.0.1.
    package init(answer: @escaping @Sendable (RadioRequest) -> Answer) {
        let (listener, port) = LoopbackSocket.listening()
        self.port = port
        self.acceptor = Acceptor(listener)
        self.answer = answer
        acceptor.start { [self] in serve($0) }
    }

    /// On a unix socket at `path`.
    package init(path: String, answer: @escaping @Sendable (RadioRequest) -> Answer) {
        self.port = 0
        self.acceptor = Acceptor(LoopbackSocket.listening(path: path))
        self.answer = answer
        acceptor.start { [self] in serve($0) }
    }

    package var requests: [Received] { arrivals.all }

    /// Returns once a connection that asked for `path` has ended.
    package func ending(of path: String) async throws(NeverCame) { _ = try await ends.first(path) }

    /// Ends every connection and waits for the threads. May be called again.
    package func stop() { acceptor.stop() }

    private func serve(_ connection: SocketConnection) {
        guard let head = connection.readHead().map(RadioRequest.init(head:)) else { return }
        guard let body = connection.read(head.header("Content-Length").flatMap(Int.init) ?? 0) else { return }
        arrivals.note(head.path, Received(head: head, body: body))
        let answer = answer(head)
        if connection.send(answer.bytes), answer.staysOpen { connection.waitForClient() }
        connection.close()
        ends.note(head.path, true)
    }
}
