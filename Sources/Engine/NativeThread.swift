internal import Glibc

/// A detached thread of our own, for loops inside C libraries that wait without bound and may not hold a thread of
/// Swift's pool.
enum NativeThread {
    private final class Work: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }

    /// Runs `body` once on a new thread with a stack of 512 KiB.
    ///
    /// - Returns: false where the system has no thread left.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        guard pthread_attr_init(&attributes) == 0 else { return false }
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setstacksize(&attributes, 512 * 1024)
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        let work = Unmanaged.passRetained(Work(run: body))
        var thread = pthread_t()
        let status = pthread_create(
            &thread,
            &attributes,
            { raw in
                guard let raw else { return nil }
                Unmanaged<Work>.fromOpaque(raw).takeRetainedValue().run()
                return nil
            },
            work.toOpaque()
        )
        guard status == 0 else {
            work.release()
            return false
        }
        return true
    }
}
