internal import CMicroHTTPD
internal import Glibc

extension Response {
    /// The answer as libmicrohttpd wants it; nil where the system has no memory or descriptor left. The caller
    /// destroys it after queueing.
    func made(gate: () -> Gate, blockBytes: Int) -> OpaquePointer? {
        guard let made = madeBody(gate: gate, blockBytes: blockBytes) else { return nil }
        for header in headers { Self.add(header.name, header.value, to: made) }
        for header in sharedHeaders { Self.add(header.name, header.value, to: made) }
        if closes { Self.add("Connection", "close", to: made) }
        return made
    }

    /// Refused only for a value with line breaks, which is then better left out.
    private static func add(_ name: String, _ value: String, to made: OpaquePointer) {
        // Passing the texts themselves would copy each into an array first.
        name.withCString { name in value.withCString { value in _ = MHD_add_response_header(made, name, value) } }
    }

    private func madeBody(gate: () -> Gate, blockBytes: Int) -> OpaquePointer? {
        switch body {
        case .none:
            return MHD_create_response_from_buffer(0, nil, .RESPMEM_PERSISTENT)
        case .bytes(let bytes):
            return bytes.withUnsafeBytes { buffer in
                // With MUST_COPY the library only reads from the buffer.
                MHD_create_response_from_buffer(
                    buffer.count,
                    UnsafeMutableRawPointer(mutating: buffer.baseAddress),
                    .RESPMEM_MUST_COPY
                )
            }
        case .file(let file, let offset, let length):
            let descriptor = file.duplicate()
            guard descriptor >= 0 else { return nil }
            guard let made = MHD_create_response_from_fd_at_offset64(UInt64(length), descriptor, UInt64(offset)) else {
                close(descriptor)
                return nil
            }
            return made
        case .stream(let outflow, let length):
            let gate = gate()
            let flow = Flow(outflow, gate: gate)
            let held = Unmanaged.passRetained(flow)
            let size = length.map { UInt64($0) } ?? UInt64.max
            guard
                let made = MHD_create_response_from_callback(
                    size,
                    blockBytes,
                    readFlow,
                    held.toOpaque(),
                    freeFlow
                )
            else {
                held.release()
                outflow.cancel()
                return nil
            }
            outflow.whenReady { gate.wake() }
            return made
        }
    }
}

/// An outflow on its way into one connection; used on the transport's thread only.
private final class Flow {
    private let outflow: any Outflow
    private let gate: Gate
    private var piece: ArraySlice<UInt8> = []

    init(_ outflow: any Outflow, gate: Gate) {
        self.outflow = outflow
        self.gate = gate
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        while piece.isEmpty {
            guard !gate.isAbandoned else { return longwaveEndWithError }
            switch outflow.take() {
            case .bytes(let bytes): piece = bytes[...]
            case .later: if gate.rest() { return 0 }
            case .end: return longwaveEndOfStream
            case .broken: return longwaveEndWithError
            }
        }
        let count = min(piece.count, buffer.count)
        buffer.copyBytes(from: piece.prefix(count))
        piece = piece.dropFirst(count)
        return count
    }

    func end() { outflow.cancel() }
}

/// The library's macros for these hold casts, which Swift does not import.
private let longwaveEndOfStream = -1
private let longwaveEndWithError = -2

private func readFlow(
    _ context: UnsafeMutableRawPointer?,
    _ position: UInt64,
    _ buffer: UnsafeMutablePointer<CChar>?,
    _ room: Int
) -> Int {
    guard let context else { return longwaveEndWithError }
    let flow = Unmanaged<Flow>.fromOpaque(context).takeUnretainedValue()
    return flow.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: room))
}

private func freeFlow(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    Unmanaged<Flow>.fromOpaque(context).takeRetainedValue().end()
}
