import Fakes
import Model
import Testing

@testable import Engine

/// A core that does not answer, on a clock that the test moves.
@Suite(.timeLimit(.minutes(3)))
struct UnresponsiveCoreTests {
    private let core = FakeCore()
    private let clock = ManualClock()

    private func renderer(log: any LogSink = NoLog()) throws -> MPVRenderer {
        let core = core
        return try MPVRenderer(
            clientName: "longwave-test",
            clock: clock,
            log: log,
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
        async let first = Result { () async throws in try await renderer.setMuted(true) }
        _ = await core.requests(1)
        await clock.sleepers()
        clock.advance(by: .milliseconds(1_500))
        async let second = Result { () async throws in try await renderer.setMuted(false) }
        let asked = await core.requests(2)
        clock.advance(by: .milliseconds(500))
        try await log.wait("the alarm") { $0 == .unresponsive(since: .zero) }
        await clock.sleepers()
        clock.advance(by: .milliseconds(1_500))
        for result in await [first, second] { #expect(throws: RendererError.unresponsive) { try result.get() } }
        core.report(.reply(id: asked[0].id, error: 0, .none))
        // One answer of two is no all-clear; the volume marks the moment between.
        core.report(.changed(.volume, .double(30)))
        core.report(.changed(.mute, .flag(false)))
        core.report(.reply(id: asked[1].id, error: 0, .none))
        try await log.wait("the all-clear") { $0 == .responsive }
        let events = await log.events
        #expect(events == [.unresponsive(since: .zero), .volume(.safe, isMuted: false), .responsive])
        await renderer.close()
    }

    @Test func aLoadWhoseAnswerComesLateKeepsItsName() async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        async let load = Result { () async throws in
            try await renderer.load("http://127.0.0.1:1/relay/x", as: PlayID(5), to: .null)
        }
        let device = await core.requests(1)
        #expect(device.map(\.request) == [.set(.audioDevice, "null")])
        core.report(.reply(id: device[0].id, error: 0, .none))
        let asked = await core.requests(2)
        #expect(asked[1].request == .command(.loadFile, ["http://127.0.0.1:1/relay/x", "replace"]))
        await clock.sleepers()
        clock.advance(by: .seconds(2))
        let result = await load
        #expect(throws: RendererError.unresponsive) { try result.get() }
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
        async let call = Result { () async throws in try await renderer.setMuted(true) }
        _ = await core.requests(1)
        await renderer.close()
        let result = await call
        #expect(throws: RendererError.closed) { try result.get() }
    }

    /// A look at the first load whose first (or second) answer comes when that load is over.
    @Test(arguments: [false, true])
    func aLookAtTheLoadBeforeIsDropped(isHalfAnswered: Bool) async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        await renderer.watch(.fine)
        async let first: Void = renderer.load("http://127.0.0.1:1/1", as: PlayID(1), to: .null)
        core.report(.reply(id: (await core.requests(1))[0].id, error: 0, .none))
        core.report(.reply(id: (await core.requests(2))[1].id, error: 0, .map(["playlist_entry_id": .int(1)])))
        try await first
        core.report(.startFile(entry: 1))
        let look = await core.requests(3)[2]
        #expect(look.request == .command(.expandText, [PlaybackSample.template]))
        if isHalfAnswered {
            core.report(.reply(id: look.id, error: 0, Self.answer("9.5", title: "Old")))
            #expect(await core.requests(4)[3].request == .get(.signal))
        }
        var count = isHalfAnswered ? 4 : 3
        async let second: Void = renderer.load("http://127.0.0.1:1/2", as: PlayID(2), to: .null)
        core.report(
            .reply(id: (await core.requests(count + 1))[count].id, error: 0, .map(["playlist_entry_id": .int(2)]))
        )
        try await second
        count += 1
        core.report(.endFile(entry: 1, reason: .stopped, error: 0))
        core.report(.startFile(entry: 2))
        if isHalfAnswered {
            core.report(.reply(id: (await core.requests(4))[3].id, error: 0, .map([:])))
        } else {
            // libmpv answers in order: this one was on its way before the entry started.
            core.report(.reply(id: look.id, error: -12, .none))
        }
        let next = await core.requests(count + 1)[count]
        core.report(.reply(id: next.id, error: 0, Self.answer("0.5", title: "New")))
        core.report(.reply(id: (await core.requests(count + 2))[count + 1].id, error: 0, .map([:])))
        try await log.wait("its title") { $0 == .title(PlayID(2), "New") }
        try await log.observation(of: PlayID(2), "a look") { $0.audioPosition == .milliseconds(500) }
        for event in await log.events {
            if case .title(_, let title) = event { #expect(title == "New") }
            if case .observed(let seen) = event { #expect(seen.audioPosition == .milliseconds(500)) }
        }
        await renderer.close()
    }

    @Test func aChangeOfCadenceBringsNoLookBeforeItsTime() async throws {
        let renderer = try renderer()
        let log = EventLog(renderer)
        await renderer.watch(.fine)
        async let load: Void = renderer.load("http://127.0.0.1:1/1", as: PlayID(1), to: .null)
        core.report(.reply(id: (await core.requests(1))[0].id, error: 0, .none))
        core.report(.reply(id: (await core.requests(2))[1].id, error: 0, .map(["playlist_entry_id": .int(1)])))
        try await load
        core.report(.startFile(entry: 1))
        core.report(.reply(id: (await core.requests(3))[2].id, error: 0, Self.answer("0.5", title: "")))
        core.report(.reply(id: (await core.requests(4))[3].id, error: 0, .map([:])))
        try await log.observation(of: PlayID(1), "a look") { _ in true }
        for cadence in [WatchCadence.coarse, .fine, .coarse, .fine] {
            await renderer.watch(cadence)
            // The limit of libmpv's answers sleeps too.
            await clock.sleepers(2)
            #expect(await core.requests(0).count == 4)
        }
        clock.advance(by: .milliseconds(20))
        #expect(await core.requests(5)[4].request == .command(.expandText, [PlaybackSample.template]))
        await renderer.close()
    }

    @Test func theEndIsLoggedInLibmpvsOwnNumbers() async throws {
        let kept = KeptLog()
        let renderer = try renderer(log: kept)
        let log = EventLog(renderer)
        async let load: Void = renderer.load("http://127.0.0.1:1/1", as: PlayID(1), to: .null)
        core.report(.reply(id: (await core.requests(1))[0].id, error: 0, .none))
        core.report(.reply(id: (await core.requests(2))[1].id, error: 0, .map(["playlist_entry_id": .int(1)])))
        try await load
        core.report(.startFile(entry: 1))
        core.report(.endFile(entry: 1, reason: .failed, error: -17))
        #expect(try await log.end(of: PlayID(1)) == .failed(.undecodable))
        #expect(kept.lines == ["info renderer.ended play=1 reason=failed error=-17"])
        await renderer.close()
    }

    private static func answer(_ position: String, title: String) -> MPVNode {
        .string("\(position)\nno\nno\nno\n48000\n2\nfloat\nmp3\nnull\n\u{1}\u{1e}\u{1}\u{1e}\(title)")
    }
}

extension Result where Failure == any Error {
    /// What `body` gave or threw.
    fileprivate init(_ body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
