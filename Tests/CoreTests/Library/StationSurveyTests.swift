import Fakes
import Model
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(3)))
struct StationSurveyTests {
    @Test func noHostIsAskedTwiceAtATimeAndNotMoreThanOnceASecond() async {
        let clock = ManualClock()
        let network = CountingClient(clock: clock)
        let survey = StationSurvey(
            client: network,
            resolver: AnyName(),
            xml: ScriptedXML(),
            cipher: ScriptedCipher(),
            clock: clock,
            agent: "Longwave/test"
        )
        let stations = (0..<30).map { number in
            ProbeBench.station(
                "us.s\(number)",
                ["https://h\(number % 12).example/\(number)", "https://shared.example/\(number)"]
            )
        }
        let found = Lock<[StationCheck]>([])
        let run = Task { await survey.run(stations) { _, check in found.withLock { $0.append(check) } } }
        let mover = Task {
            while !Task.isCancelled {
                clock.advance(by: .milliseconds(100))
                await Task.yield()
            }
        }
        await run.value
        mover.cancel()
        let checks = found.withLock { $0 }
        #expect(Set(checks.map(\.station)) == Set(stations.map(\.id.description)) && checks.count == 30)
        // What is heard is the probe's own test: on a clock that a test moves, a busy machine may let its time pass.
        #expect(
            checks.allSatisfy { $0.streams.map(\.origin).last == "https://shared.example" && $0.streams.count == 2 }
        )
        #expect(checks.allSatisfy { $0.by == "Longwave/test" && $0.at.hasPrefix("20") && $0.at.hasSuffix("Z") })
        #expect(network.mostPerHost == 1)
        #expect(network.most <= StationSurvey.breadth && network.most > 1)
        #expect(network.shortestGap >= .seconds(1))
    }

    @Test func aCancelledSurveyTellsOnlyOfWhatWasDone() async {
        let clock = ManualClock()
        let client = ScriptedHTTPClient()
        let resolver = ScriptedResolver()
        resolver.script("a.example", ["203.0.113.1"])
        client.script("https://a.example/1", .never)
        let survey = StationSurvey(
            client: client,
            resolver: resolver,
            xml: ScriptedXML(),
            cipher: ScriptedCipher(),
            clock: clock,
            agent: "Longwave/test"
        )
        let found = Lock(0)
        let run = Task {
            await survey.run([ProbeBench.station("us.one", ["https://a.example/1"])]) { _, _ in
                found.withLock { $0 += 1 }
            }
        }
        await clock.sleepers(1)
        run.cancel()
        await run.value
        #expect(found.withLock { $0 } == 0)
    }
}

private struct AnyName: NameResolver {
    func addresses(of host: String) async throws(HTTPFault) -> [IPAddress] {
        [IPAddress(bytes: [203, 0, 113, 1])].compactMap(\.self)
    }
}

/// Gives every address a little audio, and counts who is asked when.
private final class CountingClient: HTTPClient {
    private struct State {
        var open: [String: Int] = [:]
        var last: [String: Duration] = [:]
        var most = 0
        var mostPerHost = 0
        var shortestGap = Duration.seconds(1000)
    }

    private let clock: any HostClock
    private let state = Lock(State())

    init(clock: any HostClock) { self.clock = clock }

    var most: Int { state.withLock(\.most) }
    var mostPerHost: Int { state.withLock(\.mostPerHost) }
    var shortestGap: Duration { state.withLock(\.shortestGap) }

    func send(_ request: HTTPRequest) async throws(HTTPFault) -> HTTPResponse {
        let host = request.address.host
        let now = clock.now
        state.withLock { state in
            state.open[host, default: 0] += 1
            state.most = max(state.most, state.open.values.reduce(0, +))
            state.mostPerHost = max(state.mostPerHost, state.open[host] ?? 0)
            if let last = state.last[host] { state.shortestGap = min(state.shortestGap, now - last) }
            state.last[host] = now
        }
        // Some connections last a while, so that others would overlap.
        // Only cancellation ends it early, and then the probe is over.
        try? await clock.sleep(until: now + .milliseconds(700))
        let body = ScriptedBody([.bytes(AudioBytes.mp3(frames: 60))])
        return HTTPResponse(
            status: 200,
            headers: HTTPHeaders([(name: "content-type", value: Array("audio/mpeg".utf8))]),
            body: CountedBody(body) { [state] in state.withLock { $0.open[host, default: 0] -= 1 } }
        )
    }
}

private final class CountedBody: ByteSource {
    private let body: ScriptedBody
    private let isOpen = Lock(true)
    private let over: @Sendable () -> Void

    init(_ body: ScriptedBody, over: @escaping @Sendable () -> Void) {
        self.body = body
        self.over = over
    }

    func next() async throws(HTTPFault) -> [UInt8]? { try await body.next() }

    func cancel() {
        body.cancel()
        let isFirst = isOpen.withLock { isOpen in
            defer { isOpen = false }
            return isOpen
        }
        if isFirst { over() }
    }
}
