internal import Model

/// The open questions to libmpv, and since when each is open.
///
/// `Waiter` is whoever waits for the answer; it is handed out exactly once, with the answer or when the limit passes.
struct RequestTable<Purpose: Sendable, Waiter: Sendable> {
    struct Request: Sendable {
        let purpose: Purpose
        let askedAt: Duration
        var waiter: Waiter?
        /// The limit has passed.
        var isOverdue = false
    }

    let limit: Duration
    private var next: UInt64 = 1
    private var open: [UInt64: Request] = [:]

    init(limit: Duration) { self.limit = limit }

    mutating func add(_ purpose: Purpose, at now: Duration, waiter: Waiter?) -> UInt64 {
        defer { next += 1 }
        open[next] = Request(purpose: purpose, askedAt: now, waiter: waiter)
        return next
    }

    mutating func answer(_ id: UInt64) -> Request? { open.removeValue(forKey: id) }

    /// When the next request passes its limit; nil where none can any more.
    var nextDeadline: Duration? { open.values.filter { !$0.isOverdue }.map { $0.askedAt + limit }.min() }

    /// When the oldest request that passed its limit was asked; nil while all answers are in time.
    var overdueSince: Duration? { open.values.filter(\.isOverdue).map(\.askedAt).min() }

    /// Marks the requests whose limit has passed.
    ///
    /// - Returns: those who waited for them.
    mutating func expire(at now: Duration) -> [Waiter] {
        var waiters: [Waiter] = []
        for (id, request) in open where !request.isOverdue && request.askedAt + limit <= now {
            open[id]?.isOverdue = true
            open[id]?.waiter = nil
            if let waiter = request.waiter { waiters.append(waiter) }
        }
        return waiters
    }

    /// Forgets everything.
    ///
    /// - Returns: all who still waited.
    mutating func drain() -> [Waiter] {
        defer { open = [:] }
        return open.values.compactMap(\.waiter)
    }
}
