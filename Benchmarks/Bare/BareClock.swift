internal import FoundationEssentials
internal import Model

/// The system's clocks.
struct BareClock: HostClock {
    private let start = ContinuousClock.now

    var now: Duration { ContinuousClock.now - start }
    var date: Date { Date() }

    func sleep(until deadline: Duration) async throws {
        try await Task.sleep(until: start + deadline, clock: .continuous)
    }
}
