internal import Model

/// Who may connect to which host now: one probe at a time, and at least ``spacing`` between two of them.
///
/// Connections of one probe to one host count as one: a client of a stream opens them one after another too.
final class HostTurns: Sendable {
    static let spacing = Duration.seconds(1)

    private struct Waiter {
        let number: Int
        let probe: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct Place {
        var probe: Int?
        /// Open connections of ``probe``.
        var count = 0
        var waiting: [Waiter] = []
        var last: (probe: Int, at: Duration)?
    }

    private struct State {
        var next = 0
        var places: [String: Place] = [:]
        var cancelled: Set<Int> = []
    }

    private let clock: any HostClock
    private let state = Lock(State())

    init(clock: any HostClock) { self.clock = clock }

    /// Returns when `probe` may connect to `host`; give the turn back with ``give(_:of:)``.
    ///
    /// - Throws: `CancellationError`, and then there is nothing to give back.
    func take(_ host: String, for probe: Int) async throws(CancellationError) {
        guard await wait(for: host, probe) else { throw CancellationError() }
        let start = state.withLock { state -> Duration in
            let last = state.places[host]?.last
            let now = clock.now
            guard let last, last.probe != probe else {
                state.places[host]?.last = (probe, now)
                return now
            }
            let start = max(now, last.at + Self.spacing)
            state.places[host]?.last = (probe, start)
            return start
        }
        guard start > clock.now else { return }
        do {
            try await clock.sleep(until: start)
        } catch {
            give(host, of: probe)
            throw CancellationError()
        }
    }

    func give(_ host: String, of probe: Int) {
        let waiter = state.withLock { state -> Waiter? in
            guard var place = state.places[host], place.probe == probe else { return nil }
            defer { state.places[host] = place }
            place.count -= 1
            guard place.count == 0 else { return nil }
            place.probe = nil
            guard !place.waiting.isEmpty else { return nil }
            let waiter = place.waiting.removeFirst()
            place.probe = waiter.probe
            place.count = 1
            return waiter
        }
        waiter?.continuation.resume(returning: true)
    }

    /// - Returns: false where the task was cancelled first.
    private func wait(for host: String, _ probe: Int) async -> Bool {
        let number = state.withLock { state in
            state.next += 1
            return state.next
        }
        let isGranted = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if state.cancelled.contains(number) { return false }
                    var place = state.places[host] ?? Place()
                    defer { state.places[host] = place }
                    guard place.probe == nil || place.probe == probe else {
                        place.waiting.append(Waiter(number: number, probe: probe, continuation: continuation))
                        return nil
                    }
                    place.probe = probe
                    place.count += 1
                    return true
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiter = state.withLock { state -> Waiter? in
                guard let index = state.places[host]?.waiting.firstIndex(where: { $0.number == number }) else {
                    state.cancelled.insert(number)
                    return nil
                }
                return state.places[host]?.waiting.remove(at: index)
            }
            waiter?.continuation.resume(returning: false)
        }
        state.withLock { _ = $0.cancelled.remove(number) }
        return isGranted
    }
}
