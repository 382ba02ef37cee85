import Fakes
import Model
import Testing

@testable import longwave

/// Every way in which a radio server misbehaves, through the whole host and a real PulseAudio: what is said and in what
/// time, held against the sound at the sink's monitor.
@Suite(.serialized) struct FaultTableTests {
    /// What must be said of a fault: HTTP status, verdict, reason, and the seconds in which the answer must come.
    struct Row: Sendable {
        let status: Int
        let verdict: String
        let reason: String?
        let seconds: ClosedRange<Double>

        static func sounds(within limit: Double = 2.5) -> Row {
            Row(status: 200, verdict: "confirmed", reason: nil, seconds: 0.2...limit)
        }

        static func fails(_ code: FaultCode) -> Row {
            Row(status: 502, verdict: "failed", reason: code.rawValue, seconds: 0...1.5)
        }

        /// The only stream of a station has 7 s to its first audio byte (design 5).
        static let nothingComes = Row(
            status: 504,
            verdict: "failed",
            reason: FaultCode.upstreamTimeout.rawValue,
            seconds: 6.9...7.9
        )
    }

    /// Redirects to private and link-local addresses are left out: a station of the LAN may follow them, and nothing
    /// may be dialled there from a test. Their guard is proved in `RedirectGuardTests` and `RelayTests`.
    static let faults = RadioFault.allCases.filter { ![.redirectToPrivate, .redirectToLinkLocal].contains($0) }

    static func row(_ fault: RadioFault) -> Row {
        switch fault {
        case .icecast, .icy, .http10, .chunked, .mixedCase, .burst, .midFrame, .id3First, .htmlForBrowsers: .sounds()
        case .redirect, .redirectRelative, .redirectChain5, .redirectDowngrade, .redirectToLoopback: .sounds()
        case .longValue, .latin1Head, .titlesUnasked, .wrongType, .noType: .sounds()
        case .metaintZero, .metaintNegative, .metaintAbsurd, .metaintText, .metaintTiny: .sounds()
        case .titleApostrophes, .titleUnterminated, .titleEntities, .titleLatin1, .titleCyrillic: .sounds()
        case .titleLongest, .titleEmpty, .titleBroken, .titleMissing, .titleChanging: .sounds()
        // They sound before they break; what is said then is the business of the test below.
        case .stallsLater, .closesLater, .resetsLater, .cutChunk, .shortBody, .silenceLater: .sounds()
        case .halfRate: .sounds(within: 5)
        case .toneLater: Row(status: 200, verdict: "confirmed", reason: nil, seconds: 1...5)
        case .silence: Row(status: 202, verdict: "unconfirmed", reason: "silent", seconds: 7.9...8.6)
        case .neverAnswers, .headOnly, .slowHead, .drip: .nothingComes
        case .pls, .m3u, .xspf, .asx, .m3uRelative, .listInList, .listOfDeadAndGood: .sounds()
        case .listsThreeDeep, .listOfItself: .fails(.tooManyRedirects)
        case .listOfMMS: .fails(.unsupportedStream)
        case .listThatHangs: .nothingComes
        // A list has 3 s of its own.
        case .listWithoutEnd:
            Row(status: 504, verdict: "failed", reason: FaultCode.upstreamTimeout.rawValue, seconds: 2.9...3.9)
        case .unauthorized: .fails(.upstreamUnauthorized)
        case .forbidden: .fails(.upstreamForbidden)
        case .notFound, .icyNotFound: .fails(.upstreamNotFound)
        case .gone: .fails(.upstreamGone)
        case .serverError: .fails(.upstreamError)
        case .busy: .fails(.upstreamBusy)
        case .refused: .fails(.connectionRefused)
        case .fullWithText, .html, .json, .image, .noise, .htmlType: .fails(.notAudio)
        case .empty, .zeroLength: .fails(.emptyStream)
        case .closesAtOnce, .badChunk: .fails(.streamDropped)
        case .closesInHead, .badStatusLine, .badStatusCode, .hugeHead, .redirectNowhere: .fails(.malformedResponse)
        case .redirectLoop, .redirectChain6: .fails(.tooManyRedirects)
        case .redirectToFile, .redirectToCredentials: .fails(.redirectRefused)
        case .redirectToPrivate, .redirectToLinkLocal: .fails(.redirectRefused)
        }
    }

    @Test(arguments: faults)
    func theVerdictIsTheTruthOfTheSound(_ fault: RadioFault) async throws {
        let row = Self.row(fault)
        let pulse = try await PrivatePulse()
        let server = FaultyRadioServer(tone: try await RadioAudio.tone(), silence: try await RadioAudio.silence())
        defer { server.stop() }
        let stations = [(id: "gb.fault", addresses: [server.address(of: fault)])]
        let (answer, heard) = try await RunningHost.with(
            stations: stations,
            output: .device("pulse/lab"),
            pulse: pulse
        ) { host in
            _ = try await host.command("volume", "{\"volume\":100}")
            let ear = try pulse.listen()
            let answer = try await host.command("play", "{\"media\":\"station:gb.fault\"}")
            if answer.verdict == "confirmed" { _ = try await pulse.record(seconds: 0.6) }
            return (answer, await ear.stop())
        }
        #expect(answer.status == row.status)
        #expect(answer.verdict == row.verdict)
        #expect(answer.reason == row.reason)
        #expect(row.seconds.contains(answer.took.seconds), "it took \(answer.took)")
        #expect(heard.holdsTone(at: 1000) == (row.verdict == "confirmed"), "\(heard.samples.count) samples")
    }

    @Test(arguments: [
        (RadioFault.closesLater, FaultCode.streamDropped), (.resetsLater, .streamDropped), (.cutChunk, .streamDropped),
        (.stallsLater, .upstreamTimeout),
    ])
    func aStreamThatBreaksIsTriedOnceMoreThenFails(_ fault: RadioFault, _ code: FaultCode) async throws {
        let pulse = try await PrivatePulse()
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let (first, phases, notice) = try await RunningHost.with(
            stations: [(id: "gb.fault", addresses: [server.address(of: fault)])],
            output: .device("pulse/lab"),
            pulse: pulse
        ) { host in
            let first = try await host.command("play", "{\"media\":\"station:gb.fault\"}")
            let (phases, notice) = try await host.phases(until: "failed")
            return (first, phases, notice)
        }
        #expect(first.verdict == "confirmed")
        #expect(phases.filter { $0 == "reconnecting" }.count == 1)
        #expect(phases.last == "failed")
        #expect(notice == code.rawValue)
        #expect(server.requests.count == 2)
    }
}
