package import FoundationEssentials

/// Time as the host knows it: a monotonic clock that starts at zero with the host, and the wall clock.
package protocol HostClock: Sendable {
    /// Monotonic, since the host started.
    var now: Duration { get }
    /// The wall clock; for records that people read, never for deadlines.
    var date: Date { get }
    /// Returns at `deadline` of the monotonic clock.
    ///
    /// - Throws: `CancellationError` where the task is cancelled first.
    func sleep(until deadline: Duration) async throws
}

extension Duration {
    package var milliseconds: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
    package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
