import Fakes
import Model
import Testing

@testable import Engine

/// A core that does not answer, on a clock that the test moves.
@Suite(.timeLimit(.minutes(1)))
struct UnresponsiveCoreTests {
    private let core = FakeCore()
    private let clock = ManualClock()

    private func renderer() throws -> MPVRenderer {
        let core = core
        return try MPVRenderer(
            clientName: "longwave-test",
            clock: clock,
            log: NoLog(),
            pulseServer: "unix:/nonexistent",
            outputs: Outputs(cards: SoundCards(path: "/nonexistent"), runtimeDirectory: nil)
        ) { report in
            core.connect(report)
            return core
        }
    }

    @Test func noAnswerForTwoSecondsIsToldAndThrownAndTheLateAnswerToo() async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        async let call = Result { () async throws in try await renderer.setMuted(true) }
        let asked = await core.requests(1)
        await clock.sleepers()
        clock.advance(by: .milliseconds(1_999))
        #expect(await log.events.isEmpty)
        clock.advance(by: .milliseconds(1))
        let result = await call
        #expect(throws: RendererError.unresponsive) { try result.get() }
        try await log.wait("the alarm") { $0 == .unresponsive(since: .zero) }
        core.report(.reply(id: asked[0].id, error: 0, .none))
        try await log.wait("the all-clear") { $0 == .responsive }
        await renderer.close()
        #expect(clock.nextDeadline == nil)
    }

    @Test func theOldestQuestionCounts() async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        async let first: Void? = try? renderer.setMuted(true)
        _ = await core.requests(1)
        await clock.sleepers()
        clock.advance(by: .milliseconds(1_500))
        async let second: Void? = try? renderer.setMuted(false)
        let asked = await core.requests(2)
        clock.advance(by: .milliseconds(500))
        try await log.wait("the alarm") { $0 == .unresponsive(since: .zero) }
        await clock.sleepers()
        clock.advance(by: .milliseconds(1_500))
        _ = await (first, second)
        core.report(.reply(id: asked[0].id, error: 0, .none))
        core.report(.reply(id: asked[1].id, error: 0, .none))
        try await log.wait("the all-clear") { $0 == .responsive }
        let events = await log.events
        #expect(events == [.unresponsive(since: .zero), .responsive])
        await renderer.close()
    }

    @Test func aLoadWhoseAnswerComesLateKeepsItsName() async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        async let load: Void? = try? renderer.load("http://127.0.0.1:1/relay/x", as: PlayID(5), to: .null)
        let device = await core.requests(1)
        #expect(device.map(\.request) == [.set(.audioDevice, "null")])
        core.report(.reply(id: device[0].id, error: 0, .none))
        let asked = await core.requests(2)
        #expect(asked[1].request == .command(.loadFile, ["http://127.0.0.1:1/relay/x", "replace"]))
        await clock.sleepers()
        clock.advance(by: .seconds(2))
        #expect(await load == nil)
        core.report(.reply(id: asked[1].id, error: 0, .map(["playlist_entry_id": .int(3)])))
        core.report(.startFile(entry: 3))
        core.report(.endFile(entry: 3, reason: .endOfData, error: 0))
        #expect(try await log.end(of: PlayID(5)) == .endOfData)
        #expect(await log.events.contains(.started(PlayID(5))))
        await renderer.close()
    }

    @Test func aCoreThatEndsByItselfIsDead() async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        core.report(.closed)
        try await log.wait("death") { if case .died = $0 { true } else { false } }
        await #expect(throws: RendererError.closed) { try await renderer.unload() }
        await renderer.close()
    }

    @Test func closingAnswersWhoeverStillWaits() async throws {
        let renderer = try renderer()
        async let call = Result { () async throws in try await renderer.setPaused(true) }
        _ = await core.requests(1)
        await renderer.close()
        let result = await call
        #expect(throws: RendererError.closed) { try result.get() }
    }

    @Test func aSampleOfTheLoadBeforeIsDropped() async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        await renderer.watch(.fine)
        for number in 1...2 {
            async let load: Void? = try? renderer.load("http://127.0.0.1:1/\(number)", as: PlayID(number), to: .null)
            if number == 1 { core.report(.reply(id: (await core.requests(1))[0].id, error: 0, .none)) }
            let asked = await core.requests(number == 1 ? 2 : 4)
            let loadFile = asked.last { if case .command(.loadFile, _) = $0.request { true } else { false } }
            let id = try #require(loadFile?.id)
            core.report(.reply(id: id, error: 0, .map(["playlist_entry_id": .int(Int64(number))])))
            _ = await load
            guard number == 1 else { break }
            core.report(.startFile(entry: 1))
            let sample = await core.requests(3)[2]
            #expect(sample.request == .command(.expandText, [PlaybackSample.template]))
        }
        let asked = await core.requests(4)
        core.report(.endFile(entry: 1, reason: .stopped, error: 0))
        core.report(.reply(id: asked[2].id, error: 0, .string("9.5\nno\nno\nno\n48000\n2\nfloat\nmp3\nnull\nOld")))
        core.report(.startFile(entry: 2))
        try await log.wait("the second") { $0 == .started(PlayID(2)) }
        let next = await core.requests(5)[4]
        core.report(.reply(id: next.id, error: 0, .string("0.1\nno\nno\nno\n48000\n2\nfloat\nmp3\nnull\nNew")))
        let signal = await core.requests(6)[5]
        #expect(signal.request == .get(.signal))
        core.report(.reply(id: signal.id, error: 0, .map([:])))
        try await log.wait("its title") { $0 == .title(PlayID(2), "New") }
        let events = await log.events
        #expect(!events.contains(.title(PlayID(1), "Old")) && !events.contains(.title(PlayID(2), "Old")))
        await renderer.close()
    }
}

extension Result where Failure == any Error {
    /// What `body` gave or threw.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
