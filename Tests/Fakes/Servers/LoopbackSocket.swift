internal import Glibc

/// Sockets for servers of tests: on 127.0.0.1 at a port that the kernel chose, or in a folder.
enum LoopbackSocket {
    /// Bound but not listening: the port is taken, and connecting to it is refused.
    static func bound() -> (socket: Int32, port: Int) {
        let socket = Glibc.socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
            }
        }
        precondition(socket >= 0 && isBound, "no socket on loopback")
        return (socket, Int(UInt16(bigEndian: address.sin_port)))
    }

    static func listening() -> (socket: Int32, port: Int) {
        let (socket, port) = bound()
        precondition(listen(socket, 128) == 0, "no listener on loopback")
        return (socket, port)
    }

    /// A unix socket at `path`, which is at most 107 bytes long.
    static func listening(path: String) -> Int32 {
        let socket = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(107)) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0
            }
        }
        precondition(socket >= 0 && isBound && listen(socket, 128) == 0, "no unix socket at \(path)")
        return socket
    }
}
