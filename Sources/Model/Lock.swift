package import Glibc

/// State behind a pthread mutex, for the few places where something synchronous must be shared.
///
/// pthread and not `Mutex`, because the thread sanitizer misreads the latter on Linux. Never await or call out while
/// holding it, and never take it on an audio thread. Inlinable, so that each use works on its own `State` instead of on
/// any.
@safe package final class Lock<State>: @unchecked Sendable {
    // Unchecked: every access to `state` is inside the mutex.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline var state: State

    package init(_ state: sending State) {
        unsafe self.mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        unsafe pthread_mutex_init(self.mutex, nil)
        self.state = state
    }

    deinit {
        unsafe pthread_mutex_destroy(mutex)
        unsafe mutex.deallocate()
    }

    @inlinable package func withLock<Result>(_ body: (inout State) throws -> sending Result) rethrows -> sending Result
    {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return try body(&state)
    }
}
