internal import Model

/// How many bytes came in the last seconds, in one bucket per second.
struct RecentFlow: Sendable {
    static let span = 10

    private var buckets = [Int](repeating: 0, count: span)
    /// The second of the newest bucket.
    private var newest = 0

    mutating func add(_ bytes: Int, at now: Duration) {
        move(to: now)
        buckets[newest % Self.span] += bytes
    }

    /// Of the running second and the nine before it.
    func total(at now: Duration) -> Int {
        var copy = self
        copy.move(to: now)
        return copy.buckets.reduce(0, +)
    }

    private mutating func move(to now: Duration) {
        let second = Int(now.components.seconds)
        guard second > newest else { return }
        for passed in (newest + 1)...min(second, newest + Self.span) { buckets[passed % Self.span] = 0 }
        newest = second
    }
}
