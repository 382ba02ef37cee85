import Fakes
import FoundationEssentials
import Glibc
import Model

@testable import Engine

/// Time as it passes.
struct RealClock: HostClock {
    private let start = ContinuousClock.now

    var now: Duration { ContinuousClock.now - start }
    var date: Date { Date() }
    func sleep(until deadline: Duration) async throws { try await Task.sleep(until: start + deadline) }
}

struct NoLog: LogSink {
    func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)]) {}
}

/// What was waited for did not come.
struct Missing: Error, CustomStringConvertible {
    let description: String
}

/// Everything that a renderer reported, and a way to wait for more.
actor EventLog {
    private struct Waiter {
        let number: Int
        let test: @Sendable (RendererEvent) -> Bool
        let continuation: CheckedContinuation<RendererEvent?, Never>
    }

    private(set) var events: [RendererEvent] = []
    private(set) var isFinished = false
    private var waiters: [Waiter] = []
    private var next = 0

    init(_ renderer: MPVRenderer) {
        // Ends with the events of the renderer, which every test closes.
        Task { await self.read(renderer.events) }
    }

    /// The first event that passes `test`, among those after `start` or yet to come.
    @discardableResult
    func wait(
        _ what: String,
        from start: Int = 0,
        within limit: Duration = .seconds(15),
        _ test: @escaping @Sendable (RendererEvent) -> Bool
    ) async throws -> RendererEvent {
        if let event = events.dropFirst(start).first(where: test) { return event }
        next += 1
        let number = next
        let timer = Task {
            do { try await Task.sleep(for: limit) } catch { return }
            self.giveUp(number)
        }
        defer { timer.cancel() }
        let event: RendererEvent? = await withCheckedContinuation { continuation in
            if isFinished {
                continuation.resume(returning: nil)
            } else {
                waiters.append(Waiter(number: number, test: test, continuation: continuation))
            }
        }
        guard let event else { throw Missing(description: "\(what); last seen: \(events.suffix(8))") }
        return event
    }

    /// An observation of `id` that passes `test`.
    @discardableResult
    func observation(
        of id: PlayID,
        _ what: String,
        from start: Int = 0,
        within limit: Duration = .seconds(15),
        _ test: @escaping @Sendable (RendererObservation) -> Bool
    ) async throws -> RendererObservation {
        let event = try await wait(what, from: start, within: limit) { event in
            if case .observed(let seen) = event { seen.playID == id && test(seen) } else { false }
        }
        guard case .observed(let seen) = event else { throw Missing(description: what) }
        return seen
    }

    func end(of id: PlayID, within limit: Duration = .seconds(15)) async throws -> RendererEnd {
        let event = try await wait("the end of \(id)", within: limit) { event in
            if case .ended(id, _) = event { true } else { false }
        }
        guard case .ended(_, let end) = event else { throw Missing(description: "end") }
        return end
    }

    func ends(of id: PlayID) -> [RendererEnd] {
        events.compactMap { if case .ended(id, let end) = $0 { end } else { nil } }
    }

    private func read(_ stream: AsyncStream<RendererEvent>) async {
        for await event in stream {
            events.append(event)
            for waiter in waiters where waiter.test(event) { waiter.continuation.resume(returning: event) }
            waiters.removeAll { $0.test(event) }
        }
        isFinished = true
        for waiter in waiters { waiter.continuation.resume(returning: nil) }
        waiters = []
    }

    private func giveUp(_ number: Int) {
        guard let index = waiters.firstIndex(where: { $0.number == number }) else { return }
        waiters.remove(at: index).continuation.resume(returning: nil)
    }
}

/// A renderer of the real thing with its log; `use` closes it whatever happens.
struct Bench {
    let renderer: MPVRenderer
    let log: EventLog

    static func use(
        pulse: PrivatePulse? = nil,
        soundCards: String = "/nonexistent",
        _ body: (Bench) async throws -> Void
    ) async throws {
        let renderer = try MPVRenderer(
            clientName: "longwave-test-\(Int.random(in: 0..<1_000_000_000))",
            clock: RealClock(),
            log: NoLog(),
            pulseServer: pulse?.server ?? "unix:/nonexistent/native",
            soundCards: soundCards
        )
        let bench = Bench(renderer: renderer, log: EventLog(renderer))
        do {
            try await body(bench)
        } catch {
            await renderer.close()
            throw error
        }
        await renderer.close()
    }

    /// Loads and waits until `seconds` of it were heard since the first observation with a position.
    @discardableResult
    func play(
        _ address: String,
        as id: PlayID,
        to output: OutputName = .null,
        seconds: Double = 0.3
    ) async throws -> RendererObservation {
        await renderer.watch(.fine)
        try await renderer.load(address, as: id, to: output)
        let first = try await log.observation(of: id, "a position") { $0.audioPosition != nil }
        let goal = (first.audioPosition ?? .zero) + .seconds(seconds)
        return try await log.observation(of: id, "\(seconds) s of sound") { seen in
            seen.audioPosition.map { $0 >= goal } ?? false
        }
    }
}

/// Threads of this process, as the kernel counts them.
func threadCount() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count }
