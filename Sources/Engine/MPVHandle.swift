internal import CMPV
internal import Glibc
internal import Model

/// What takes requests for a libmpv core; a seam for tests of a core that does not answer.
protocol MPVCore: Sendable {
    /// Queues `request` and returns at once. One that can't even be queued is answered like any other.
    func send(_ request: MPVRequest, id: UInt64)

    /// Asks the core to end; ``MPVEvent/closed`` follows, unless the core is stuck for good.
    func quit()
}

/// One libmpv core and its event thread; the only caller of libmpv.
///
/// The thread does nothing but wait for events, copy each one and hand it on. Only asynchronous calls are made: a
/// synchronous one can wait for seconds on a slow output (reference/audio.md 1.3). The process must ignore `SIGPIPE`.
final class MPVHandle: MPVCore, @unchecked Sendable {
    // Unchecked: `core` is a C pointer. libmpv allows every call made here from any thread, except waiting (event
    // thread only) and destroying (event thread, after the pointer was taken out of the lock).
    private let core: Lock<Core>
    private let report: @Sendable (MPVEvent) -> Void

    private struct Core: @unchecked Sendable {
        // Unchecked: see above.
        var raw: OpaquePointer?
    }

    /// libmpv refuses to start under another notation of numbers than C's. Set once: the call is not safe beside
    /// threads that print numbers.
    private static let numbersAreInC: Void = { _ = setlocale(LC_NUMERIC, "C") }()

    /// Starts a core.
    ///
    /// - Parameters:
    ///   - options: set in this order before the core starts.
    ///   - report: called on the event thread, or by ``send(_:id:)``, and must return quickly.
    /// - Throws: ``RendererError/rejected(_:)`` with libmpv's words.
    init(
        options: [(name: String, value: String)],
        report: @escaping @Sendable (MPVEvent) -> Void
    ) throws(RendererError) {
        _ = Self.numbersAreInC
        guard let raw = mpv_create() else { throw .rejected("libmpv could not start") }
        self.core = Lock(Core(raw: raw))
        self.report = report
        do throws(RendererError) {
            for (name, value) in options {
                let status = mpv_set_option_string(raw, name, value)
                guard status >= 0 else { throw .rejected("option \(name): \(Self.words(status))") }
            }
            let status = mpv_initialize(raw)
            guard status >= 0 else { throw .rejected(Self.words(status)) }
            let loop = Core(raw: raw)
            let isRunning = NativeThread.start { [self] in
                if let raw = loop.raw { wait(raw) }
            }
            guard isRunning else { throw .rejected("no thread for libmpv") }
        } catch {
            mpv_terminate_destroy(raw)
            core.withLock { $0.raw = nil }
            throw error
        }
    }

    func send(_ request: MPVRequest, id: UInt64) {
        let status = queue(request, id)
        if status < 0 { report(.reply(id: id, error: status, .none)) }
    }

    func quit() { send(.command(.quit), id: 0) }

    static func words(_ status: Int32) -> String { mpv_error_string(status).map { String(cString: $0) } ?? "\(status)" }

    private func queue(_ request: MPVRequest, _ id: UInt64) -> Int32 {
        // Queuing never waits for the core, so it may happen inside the lock that keeps the pointer alive.
        core.withLock { core in
            guard let raw = core.raw else { return Int32(MPV_ERROR_UNINITIALIZED.rawValue) }
            switch request {
            case .command(let name, let arguments):
                return Self.withCStrings([name.rawValue] + arguments) { mpv_command_async(raw, id, $0) }
            case .set(let property, let value):
                return value.withCString { text in
                    var text: UnsafePointer<CChar>? = text
                    return mpv_set_property_async(raw, id, property.rawValue, MPV_FORMAT_STRING, &text)
                }
            case .get(let property):
                return mpv_get_property_async(raw, id, property.rawValue, MPV_FORMAT_NODE)
            case .observe(let property):
                return mpv_observe_property(raw, id, property.rawValue, MPV_FORMAT_NODE)
            }
        }
    }

    private func wait(_ raw: OpaquePointer) {
        while let event = mpv_wait_event(raw, -1)?.pointee, event.event_id != MPV_EVENT_SHUTDOWN {
            if let copy = MPVEvent(event) { report(copy) }
        }
        core.withLock { $0.raw = nil }
        mpv_terminate_destroy(raw)
        report(.closed)
    }

    private static func withCStrings(
        _ texts: [String],
        _ body: (UnsafeMutablePointer<UnsafePointer<CChar>?>?) -> Int32
    ) -> Int32 {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var pointers = copies.map { UnsafePointer($0) } + [nil]
        return pointers.withUnsafeMutableBufferPointer { body($0.baseAddress) }
    }
}
