internal import CMicroHTTPD
internal import Glibc
internal import Model

/// One request and its answer. Lives between the first call of the transport for it and its last; used on the
/// transport's thread only, but for ``Mailbox``.
final class Exchange {
    /// Where finished work leaves its answer.
    private final class Mailbox: Sendable {
        private let state = Lock<(response: Response?, isClosed: Bool)>((nil, false))

        /// Work that finishes after its request has ended leaves nothing running behind.
        func put(_ response: Response) {
            let isLate = state.withLock { state in
                if !state.isClosed { state.response = response }
                return state.isClosed
            }
            if isLate { response.abandon() }
        }

        func take() -> Response? {
            state.withLock { state in
                defer { state.response = nil }
                return state.response
            }
        }

        func close() {
            let unsent = state.withLock { state in
                state.isClosed = true
                defer { state.response = nil }
                return state.response
            }
            unsent?.abandon()
        }
    }

    private enum Stage { case reading, refused, working }

    private let daemon: Daemon
    private let connection: OpaquePointer
    private let link: Link
    /// Made when somebody needs it: most answers are there at once.
    private lazy var gate = makeGate()
    private var isGateMade = false
    private var mailbox: Mailbox?
    private var request: Request
    private var received = 0
    private var refusal: Response?
    private var stage = Stage.reading
    private var work: Task<Void, Never>?

    init(_ connection: OpaquePointer, _ link: Link, of daemon: Daemon, method: String, path: String) {
        self.daemon = daemon
        self.connection = connection
        self.link = link
        self.request = Request(
            method: Request.Method(method),
            path: path,
            query: Exchange.query(of: connection),
            headers: Exchange.headers(of: connection),
            peer: link.peer
        )
    }

    /// The head has arrived.
    func begin(version: String) -> MHD_Result {
        let framing = Framing(request, version: version, isTargetBroken: link.isTargetBroken)
        if let problem = framing.problem { return refuse(problem) }
        if let length = framing.contentLength, length > daemon.server.limits.bodyBytes {
            return refuse(Problem.bodyTooLarge(limit: daemon.server.limits.bodyBytes).response.closing)
        }
        if let refusal = daemon.server.responder.refusal(of: request) {
            // An answer before the body ends the connection; one to a request without a body need not.
            if framing.hasBody { return refuse(refusal.closing) }
            self.refusal = refusal
            return .YES
        }
        if framing.hasBody { daemon.server.connections.bodyBegins(link.descriptor) }
        return .YES
    }

    /// A piece of the body; none at its end, and again whenever the connection was woken.
    func proceed(_ piece: UnsafeRawBufferPointer) -> MHD_Result {
        guard piece.isEmpty else { return take(piece) }
        switch stage {
        case .refused: return .YES
        case .reading:
            daemon.server.connections.isWhole(link.descriptor)
            stage = .working
            guard received <= daemon.server.limits.bodyBytes else {
                return send(Problem.bodyTooLarge(limit: daemon.server.limits.bodyBytes).response.closing)
            }
            if let refusal { return send(refusal) }
            switch daemon.server.responder.answer(request) {
            case .now(let response): return send(response)
            case .later(let making): begin(making)
            }
        case .working: break
        }
        // A wake that ended a rest leaves no trace but the answer itself: look before resting again.
        while true {
            if let response = mailbox?.take() { return send(response) }
            guard !gate.isAbandoned else { return .NO }
            if gate.rest() { return .YES }
        }
    }

    /// The answer was sent or the connection is gone.
    func end() {
        if isGateMade { gate.close() }
        work?.cancel()
        mailbox?.close()
        daemon.server.connections.answered(link.descriptor)
    }

    private func begin(_ making: @escaping @Sendable () async -> Response) {
        let (mailbox, gate) = (Mailbox(), gate)
        self.mailbox = mailbox
        // Not a child of anything: the caller is a C thread. It is cancelled when the request ends.
        work = Task {
            let response = await making()
            mailbox.put(response)
            gate.wake()
        }
    }

    private func makeGate() -> Gate {
        isGateMade = true
        return Gate(connection, rests: daemon.server.rests)
    }

    private func take(_ piece: UnsafeRawBufferPointer) -> MHD_Result {
        received += piece.count
        let limit = daemon.server.limits.bodyBytes
        // A chunked body says its length only by coming: a little too much is read to its end and refused in words,
        // a lot is cut.
        guard received <= limit * 8 else { return .NO }
        if received <= limit { request.body.append(contentsOf: piece) } else { request.body = [] }
        return .YES
    }

    private func refuse(_ response: Response) -> MHD_Result {
        stage = .refused
        daemon.server.connections.isWhole(link.descriptor)
        return send(response)
    }

    private func send(_ response: Response) -> MHD_Result {
        daemon.server.answered(response.status)
        if response.isPatient { longwave_mhd_never_idle(connection) }
        guard let made = response.made(gate: { gate }, blockBytes: daemon.server.limits.blockBytes) else { return .NO }
        defer { MHD_destroy_response(made) }
        return MHD_queue_response(connection, UInt32(response.status), made)
    }

    private static func headers(of connection: OpaquePointer) -> HTTPHeaders {
        var headers = HTTPHeaders()
        withUnsafeMutablePointer(to: &headers) { pointer in
            _ = MHD_get_connection_values_n(connection, .HEADER_KIND, collectHeader, pointer)
        }
        return headers
    }

    private static func query(of connection: OpaquePointer) -> [(name: String, value: String)] {
        var query: [(name: String, value: String)] = []
        withUnsafeMutablePointer(to: &query) { pointer in
            _ = MHD_get_connection_values_n(connection, .GET_ARGUMENT_KIND, collectParameter, pointer)
        }
        return query
    }
}

private func collectHeader(
    _ headers: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ nameLength: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueLength: Int
) -> MHD_Result {
    guard let headers, let name else { return .NO }
    let text = String(decoding: UnsafeRawBufferPointer(start: name, count: nameLength), as: UTF8.self)
    let bytes = Array(UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength))
    headers.assumingMemoryBound(to: HTTPHeaders.self).pointee.add(text, bytes)
    return .YES
}

private func collectParameter(
    _ query: UnsafeMutableRawPointer?,
    _ kind: MHD_ValueKind,
    _ name: UnsafePointer<CChar>?,
    _ nameLength: Int,
    _ value: UnsafePointer<CChar>?,
    _ valueLength: Int
) -> MHD_Result {
    guard let query, let name else { return .NO }
    let pair = (
        name: UnsafeRawBufferPointer(start: name, count: nameLength).percentDecoded,
        value: UnsafeRawBufferPointer(start: value, count: value == nil ? 0 : valueLength).percentDecoded
    )
    query.assumingMemoryBound(to: [(name: String, value: String)].self).pointee.append(pair)
    return .YES
}

extension Sequence<UInt8> {
    /// `%XX` replaced; a broken escape stands as it is, bytes that are not UTF-8 become U+FFFD.
    fileprivate var percentDecoded: String {
        var bytes: [UInt8] = []
        var pending: [UInt8] = []
        for byte in self {
            pending.append(byte)
            if pending.count < 3, pending[0] == UInt8(ascii: "%") { continue }
            if pending.count == 3, let value = UInt8(String(decoding: pending[1...], as: UTF8.self), radix: 16) {
                bytes.append(value)
            } else {
                bytes += pending
            }
            pending = []
        }
        return String(decoding: bytes + pending, as: UTF8.self)
    }
}
