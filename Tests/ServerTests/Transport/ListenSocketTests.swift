import Fakes
import Glibc
import Model
import Testing

@testable import Server

/// Listening, and what is said where it can't be.
struct ListenSocketTests {
    private let loopback = IPAddress("127.0.0.1") ?? .anyVersion4

    @Test func namesAddressAndPortWhereThePortIsTaken() throws {
        let first = Bench()
        let second = Bench()
        let port = try first.listen()
        let problem = #expect(throws: ListenProblem.self) {
            try second.server.listen(on: .address(loopback, port: port))
        }
        #expect(problem == .portInUse(address: "127.0.0.1", port: port))
        #expect(problem?.description.contains("Port \(port) on 127.0.0.1 is taken") == true)
    }

    @Test func namesAnAddressThatTheHostDoesNotHave() throws {
        let bench = Bench()
        let elsewhere = try #require(IPAddress("203.0.113.7"))
        #expect(throws: ListenProblem.addressUnavailable("203.0.113.7")) {
            try bench.server.listen(on: .address(elsewhere, port: 0))
        }
    }

    @Test func servesTheOwnerThroughAPrivateUnixSocket() async throws {
        let folder = ScratchFolder()
        let bench = Bench()
        let path = folder.file("control.sock")
        try bench.server.listen(on: .unix(path: path))
        var info = stat()
        #expect(stat(path, &info) == 0)
        #expect(info.st_mode & 0o777 == 0o600)
        let client = RawClient(path: path)
        client.send("GET /v1/tokens HTTP/1.1\r\nHost: localhost\r\n\r\n")
        let answer = await client.answer()
        #expect(answer.status == 200)
        #expect(answer.text == #"{"tokens":[]}"#)
        bench.server.stop()
        #expect(stat(path, &info) != 0)
    }

    @Test func replacesASocketOnWhichNobodyAnswers() async throws {
        let folder = ScratchFolder()
        let path = folder.file("control.sock")
        #expect(UnixSocketLeftBehind(path: path).isBound)
        let bench = Bench()
        try bench.server.listen(on: .unix(path: path))
        let client = RawClient(path: path)
        client.send("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.answer().status == 200)
    }

    @Test func leavesASocketOnWhichAnotherHostAnswers() throws {
        let folder = ScratchFolder()
        let path = folder.file("control.sock")
        let first = Bench()
        let second = Bench()
        try first.server.listen(on: .unix(path: path))
        #expect(throws: ListenProblem.socketInUse(path: path)) { try second.server.listen(on: .unix(path: path)) }
        var info = stat()
        #expect(stat(path, &info) == 0)
    }

    @Test func leavesAFileThatIsNoSocket() throws {
        let folder = ScratchFolder()
        try folder.write("precious", to: "control.sock")
        let bench = Bench()
        #expect(throws: ListenProblem.self) { try bench.server.listen(on: .unix(path: folder.file("control.sock"))) }
        #expect(folder.bytes("control.sock") == Array("precious".utf8))
    }

    @Test func refusesAPathThatDoesNotFit() {
        let bench = Bench()
        let path = "/tmp/" + String(repeating: "x", count: 200)
        #expect(throws: ListenProblem.pathUnusable(path: path, reason: "the path is too long")) {
            try bench.server.listen(on: .unix(path: path))
        }
    }
}

/// A unix socket whose process died: bound, but nobody listens.
private struct UnixSocketLeftBehind {
    let isBound: Bool

    init(path: String) {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        isBound =
            withUnsafePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
                }
            } == 0
        close(descriptor)
    }
}
