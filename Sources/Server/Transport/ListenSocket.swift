internal import Glibc
package import Model

/// Where a server listens.
package enum Listener: Sendable, Equatable {
    /// Every address of this box, IPv4 and IPv6. Port 0 takes a free one.
    case everywhere(port: Int)
    case address(IPAddress, port: Int)
    /// A unix socket that only this user may open; who comes through it is the owner.
    case unix(path: String)
}

/// Why a server cannot listen.
package enum ListenProblem: Error, Sendable, Equatable, CustomStringConvertible {
    case portInUse(address: String, port: Int)
    case notPermitted(address: String, port: Int)
    case addressUnavailable(String)
    /// Another process answers on the unix socket.
    case socketInUse(path: String)
    /// The path is taken by something else, too long, or its folder cannot be written.
    case pathUnusable(path: String, reason: String)
    case system(String)

    package var description: String {
        switch self {
        case .portInUse(let address, let port):
            "Port \(port) on \(address) is taken by another program. Stop it, or choose another port with --port."
        case .notPermitted(let address, let port):
            "This user may not listen on port \(port) of \(address). Choose a port above 1023 with --port."
        case .addressUnavailable(let address):
            "This host has no address \(address). Choose one of its own with --bind."
        case .socketInUse(let path): "Another host answers on \(path). Only one may run on one state directory."
        case .pathUnusable(let path, let reason): "The control socket cannot be made at \(path): \(reason)."
        case .system(let reason): "Listening failed: \(reason)."
        }
    }
}

/// A socket that listens; closed with the last reference unless a daemon took it.
final class ListenSocket {
    let port: Int
    /// Where a unix socket lies.
    let path: String?
    private var descriptor: Int32

    private init(_ descriptor: Int32, port: Int, path: String?) {
        self.descriptor = descriptor
        self.port = port
        self.path = path
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Gives the descriptor to a new owner.
    func handOver() -> Int32 {
        defer { descriptor = -1 }
        return descriptor
    }

    static func open(_ address: IPAddress, port: Int) throws(ListenProblem) -> ListenSocket {
        let shown = address.isVersion4 ? address.description : "[\(address)]"
        let family = address.isVersion4 ? AF_INET : AF_INET6
        let descriptor = socket(family, Self.kind, 0)
        guard descriptor >= 0 else { throw .addressUnavailable(shown) }
        let unbound = ListenSocket(descriptor, port: port, path: nil)
        Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR)
        if family == AF_INET6 { Self.set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
        let result = address.withSocketAddress(port: port) { address, length in
            bind(descriptor, address, length) == 0 && listen(descriptor, 128) == 0 ? 0 : errno
        }
        switch result {
        case 0: return ListenSocket(unbound.handOver(), port: Self.boundPort(descriptor) ?? port, path: nil)
        case EADDRINUSE: throw .portInUse(address: shown, port: port)
        case EACCES, EPERM: throw .notPermitted(address: shown, port: port)
        case EADDRNOTAVAIL, EAFNOSUPPORT: throw .addressUnavailable(shown)
        default: throw .system(Self.words(result))
        }
    }

    /// The socket is bound, made private and only then listens, so that nobody else can ever connect. A socket left
    /// by a dead host is replaced only where nobody answers on it.
    static func open(path: String) throws(ListenProblem) -> ListenSocket {
        let descriptor = socket(AF_UNIX, Self.kind, 0)
        guard descriptor >= 0 else { throw .system(Self.words(errno)) }
        let unbound = ListenSocket(descriptor, port: 0, path: nil)
        guard var address = sockaddr_un(path) else { throw .pathUnusable(path: path, reason: "the path is too long") }
        try Self.clear(path, &address)
        guard address.with({ bind(descriptor, $0, $1) }) == 0 else {
            throw .pathUnusable(path: path, reason: Self.words(errno))
        }
        guard chmod(path, 0o600) == 0, listen(descriptor, 128) == 0 else {
            let reason = Self.words(errno)
            unlink(path)
            throw .pathUnusable(path: path, reason: reason)
        }
        return ListenSocket(unbound.handOver(), port: 0, path: path)
    }

    private static let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)

    private static func clear(_ path: String, _ address: inout sockaddr_un) throws(ListenProblem) {
        var info = stat()
        guard lstat(path, &info) == 0 else { return }
        guard info.st_mode & S_IFMT == S_IFSOCK else {
            throw .pathUnusable(path: path, reason: "something else is there")
        }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        defer { close(probe) }
        guard address.with({ connect(probe, $0, $1) }) != 0 else { throw .socketInUse(path: path) }
        // Only a refusal proves that nobody listens; anything else may be a busy or foreign host.
        guard errno == ECONNREFUSED else { throw .socketInUse(path: path) }
        unlink(path)
    }

    private static func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
        var on: Int32 = 1
        setsockopt(descriptor, level, option, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func boundPort(_ descriptor: Int32) -> Int? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let result = withUnsafeMutablePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) }
        }
        guard result == 0 else { return nil }
        return withUnsafePointer(to: &storage) {
            $0.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { Int(UInt16(bigEndian: $0.pointee.sin_port)) }
        }
    }

    private static func words(_ code: Int32) -> String { String(cString: strerror(code)) }
}

extension IPAddress {
    fileprivate func withSocketAddress(port: Int, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        if isVersion4 {
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = UInt16(port).bigEndian
            withUnsafeMutableBytes(of: &address.sin_addr) { $0.copyBytes(from: bytes) }
            return withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    body($0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
        }
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(port).bigEndian
        withUnsafeMutableBytes(of: &address.sin6_addr) { $0.copyBytes(from: bytes) }
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }
}

extension sockaddr_un {
    /// - Returns: nil where the path does not fit.
    fileprivate init?(_ path: String) {
        self.init()
        sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        guard bytes.count < MemoryLayout.size(ofValue: sun_path) else { return nil }
        withUnsafeMutableBytes(of: &sun_path) { $0.copyBytes(from: bytes) }
    }

    fileprivate mutating func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: &self) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
