internal import Glibc
internal import Model

/// The threads of a server; all of them are waited for at its end.
final class Threads: Sendable {
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(_ run: @escaping @Sendable () -> Void) { self.run = run }
    }

    private let running = Lock<[pthread_t]>([])

    func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let error = pthread_create(
            &thread,
            nil,
            { @Sendable body in
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            },
            Unmanaged.passRetained(Body(body)).toOpaque()
        )
        precondition(error == 0, "no thread")
        let number = thread
        running.withLock { $0.append(number) }
    }

    /// Waits for all of them, also for those that they start meanwhile.
    func join() {
        while let thread = running.withLock({ $0.popLast() }) { pthread_join(thread, nil) }
    }
}

/// A pipe whose reading end becomes readable, for every thread that polls it, once the server stops.
final class StopPipe: Sendable {
    let reader: Int32
    private let writer: Int32

    init() {
        var ends: [Int32] = [0, 0]
        precondition(pipe(&ends) == 0, "no pipe")
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        (reader, writer) = (ends[0], ends[1])
    }

    deinit { close(reader) }

    /// Call once.
    func stop() { close(writer) }

    /// Waits for a connection; nil once the server stops.
    func accept(from listener: Int32) -> Int32? {
        while true {
            var polled = [
                pollfd(fd: listener, events: Int16(POLLIN), revents: 0),
                pollfd(fd: reader, events: Int16(POLLIN), revents: 0),
            ]
            while poll(&polled, 2, -1) < 0 {}
            guard polled[1].revents == 0 else { return nil }
            let socket = Glibc.accept(listener, nil, nil)
            guard socket >= 0 else { continue }
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            return socket
        }
    }
}
