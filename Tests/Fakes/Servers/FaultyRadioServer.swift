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

    private struct State {
        var requests: [RadioRequest] = []
        var endings: [Ending] = []
        var endingWaiters: [(path: String, continuation: CheckedContinuation<Ending, Never>)] = []
        var requestWaiters: [(path: String, continuation: CheckedContinuation<RadioRequest, Never>)] = []
        var stalls: Set<String> = []
        var stallWaiters: [(path: String, continuation: CheckedContinuation<Void, Never>)] = []
        var isStopped = false
        var threads: [pthread_t] = []
    }

    /// Of the server.
    package let port: Int
    private let refusedPort: Int
    let tone: [UInt8]
    let silence: [UInt8]
    let timing: Timing
    private let listener: Int32
    private let refusing: Int32
    private let stopReader: Int32
    private let stopWriter: Int32
    private let state = Lock(State())

    /// Starts to listen on 127.0.0.1.
    ///
    /// - `tone`: the sound of every good stream: frames that can be repeated for ever.
    /// - `silence`: the same, without sound.
    package init(tone: [UInt8], silence: [UInt8] = [], timing: Timing = Timing()) {
        self.tone = tone
        self.silence = silence
        self.timing = timing
        (listener, port) = LoopbackSocket.listening()
        // Bound but not listening: the port stays ours, and connecting to it is refused.
        (refusing, refusedPort) = LoopbackSocket.bound()
        var pipeEnds: [Int32] = [0, 0]
        precondition(pipe(&pipeEnds) == 0, "no pipe")
        for end in pipeEnds { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        stopReader = pipeEnds[0]
        stopWriter = pipeEnds[1]
        let server = self
        spawn { server.accept() }
    }

    /// The port at which `fault` is found: its own for ``RadioFault/refused``.
    package func port(for fault: RadioFault) -> Int { fault == .refused ? refusedPort : port }

    package func address(of fault: RadioFault, host: String = "127.0.0.1") -> String {
        "http://\(host):\(port(for: fault))\(fault.path)"
    }

    /// Every request whose head came whole, in order.
    package var requests: [RadioRequest] { state.withLock { $0.requests } }

    /// Every connection that ended after a whole request, in order.
    package var endings: [Ending] { state.withLock { $0.endings } }

    /// The first request for `path`, now or when it comes.
    package func request(for path: String) async -> RadioRequest {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> RadioRequest? in
                if let request = state.requests.first(where: { $0.path == path }) { return request }
                state.requestWaiters.append((path, continuation))
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    /// The first end of a connection that asked for `path`, now or when it comes.
    package func ending(of path: String) async -> Ending {
        await withCheckedContinuation { continuation in
            let early = state.withLock { state -> Ending? in
                if let ending = state.endings.first(where: { $0.path == path }) { return ending }
                state.endingWaiters.append((path, continuation))
                return nil
            }
            if let early { continuation.resume(returning: early) }
        }
    }

    /// Returns once a client that asked for `path` has taken no byte for 300 ms though there were some to send.
    package func stall(of path: String) async {
        await withCheckedContinuation { continuation in
            let isThere = state.withLock { state in
                if state.stalls.contains(path) { return true }
                state.stallWaiters.append((path, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    /// Ends every connection and waits for the threads. Call it once the test is over; may be called again.
    package func stop() {
        let isFirst = state.withLock { state in
            defer { state.isStopped = true }
            return !state.isStopped
        }
        guard isFirst else { return }
        close(stopWriter)
        while let thread = state.withLock({ $0.threads.popLast() }) { pthread_join(thread, nil) }
        close(listener)
        close(refusing)
        close(stopReader)
    }

    // MARK: Threads

    private func accept() {
        while true {
            var polled = [
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
                pollfd(fd: stopReader, events: Int16(POLLIN), revents: 0),
            ]
            while poll(&polled, 2, -1) < 0 {}
            guard polled[1].revents == 0 else { return }
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { continue }
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            let server = self
            spawn { server.serve(SocketConnection(socket: socket, stop: server.stopReader)) }
        }
    }

    private func serve(_ connection: SocketConnection) {
        defer { connection.close() }
        guard let head = connection.readHead() else { return }
        let request = RadioRequest(head: head)
        let waiters = state.withLock { state in
            state.requests.append(request)
            let waiters = state.requestWaiters.filter { $0.path == request.path }
            state.requestWaiters.removeAll { $0.path == request.path }
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume(returning: request) }
        connection.stalled = { [self] in noteStall(of: request.path) }
        RadioAnswer(server: self, request: request, connection: connection).give()
        connection.close()
        let ending = Ending(path: request.path, bytes: connection.sent)
        let endingWaiters = state.withLock { state in
            state.endings.append(ending)
            let waiters = state.endingWaiters.filter { $0.path == request.path }
            state.endingWaiters.removeAll { $0.path == request.path }
            return waiters
        }
        for waiter in endingWaiters { waiter.continuation.resume(returning: ending) }
    }

    private func noteStall(of path: String) {
        let waiters = state.withLock { state in
            state.stalls.insert(path)
            let waiters = state.stallWaiters.filter { $0.path == path }
            state.stallWaiters.removeAll { $0.path == path }
            return waiters
        }
        for waiter in waiters { waiter.continuation.resume() }
    }

    private func spawn(_ body: @escaping @Sendable () -> Void) {
        final class Box: Sendable {
            let body: @Sendable () -> Void
            init(_ body: @escaping @Sendable () -> Void) { self.body = body }
        }
        var thread = pthread_t()
        let error = pthread_create(
            &thread,
            nil,
            { @Sendable box in
                if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
                return nil
            },
            Unmanaged.passRetained(Box(body)).toOpaque()
        )
        precondition(error == 0, "no thread")
        let number = thread
        state.withLock { $0.threads.append(number) }
    }
}
