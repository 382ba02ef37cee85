internal import Glibc
internal import Model

/// A radio server on loopback that behaves as the path says: one ``RadioFault`` per path, `/icecast`, `/icy` and so
/// on. Sockets and threads of its own; it shares nothing with the code under test.
package final class FaultyRadioServer: Sendable {
    package struct Timing: Sendable {
        /// Of the audio handed in; sets the pace.
        package var bitrateKbps = 128
        /// Sent at once at the start, in seconds of audio.
        package var burst = 1.0
        /// What "a while" means in ``RadioFault``, in seconds.
        package var after = 2.0
        /// Between two bytes of a dripping answer, in seconds.
        package var drip = 1.0

        package init() {}
    }

    /// How one connection ended.
    package struct Ending: Sendable, Equatable {
        package let path: String
        /// Bytes that the kernel took, head included.
        package let bytes: Int
    }

    /// Of the server.
    package let port: Int
    private let refusedPort: Int
    let tone: [UInt8]
    let silence: [UInt8]
    let timing: Timing
    private let acceptor: Acceptor
    private let refusing: Int32
    private let arrivals = Arrivals<RadioRequest>()
    private let ends = Arrivals<Ending>()
    private let stalls = Arrivals<Bool>()
    private let isStopped = Lock(false)

    /// Starts to listen on 127.0.0.1.
    ///
    /// - Parameters:
    ///   - tone: the sound of every good stream: frames that can be repeated for ever.
    ///   - silence: the same, without sound.
    ///   - timing: pace, and how long a while is.
    package init(tone: [UInt8], silence: [UInt8] = [], timing: Timing = Timing()) {
        self.tone = tone
        self.silence = silence
        self.timing = timing
        let (listener, port) = LoopbackSocket.listening()
        self.port = port
        self.acceptor = Acceptor(listener)
        // Bound but not listening: the port stays ours, and connecting to it is refused.
        (refusing, refusedPort) = LoopbackSocket.bound()
        acceptor.start { [self] in serve($0) }
    }

    /// The port at which `fault` is found: its own for ``RadioFault/refused``.
    package func port(for fault: RadioFault) -> Int { fault == .refused ? refusedPort : port }

    package func address(of fault: RadioFault, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port(for: fault))\(fault.path)"
    }

    /// Every request whose head came whole, in order.
    package var requests: [RadioRequest] { arrivals.all }

    /// Every connection that ended after a whole request, in order.
    package var endings: [Ending] { ends.all }

    /// The first request for `path`, now or when it comes.
    package func request(for path: String) async throws(NeverCame) -> RadioRequest { try await arrivals.first(path) }

    /// The first end of a connection that asked for `path`, now or when it comes.
    package func ending(of path: String) async throws(NeverCame) -> Ending { try await ends.first(path) }

    /// Returns once a client that asked for `path` has taken no byte for 300 ms though there were some to send.
    package func stall(of path: String) async throws(NeverCame) { _ = try await stalls.first(path) }

    /// Ends every connection and waits for the threads. Call it once the test is over; may be called again.
    package func stop() {
        acceptor.stop()
        let isFirst = isStopped.withLock { isStopped in
            defer { isStopped = true }
            return !isStopped
        }
        if isFirst { close(refusing) }
    }

    private func serve(_ connection: SocketConnection) {
        guard let head = connection.readHead() else { return }
        let request = RadioRequest(head: head)
        arrivals.note(request.path, request)
        connection.stalled = { [stalls] in stalls.note(request.path, true) }
        RadioAnswer(server: self, request: request, connection: connection).give()
        connection.close()
        ends.note(request.path, Ending(path: request.path, bytes: connection.sent))
    }
}
