internal import Model
internal import Networking

/// The way to a host's control endpoint over its socket or the network.
struct NetworkChannel: ControlChannel {
    let address: ControlAddress
    private let client: ControlClient

    /// `token` is an owner's, needed only where the way is not the unix socket.
    init(_ address: ControlAddress, token: String?) {
        self.address = address
        let base: ControlClient.Base =
            switch address {
            case .socket(let path): .unixSocket(path)
            case .network(let host, let port): .address(host: host, port: port)
            }
        client = ControlClient(base: base, token: token, userAgent: Version.userAgent, resolver: SystemResolver())
    }

    func request(_ method: String, _ path: String, json: [UInt8]?) async throws(ControlFault) -> ControlAnswer {
        do throws(HTTPFault) {
            let answer = try await client.send(method, path, json: json)
            return ControlAnswer(status: answer.status, body: answer.body)
        } catch {
            throw Self.fault(error)
        }
    }

    func lines(_ path: String) async throws(ControlFault) -> AsyncThrowingStream<String, any Error> {
        let response: HTTPResponse
        var refusal: [UInt8] = []
        do throws(HTTPFault) {
            response = try await client.open("GET", path)
            while response.status != 200, let bytes = try await response.body.next() { refusal += bytes }
        } catch {
            throw Self.fault(error)
        }
        guard response.status == 200 else { throw .answered(ControlAnswer(status: response.status, body: refusal)) }
        let reader = LineReader(response.body)
        return AsyncThrowingStream { try await reader.next() }
    }

    private static func fault(_ fault: HTTPFault) -> ControlFault {
        switch fault {
        case .nameUnresolved: .unreachable("the name is not known")
        case .connectionRefused: .unreachable("nobody listens there")
        case .connectionFailed, .timedOut: .unreachable("it cannot be reached")
        case .tlsFailed, .tlsNotYetValid, .malformedResponse: .broken("it does not speak as a Longwave host does")
        case .dropped: .broken("the connection ended")
        case .cancelled: .broken("it was cancelled")
        }
    }
}

/// Cuts a body into lines.
private actor LineReader {
    private let body: any ByteSource
    private var pending: [UInt8] = []

    init(_ body: any ByteSource) { self.body = body }

    /// The next line without its end; nil at the end of the body.
    func next() async throws -> String? {
        while true {
            if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
                let line = pending[..<end]
                pending.removeSubrange(...end)
                return String(decoding: line.last == UInt8(ascii: "\r") ? line.dropLast() : line, as: UTF8.self)
            }
            guard let more = try await body.next() else { return nil }
            pending += more
        }
    }
}
