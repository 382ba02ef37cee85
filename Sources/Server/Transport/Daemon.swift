internal import CMicroHTTPD
internal import Glibc
internal import Model

/// One listener with its thread of libmicrohttpd: the only place where the library calls us.
///
/// Unchecked: `handle` is written once before anybody else sees the value, and the library's functions used on it
/// may be called from any thread.
final class Daemon: @unchecked Sendable {
    /// Unowned by intent: the server holds its daemons until they have stopped.
    unowned let server: HTTPServer
    /// Of a unix socket.
    private let path: String?
    private var handle: OpaquePointer?

    init(_ socket: ListenSocket, server: HTTPServer) throws(ListenProblem) {
        self.server = server
        self.path = socket.path
        let descriptor = socket.handOver()
        self.handle = longwave_mhd_start(
            descriptor,
            UInt32(server.limits.connections),
            UInt32(server.limits.idle.components.seconds),
            server.limits.memoryBytes,
            1024,
            libraryLogged,
            connectionAsked,
            requestCalled,
            requestCompleted,
            connectionNotified,
            targetRead,
            unescapeNothing,
            Unmanaged.passUnretained(self).toOpaque()
        )
        guard handle != nil else {
            close(descriptor)
            throw .system("libmicrohttpd did not start")
        }
    }

    /// Takes no more connections; those that are open go on.
    func quiesce() {
        let descriptor = MHD_quiesce_daemon(handle)
        if descriptor >= 0 { close(descriptor) }
        if let path { unlink(path) }
    }

    func stop() { MHD_stop_daemon(handle) }
}

/// One accepted connection: who it is, and its descriptor as the name under which deadlines are kept.
final class Link {
    let peer: Request.Peer
    let descriptor: Int32
    /// Of the request that is being read: its target holds what no target may.
    var isTargetBroken = false

    init(peer: Request.Peer, descriptor: Int32) {
        self.peer = peer
        self.descriptor = descriptor
    }
}

private func daemon(_ context: UnsafeMutableRawPointer) -> Daemon {
    Unmanaged<Daemon>.fromOpaque(context).takeUnretainedValue()
}

private func connectionAsked(
    _ context: UnsafeMutableRawPointer?,
    _ address: UnsafePointer<sockaddr>?,
    _ length: socklen_t
) -> MHD_Result {
    guard let context else { return .NO }
    guard case .network(let address) = daemon(context).peer(address) else { return .YES }
    return daemon(context).server.connections.admits(address) ? .YES : .NO
}

private func connectionNotified(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ held: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_ConnectionNotificationCode
) {
    guard let context, let connection, let held else { return }
    let daemon = daemon(context)
    let connections = daemon.server.connections
    if code == .CONNECTION_NOTIFY_STARTED {
        let link = Link(
            peer: daemon.peer(longwave_mhd_peer(connection)),
            descriptor: longwave_mhd_socket(connection)
        )
        held.pointee = Unmanaged.passRetained(link).toOpaque()
        connections.opened(link.descriptor, by: link.peer)
    } else if let pointer = held.pointee {
        let link = Unmanaged<Link>.fromOpaque(pointer).takeRetainedValue()
        held.pointee = nil
        connections.closed(link.descriptor, by: link.peer)
    }
}

private func requestCalled(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ path: UnsafePointer<CChar>?,
    _ method: UnsafePointer<CChar>?,
    _ version: UnsafePointer<CChar>?,
    _ piece: UnsafePointer<CChar>?,
    _ pieceLength: UnsafeMutablePointer<Int>?,
    _ held: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
) -> MHD_Result {
    guard let context, let connection, let path, let method, let version, let pieceLength, let held else {
        return .NO
    }
    if let pointer = held.pointee {
        let exchange = Unmanaged<Exchange>.fromOpaque(pointer).takeUnretainedValue()
        defer { pieceLength.pointee = 0 }
        return exchange.proceed(UnsafeRawBufferPointer(start: piece, count: pieceLength.pointee))
    }
    guard let pointer = longwave_mhd_socket_context(connection) else { return .NO }
    let exchange = Exchange(
        connection,
        Unmanaged<Link>.fromOpaque(pointer).takeUnretainedValue(),
        of: daemon(context),
        method: String(cString: method),
        path: String(cString: path)
    )
    held.pointee = Unmanaged.passRetained(exchange).toOpaque()
    return exchange.begin(version: String(cString: version))
}

private func requestCompleted(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ held: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
    _ code: MHD_RequestTerminationCode
) {
    guard let held, let pointer = held.pointee else { return }
    held.pointee = nil
    Unmanaged<Exchange>.fromOpaque(pointer).takeRetainedValue().end()
}

/// The request line has come. Only now is the target as it was sent: later a `+` is a space too.
private func targetRead(
    _ context: UnsafeMutableRawPointer?,
    _ target: UnsafePointer<CChar>?,
    _ connection: OpaquePointer?
) -> UnsafeMutableRawPointer? {
    guard let connection, let pointer = longwave_mhd_socket_context(connection) else { return nil }
    let link = Unmanaged<Link>.fromOpaque(pointer).takeUnretainedValue()
    link.isTargetBroken = target.map { strchr($0, Int32(UInt8(ascii: " "))) != nil } ?? false
    return nil
}

/// Paths and queries are read as they were sent: decoding in place would let `%2F` and `%00` change their shape.
private func unescapeNothing(
    _ context: UnsafeMutableRawPointer?,
    _ connection: OpaquePointer?,
    _ text: UnsafeMutablePointer<CChar>?
) -> Int {
    text.map { strlen($0) } ?? 0
}

private func libraryLogged(
    _ context: UnsafeMutableRawPointer?,
    _ format: UnsafePointer<CChar>?,
    _ arguments: CVaListPointer?
) {
    guard let context, let format, let arguments else { return }
    var buffer = [CChar](repeating: 0, count: 256)
    vsnprintf(&buffer, buffer.count, format, arguments)
    let line = buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }
    daemon(context).server.noted(String(decoding: line, as: UTF8.self).prefixForDisplay)
}

extension Daemon {
    /// Who is at the other end. Only the listener decides that somebody is local; an address that cannot be read is
    /// 0.0.0.0, which is on no link.
    fileprivate func peer(_ address: UnsafePointer<sockaddr>?) -> Request.Peer {
        guard path == nil else { return .local }
        let bytes: [UInt8]
        switch address.map({ Int32($0.pointee.sa_family) }) {
        case AF_INET:
            bytes =
                address.map {
                    $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
                        withUnsafeBytes(of: pointer.pointee.sin_addr) { Array($0) }
                    }
                } ?? []
        case AF_INET6:
            bytes =
                address.map {
                    $0.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
                        withUnsafeBytes(of: pointer.pointee.sin6_addr) { Array($0) }
                    }
                } ?? []
        default: bytes = []
        }
        return .network(IPAddress(bytes: bytes) ?? .anyVersion4)
    }
}
