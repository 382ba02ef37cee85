import Dispatch
import Glibc
import Model

/// A client that sends exactly the bytes it is told to, over TCP on 127.0.0.1 or a unix socket.
///
/// It blocks on a queue of its own, so that no test holds a thread that the server's tasks need.
final class RawClient: Sendable {
    struct Answer: Sendable {
        var status = 0
        /// Names in lower case.
        var headers: [(name: String, value: String)] = []
        var body: [UInt8] = []

        var text: String { String(decoding: body, as: UTF8.self) }

        subscript(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    private let queue = DispatchQueue(label: "raw client")
    private let descriptor: Int32
    private let unread = Lock<[UInt8]>([])

    init(port: Int, receiveBuffer: Int32? = nil) {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        precondition(result == 0, "no connection to port \(port): errno \(errno)")
        limitWaits()
    }

    init(path: String) {
        descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        precondition(result == 0, "no connection to the socket: errno \(errno)")
        limitWaits()
    }

    deinit { close(descriptor) }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// - Returns: false where the other end is gone.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) } == bytes.count
    }

    /// Ends the connection without reading what is left.
    func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    /// Reads until `isEnough`, the other end closes, or 10 s pass without a byte.
    func read(until isEnough: @escaping @Sendable ([UInt8]) -> Bool = { _ in false }) async -> [UInt8] {
        await withCheckedContinuation { continuation in
            queue.async { @Sendable in continuation.resume(returning: self.blockingRead(isEnough)) }
        }
    }

    /// Reads until `text` has come.
    func read(through text: String) async -> String {
        let bytes = await read { String(decoding: $0, as: UTF8.self).contains(text) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The next answer; status 0 where the other end closed before one.
    func answer(toHead isHead: Bool = false) async -> Answer {
        let bytes = await read { Self.split($0, isHead: isHead) != nil }
        guard let (answer, rest) = Self.split(bytes, isHead: isHead) ?? Self.untilClosed(bytes) else { return Answer() }
        unread.withLock { $0 = rest }
        return answer
    }

    /// Whether the other end has closed, after reading what it still sent.
    func isClosed() async -> Bool {
        _ = await read()
        return await withCheckedContinuation { continuation in
            queue.async { @Sendable in
                var byte: UInt8 = 0
                let count = recv(self.descriptor, &byte, 1, 0)
                continuation.resume(returning: count == 0 || (count < 0 && errno == ECONNRESET))
            }
        }
    }

    private func limitWaits() {
        var limit = timeval(tv_sec: 10, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    private func blockingRead(_ isEnough: ([UInt8]) -> Bool) -> [UInt8] {
        var bytes = unread.withLock { bytes in
            defer { bytes = [] }
            return bytes
        }
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while !isEnough(bytes) {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        return bytes
    }

    private static func split(_ bytes: [UInt8], isHead: Bool) -> (Answer, [UInt8])? {
        guard let (answer, start) = head(of: bytes) else { return nil }
        var whole = answer
        let rest = bytes[start...]
        if isHead || answer.status == 204 || answer.status == 304 || answer.status == 100 {
            return (whole, Array(rest))
        }
        if let length = answer["content-length"].flatMap({ Int($0) }) {
            guard rest.count >= length else { return nil }
            whole.body = Array(rest.prefix(length))
            return (whole, Array(rest.dropFirst(length)))
        }
        guard answer["transfer-encoding"] == "chunked", let (body, left) = dechunked(rest) else { return nil }
        whole.body = body
        return (whole, left)
    }

    private static func untilClosed(_ bytes: [UInt8]) -> (Answer, [UInt8])? {
        guard let (head, start) = head(of: bytes) else { return nil }
        var answer = head
        answer.body = Array(bytes[start...])
        return (answer, [])
    }

    private static func head(of bytes: [UInt8]) -> (Answer, Int)? {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\r\n")
        var answer = Answer()
        answer.status = lines.first.flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0
        answer.headers = lines.dropFirst().map { line in
            let halves = line.split(separator: ":", maxSplits: 1)
            return (halves[0].lowercased(), halves.count > 1 ? String(halves[1].drop { $0 == " " }) : "")
        }
        return (answer, end.upperBound)
    }

    private static func dechunked(_ bytes: ArraySlice<UInt8>) -> ([UInt8], [UInt8])? {
        var rest = bytes
        var body: [UInt8] = []
        while let line = rest.firstRange(of: Array("\r\n".utf8)) {
            guard let size = Int(String(decoding: rest[..<line.lowerBound], as: UTF8.self), radix: 16) else {
                return nil
            }
            rest = rest[line.upperBound...]
            guard rest.count >= size + 2 else { return nil }
            body += rest.prefix(size)
            rest = rest.dropFirst(size + 2)
            if size == 0 { return (body, Array(rest)) }
        }
        return nil
    }
}
