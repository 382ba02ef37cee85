internal import Glibc

/// One accepted TCP connection, blocking, for the thread that serves it. Every wait also ends when the server stops.
final class SocketConnection {
    private let socket: Int32
    /// Readable once the server stops.
    private let stop: Int32
    private var isOpen = true
    private var unread: [UInt8] = []
    /// Bytes that the kernel took.
    private(set) var sent = 0
    /// Called when the client has not taken a byte for 300 ms though there are some to send.
    var stalled: () -> Void = {}

    init(socket: Int32, stop: Int32) {
        self.socket = socket
        self.stop = stop
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Everything up to the first empty line; nil where the client goes away or the server stops before it. What
    /// comes after the line in one piece with it is kept for ``read(_:)``.
    func readHead() -> [UInt8]? {
        while true {
            if let end = unread.firstRange(of: [13, 10, 13, 10])?.upperBound {
                defer { unread.removeSubrange(..<end) }
                return Array(unread[..<end])
            }
            guard unread.count < 256 * 1024, receive() else { return nil }
        }
    }

    /// Exactly `count` bytes; nil where the client goes away or the server stops before them.
    func read(_ count: Int) -> [UInt8]? {
        while unread.count < count { guard receive() else { return nil } }
        defer { unread.removeSubrange(..<count) }
        return Array(unread[..<count])
    }

    private func receive() -> Bool {
        guard wait(for: Int16(POLLIN), milliseconds: -1) == .ready else { return false }
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        let count = recv(socket, &buffer, buffer.count, 0)
        guard count > 0 else { return false }
        unread += buffer[..<count]
        return true
    }

    /// Sends all of it, however slowly the client reads.
    ///
    /// - Returns: false where the client went away or the server stops.
    func send(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            switch wait(for: Int16(POLLOUT), milliseconds: 300) {
            case .ready: break
            case .timedOut:
                stalled()
                continue
            case .over: return false
            }
            let count = rest.withUnsafeBytes {
                Glibc.send(
                    socket,
                    $0.baseAddress,
                    $0.count,
                    Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
                )
            }
            if count < 0, errno == EAGAIN || errno == EINTR { continue }
            guard count > 0 else { return false }
            sent += count
            rest = rest.dropFirst(count)
        }
        return true
    }

    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Waits while the client stays.
    ///
    /// - Returns: false where the client went away or the server stops, at once.
    func pause(seconds: Double) -> Bool {
        let end = Self.now + seconds
        while true {
            let left = end - Self.now
            guard left > 0 else { return true }
            switch wait(for: Int16(POLLIN), milliseconds: Int32(left * 1000) + 1) {
            case .ready: break
            case .timedOut: return true
            case .over: return false
            }
            var byte: UInt8 = 0
            guard recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) != 0 else { return false }
        }
    }

    /// Waits until the client goes away or the server stops.
    func waitForClient() { while pause(seconds: 3600) {} }

    func close() {
        guard isOpen else { return }
        isOpen = false
        // Ends the connection even where a child of the test still holds a copy of the socket.
        shutdown(socket, Int32(SHUT_RDWR))
        Glibc.close(socket)
    }

    /// Closes with a reset instead of an orderly end.
    func reset() {
        var abrupt = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &abrupt, socklen_t(MemoryLayout<linger>.size))
        isOpen = false
        Glibc.close(socket)
    }

    /// Monotonic, in seconds.
    static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }

    private enum Wait { case ready, timedOut, over }

    /// - Returns: `over` where the connection broke or the server stops.
    private func wait(for event: Int16, milliseconds: Int32) -> Wait {
        var polled = [
            pollfd(fd: socket, events: event, revents: 0), pollfd(fd: stop, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&polled, 2, milliseconds) < 0 { guard errno == EINTR else { return .over } }
        guard polled[1].revents == 0, polled[0].revents & Int16(POLLERR | POLLNVAL) == 0 else { return .over }
        return polled[0].revents == 0 ? .timedOut : .ready
    }
}
