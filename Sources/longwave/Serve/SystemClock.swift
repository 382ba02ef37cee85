internal import FoundationEssentials
internal import Model

/// The time of the machine. Monotonic time is counted from the making of this clock.
struct SystemClock: HostClock {
    private let start = ContinuousClock.now

    var now: Duration { ContinuousClock.now - start }
    var date: Date { Date() }

    func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: start + deadline, tolerance: nil, clock: .continuous)
    }
}
