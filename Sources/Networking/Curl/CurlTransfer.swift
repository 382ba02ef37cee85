internal import Model

/// Where one transfer on the curl thread and the tasks that wait for it meet.
///
/// The thread offers the head, then bytes, then an end; a task takes them. The first end wins, whoever brings it.
final class CurlTransfer: Sendable {
    /// Bytes held for the reader before the thread is told to stop reading.
    static let bufferLimit = 64 * 1024

    enum Offer { case taken, full, over }

    struct Head: Sendable {
        let status: Int
        let headers: HTTPHeaders
    }

    let plan: TransferPlan
    let loop: CurlLoop

    private enum End {
        case proper
        case fault(HTTPFault)

        var forReader: Result<[UInt8]?, HTTPFault> {
            switch self {
            case .proper: .success(nil)
            case .fault(let fault): .failure(fault)
            }
        }

        /// An end before the head is a fault in any case.
        var forHeadWaiter: Result<Head, HTTPFault> {
            switch self {
            case .proper: .failure(.malformedResponse)
            case .fault(let fault): .failure(fault)
            }
        }
    }

    private struct State {
        var head: Result<Head, HTTPFault>?
        var headWaiter: CheckedContinuation<Result<Head, HTTPFault>, Never>?
        var buffer: [UInt8] = []
        var reader: CheckedContinuation<Result<[UInt8]?, HTTPFault>, Never>?
        var isPaused = false
        var end: End?
    }

    private let state = Lock(State())

    init(plan: TransferPlan, on loop: CurlLoop) {
        self.plan = plan
        self.loop = loop
    }

    var isOver: Bool { state.withLock { $0.end != nil } }

    /// Bytes that wait for the reader; never more than ``bufferLimit``.
    var buffered: Int { state.withLock { $0.buffer.count } }

    // MARK: The curl thread's side

    func offer(_ head: Head) {
        let waiter = state.withLock { state -> CheckedContinuation<Result<Head, HTTPFault>, Never>? in
            guard state.head == nil else { return nil }
            state.head = .success(head)
            defer { state.headWaiter = nil }
            return state.headWaiter
        }
        waiter?.resume(returning: .success(head))
    }

    /// Offers a piece of the body, all or nothing: after `full` the thread offers it again once the reader has pulled.
    func offer(_ bytes: UnsafeBufferPointer<UInt8>) -> Offer {
        let (offer, reader) = state.withLock {
            state -> (Offer, CheckedContinuation<Result<[UInt8]?, HTTPFault>, Never>?) in
            if state.end != nil { return (.over, nil) }
            if let reader = state.reader {
                state.reader = nil
                return (.taken, reader)
            }
            guard state.buffer.isEmpty || state.buffer.count + bytes.count <= Self.bufferLimit else {
                state.isPaused = true
                return (.full, nil)
            }
            state.buffer.append(contentsOf: bytes)
            return (.taken, nil)
        }
        reader?.resume(returning: .success(Array(bytes)))
        return offer
    }

    /// Ends the transfer: with `fault`, or properly where it is nil. Later ends change nothing.
    func finish(_ fault: HTTPFault?) { settle(fault.map(End.fault) ?? .proper) }

    // MARK: The reader's side

    /// Starts the transfer and waits for its head. Cancellation of the task ends the transfer.
    func head() async throws(HTTPFault) -> Head {
        try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let early = state.withLock { state -> Result<Head, HTTPFault>? in
                    guard state.head == nil else { return state.head }
                    state.headWaiter = continuation
                    return nil
                }
                if let early { return continuation.resume(returning: early) }
                loop.start(self)
            }
        } onCancel: {
            cancel()
        }.get()
    }

    /// All bytes that are there, or the next ones that come. One caller at a time.
    func next() async throws(HTTPFault) -> [UInt8]? {
        try await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (early, wasPaused) = state.withLock { state -> (Result<[UInt8]?, HTTPFault>?, Bool) in
                    if !state.buffer.isEmpty {
                        let bytes = state.buffer
                        state.buffer = []
                        defer { state.isPaused = false }
                        return (.success(bytes), state.isPaused)
                    }
                    if let end = state.end { return (end.forReader, false) }
                    precondition(state.reader == nil, "a body has one reader at a time")
                    state.reader = continuation
                    return (nil, false)
                }
                if wasPaused { loop.resume(self) }
                if let early { continuation.resume(returning: early) }
            }
        } onCancel: {
            cancel()
        }.get()
    }

    /// Ends the transfer from anywhere; what was buffered is dropped.
    func cancel() {
        let wasRunning = settle(.fault(.cancelled), droppingBuffer: true)
        if wasRunning { loop.end(self) }
    }

    /// - Returns: whether this was the first end.
    @discardableResult
    private func settle(_ end: End, droppingBuffer: Bool = false) -> Bool {
        let (wasRunning, headWaiter, reader) = state.withLock { state in
            let wasRunning = state.end == nil
            if wasRunning || droppingBuffer { state.end = end }
            if droppingBuffer { state.buffer = [] }
            if state.head == nil { state.head = end.forHeadWaiter }
            let waiters = (state.headWaiter, state.reader)
            state.headWaiter = nil
            state.reader = nil
            return (wasRunning, waiters.0, waiters.1)
        }
        headWaiter?.resume(returning: end.forHeadWaiter)
        reader?.resume(returning: end.forReader)
        return wasRunning
    }
}

/// The body of one answer. Letting go of it ends the transfer.
final class TransferBody: ByteSource {
    private let transfer: CurlTransfer

    init(_ transfer: CurlTransfer) { self.transfer = transfer }

    deinit { transfer.cancel() }

    func next() async throws(HTTPFault) -> [UInt8]? { try await transfer.next() }

    func cancel() { transfer.cancel() }
}
