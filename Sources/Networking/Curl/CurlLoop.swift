internal import CCurl
internal import Glibc
internal import Model

/// One curl multi handle on one thread of its own. Every call into libcurl is made there, except the wake-up.
///
/// The thread and libcurl itself start with the first transfer: what TLS sets up for itself is over two megabytes, which
/// an idle host need not hold.
final class CurlLoop: Sendable {
    private enum Work {
        case start(CurlTransfer)
        case resume(CurlTransfer)
        case end(CurlTransfer)
    }

    /// Unchecked: `curl_multi_wakeup` is the one call that libcurl allows from any thread, and the handle is given up
    /// under the lock before it is freed.
    private struct Bell: @unchecked Sendable {
        let multi: UnsafeMutableRawPointer

        func ring() { curl_multi_wakeup(multi) }
    }

    private struct State {
        var work: [Work] = []
        var bell: Bell?
        var isClosing = false
        var thread: pthread_t?
    }

    private let state = Lock(State())

    /// Whether the thread is there.
    var isRunning: Bool { state.withLock { $0.thread != nil } }

    func start(_ transfer: CurlTransfer) {
        let refusal: HTTPFault? = state.withLock { state in
            guard !state.isClosing else { return .cancelled }
            if state.thread == nil { state.thread = makeThread() }
            guard state.thread != nil else { return .connectionFailed }
            state.work.append(.start(transfer))
            state.bell?.ring()
            return nil
        }
        if let refusal { transfer.finish(refusal) }
    }

    func resume(_ transfer: CurlTransfer) { add(.resume(transfer)) }

    func end(_ transfer: CurlTransfer) { add(.end(transfer)) }

    /// Ends every transfer with ``HTTPFault/cancelled`` and waits for the thread to end. May be called again.
    func close() {
        let thread = state.withLock { state -> pthread_t? in
            state.isClosing = true
            state.bell?.ring()
            defer { state.thread = nil }
            return state.thread
        }
        guard let thread else { return }
        if pthread_equal(thread, pthread_self()) != 0 {
            pthread_detach(thread)
        } else {
            pthread_join(thread, nil)
        }
    }

    /// nil where the system has no thread left. The thread waits for the lock that its maker holds.
    private func makeThread() -> pthread_t? {
        var thread = pthread_t()
        let me = Unmanaged.passRetained(self)
        guard pthread_create(&thread, nil, runCurlLoop, me.toOpaque()) == 0 else {
            me.release()
            return nil
        }
        return thread
    }

    private func add(_ work: Work) {
        state.withLock { state in
            guard !state.isClosing else { return }
            state.work.append(work)
            state.bell?.ring()
        }
    }

    // MARK: The thread

    fileprivate func run() {
        // libcurl's TLS writes with plain write(2): a peer that hangs up must not end the process. Other signals
        // belong to the main thread.
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_BLOCK, &all, nil)

        // Counted and thread-safe since 7.84. Never undone: other loops of the process may still run.
        curl_global_init(Int(CURL_GLOBAL_DEFAULT))
        guard let multi = curl_multi_init() else { preconditionFailure("libcurl gives no multi handle") }
        let bell = Bell(multi: multi)
        state.withLock { $0.bell = bell }
        var running: [ObjectIdentifier: CurlEasy] = [:]
        while true {
            let (work, isClosing) = state.withLock { state in
                defer { state.work = [] }
                return (state.work, state.isClosing)
            }
            for piece in work { perform(piece, on: multi, &running) }
            if isClosing { break }
            var count: Int32 = 0
            curl_multi_perform(multi, &count)
            while let message = curl_multi_info_read(multi, &count) {
                guard message.pointee.msg == CURLMSG_DONE, let handle = message.pointee.easy_handle else { continue }
                let code = message.pointee.data.result
                guard let easy = CurlEasy.owner(of: handle) else { continue }
                running.removeValue(forKey: ObjectIdentifier(easy.transfer))
                curl_multi_remove_handle(multi, handle)
                easy.finish(code)
            }
            // Wakes for sockets, for libcurl's own timers and for the bell; an idle loop sleeps.
            curl_multi_poll(multi, nil, 0, Int32.max, nil)
        }
        for easy in running.values {
            curl_multi_remove_handle(multi, easy.handle)
            easy.transfer.finish(.cancelled)
        }
        running = [:]
        state.withLock { $0.bell = nil }
        curl_multi_cleanup(multi)
    }

    private func perform(
        _ work: Work,
        on multi: UnsafeMutableRawPointer,
        _ running: inout [ObjectIdentifier: CurlEasy]
    ) {
        switch work {
        case .start(let transfer):
            guard !transfer.isOver else { return }
            guard let easy = CurlEasy(transfer) else { return transfer.finish(.connectionFailed) }
            running[ObjectIdentifier(transfer)] = easy
            curl_multi_add_handle(multi, easy.handle)
        case .resume(let transfer):
            guard let easy = running[ObjectIdentifier(transfer)] else { return }
            curl_easy_pause(easy.handle, CURLPAUSE_CONT)
        case .end(let transfer):
            guard let easy = running.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
            curl_multi_remove_handle(multi, easy.handle)
        }
    }
}

private func runCurlLoop(_ loop: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let loop else { return nil }
    Unmanaged<CurlLoop>.fromOpaque(loop).takeRetainedValue().run()
    return nil
}
