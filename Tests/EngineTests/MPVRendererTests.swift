import Fakes
import Glibc
import Model
import Testing

@testable import Engine

/// The real libmpv on the null output.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct MPVRendererTests {
    @Test func aToneIsSeenToMoveAndToSound() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            let seen = try await bench.play(server.address(of: .burst), as: PlayID(1))
            #expect(!seen.isCoreIdle && !seen.isPaused && !seen.isPausedForCache)
            #expect(seen.driver == "null")
            #expect(seen.codec == "mp3")
            #expect(seen.format?.sampleRate == 48_000)
            #expect(seen.format?.channels == 2)
            #expect(seen.sink == nil)
            #expect(seen.signal == .sounding)
            let events = await bench.log.events
            #expect(events.contains(.started(PlayID(1))))
            try await bench.renderer.unload()
            #expect(try await bench.log.end(of: PlayID(1)) == .replaced)
        }
        #expect(server.requests.first?.header("User-Agent") == "Longwave")
        #expect(server.requests.count == 1)
    }

    /// In a process of its own: an environment belongs to all of a process.
    @Test func proxiesOfTheEnvironmentAreNotAsked() async {
        await #expect(processExitsWith: .success) {
            let proxy = FaultyRadioServer(tone: [])
            let server = FaultyRadioServer(tone: try await RadioAudio.tone())
            for name in ["http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"] {
                setenv(name, "http://127.0.0.1:\(proxy.port)", 1)
            }
            try await Bench.use { bench in try await bench.play(server.address(of: .burst), as: PlayID(1)) }
            try #require(proxy.requests.isEmpty)
            try #require(server.requests.count == 1)
            server.stop()
            proxy.stop()
        }
    }

    @Test func silenceIsSeenWithItsBegin() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone(), silence: try await RadioAudio.silence())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.play(server.address(of: .silence), as: PlayID(1))
            try await bench.log.observation(of: PlayID(1), "silence") { seen in
                if case .silent(let start) = seen.signal { start < .seconds(1) } else { false }
            }
            let events = await bench.log.events
            #expect(!events.contains { if case .observed(let seen) = $0 { seen.signal == .sounding } else { false } })
        }
    }

    @Test func soundOfTheLoadBeforeIsNotSoundOfThisOne() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone(), silence: try await RadioAudio.silence())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.play(server.address(of: .burst), as: PlayID(1))
            try await bench.renderer.load(server.address(of: .silence), as: PlayID(2), to: .null)
            try await bench.log.observation(of: PlayID(2), "silence") { seen in
                if case .silent = seen.signal { true } else { false }
            }
            let events = await bench.log.events
            let second = events.compactMap { event -> RendererObservation? in
                if case .observed(let seen) = event, seen.playID == PlayID(2) { seen } else { nil }
            }
            #expect(!second.contains { $0.signal == .sounding })
            // Neither does its first position belong to the load before, which was further on.
            #expect(second.compactMap(\.audioPosition).first.map { $0 < .milliseconds(250) } ?? false)
        }
    }

    @Test func aToneAfterSilenceSounds() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone(), silence: try await RadioAudio.silence())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.play(server.address(of: .toneLater), as: PlayID(1))
            try await bench.log.observation(of: PlayID(1), "silence") { seen in
                if case .silent = seen.signal { true } else { false }
            }
            try await bench.log.observation(of: PlayID(1), "sound") { $0.signal == .sounding }
        }
    }

    @Test(arguments: [
        (RadioFault.refused, RendererEnd.failed(.undecodable)), (.notFound, .failed(.undecodable)),
        (.html, .failed(.undecodable)), (.m3u, .failed(.undecodable)),
        (.pls, .failed(.undecodable)), (.closesLater, .endOfData), (.redirectToFile, .failed(.undecodable)),
    ])
    func everyEndIsNamed(fault: RadioFault, end: RendererEnd) async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.renderer.load(server.address(of: fault), as: PlayID(7), to: .null)
            #expect(try await bench.log.end(of: PlayID(7)) == end)
            #expect(await bench.log.ends(of: PlayID(7)).count == 1)
        }
        #expect(server.requests.count == (fault == .refused ? 0 : 1))
    }

    @Test func aPlaylistOpensNothing() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.renderer.load(server.address(of: .m3u), as: PlayID(1), to: .null)
            _ = try await bench.log.end(of: PlayID(1))
            try await bench.play(server.address(of: .burst), as: PlayID(2))
        }
        #expect(server.requests.map(\.path) == ["/m3u", "/burst"])
    }

    @Test(arguments: ["/etc/passwd", "file:///etc/passwd", "http://192.0.2.1/x", "https://127.0.0.1:1/x", "-"])
    func onlyTheRelayIsOpened(address: String) async throws {
        try await Bench.use { bench in
            await #expect(throws: RendererError.rejected("not an address of the relay")) {
                try await bench.renderer.load(address, as: PlayID(1), to: .null)
            }
        }
    }

    @Test func quickLoadsEndOnceAndTheLastOneSounds() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            await bench.renderer.watch(.fine)
            for number in 1...20 {
                let fault: RadioFault = number % 2 == 0 ? .burst : .icecast
                try await bench.renderer.load(server.address(of: fault), as: PlayID(number), to: .null)
            }
            try await bench.log.observation(of: PlayID(20), "sound") { $0.signal == .sounding }
            for number in 1...19 { #expect(await bench.log.ends(of: PlayID(number)) == [.replaced]) }
            #expect(await bench.log.ends(of: PlayID(20)) == [])
        }
    }

    @Test func aRelayThatNeverAnswersHoldsNobodyUp() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let clock = ContinuousClock()
        try await Bench.use { bench in
            let loading = try await clock.measure {
                try await bench.renderer.load(server.address(of: .neverAnswers), as: PlayID(1), to: .null)
            }
            _ = try await server.request(for: RadioFault.neverAnswers.path)
            let unloading = try await clock.measure { try await bench.renderer.unload() }
            #expect(loading < .seconds(1) && unloading < .seconds(1))
            #expect(try await bench.log.end(of: PlayID(1), within: .seconds(2)) == .replaced)
        }
    }

    @Test func closingDuringABlockedLoadIsQuick() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let clock = ContinuousClock()
        try await Bench.use { bench in
            try await bench.renderer.load(server.address(of: .headOnly), as: PlayID(1), to: .null)
            _ = try await server.request(for: RadioFault.headOnly.path)
            let closing = await clock.measure { await bench.renderer.close() }
            #expect(closing < .seconds(2))
            #expect(try await bench.log.end(of: PlayID(1)) == .replaced)
            await #expect(throws: RendererError.closed) { try await bench.renderer.unload() }
        }
    }

    @Test func bytesThatAreNoSoundEndTheLoad() async throws {
        var timing = FaultyRadioServer.Timing()
        timing.after = 0.3
        let noise = (0..<65_536).map { _ in UInt8.random(in: 0..<0xff) }
        let server = FaultyRadioServer(tone: noise, timing: timing)
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.renderer.load(server.address(of: .closesLater), as: PlayID(1), to: .null)
            #expect(try await bench.log.end(of: PlayID(1)) == .failed(.undecodable))
        }
    }

    @Test func titlesFollowWhatIsHeard() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.play(server.address(of: .titleChanging), as: PlayID(1))
            // A new title each 4096 bytes, which are 256 ms; a second of sound is fetched ahead.
            for part in 6...8 {
                try await bench.log.wait("title \(part)") { $0 == .title(PlayID(1), "Longwave - Part \(part)") }
                let position = await bench.log.events.compactMap { event in
                    if case .observed(let seen) = event { seen.audioPosition } else { nil }
                }.last
                let due = Duration.milliseconds(256 * part)
                #expect(abs(((position ?? .zero) - due).milliseconds) < 400)
            }
        }
    }

    @Test func theSameTitleIsToldAgainForTheNextLoad() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            for number in 1...2 {
                try await bench.play(server.address(of: .titleApostrophes), as: PlayID(number))
                try await bench.log.wait("title of \(number)") {
                    $0 == .title(PlayID(number), "Guns N' Roses - Sweet Child O' Mine")
                }
            }
        }
    }

    @Test func titlesComeWithoutWatching() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.renderer.load(server.address(of: .titleChanging), as: PlayID(1), to: .null)
            try await bench.log.wait("a title") { $0 == .title(PlayID(1), "Longwave - Part 2") }
            let events = await bench.log.events
            #expect(!events.contains { if case .observed = $0 { true } else { false } })
        }
    }

    @Test func volumeAndMuteAreReadBackAndOutliveLoads() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            try await bench.log.wait("the safe volume") { $0 == .volume(.safe, isMuted: false) }
            let loud = try #require(Volume(percent: 73))
            try await bench.renderer.setVolume(loud)
            try await bench.log.wait("73") { $0 == .volume(loud, isMuted: false) }
            try await bench.renderer.setMuted(true)
            try await bench.log.wait("mute") { $0 == .volume(loud, isMuted: true) }
            try await bench.play(server.address(of: .burst), as: PlayID(1))
            try await bench.play(server.address(of: .burst), as: PlayID(2))
            let last = await bench.log.events.last { if case .volume = $0 { true } else { false } }
            #expect(last == .volume(loud, isMuted: true))
        }
    }

    @Test func withoutACardAutoSaysThatTheOutputIsMissing() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            #expect(await bench.renderer.isAvailable(.auto) == false)
            #expect(await bench.renderer.isAvailable(.null))
            try await bench.play(server.address(of: .burst), as: PlayID(1))
            try await bench.renderer.load(server.address(of: .burst), as: PlayID(2), to: .auto)
            #expect(try await bench.log.end(of: PlayID(2)) == .failed(.outputMissing))
            #expect(try await bench.log.end(of: PlayID(1)) == .replaced)
            try await bench.play(server.address(of: .burst), as: PlayID(3))
        }
    }

    @Test func aCardThatIsNotThereFails() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { bench in
            let card = OutputName.device("alsa/hw:CARD=none,DEV=0")
            #expect(await bench.renderer.isAvailable(card) == false)
            try await bench.renderer.load(server.address(of: .burst), as: PlayID(1), to: card)
            #expect(try await bench.log.end(of: PlayID(1)) == .failed(.outputFailed))
            try await bench.play(server.address(of: .burst), as: PlayID(2))
        }
    }

    @Test func coresComeAndGoWithoutLeavingThreads() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        try await Bench.use { try await $0.play(server.address(of: .burst), as: PlayID(1), seconds: 0.05) }
        server.stop()
        let before = try threadCount()
        for number in 1...30 {
            try await Bench.use { bench in
                _ = await bench.renderer.isAvailable(.auto)
                try await bench.log.wait("volume") { if case .volume = $0 { true } else { false } }
                #expect(number > 0)
            }
        }
        // Threads of Swift's own pool may come in the meantime, at most one per core.
        #expect(try threadCount() <= before + 4)
    }
}
