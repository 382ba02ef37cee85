import Fakes
import Glibc
import Testing

/// The stand-in proved by programs that know nothing of it: curl, ffprobe and ffmpeg.
@Suite(.timeLimit(.minutes(3)))
struct FaultyRadioServerTests {
    @Test(arguments: [
        RadioFault.icecast, .icy, .http10, .chunked, .mixedCase, .burst, .midFrame, .id3First, .titlesUnasked,
        .metaintTiny, .metaintZero, .redirect, .redirectRelative, .redirectChain5, .wrongType, .longValue,
        .titleBroken, .titleLongest,
    ])
    func ffmpegHearsTheTone(fault: RadioFault) async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let heard = try await ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "mp3", "-icy", "1", "-i", server.address(of: fault), "-t", "0.5"]
                + ["-ac", "1", "-ar", "48000", "-f", "s16le", "pipe:1"],
            limit: .seconds(20)
        )
        #expect(heard.status == 0, "\(heard.errorText)")
        #expect(heard.errorText.isEmpty || fault == .midFrame, "a glitch: \(heard.errorText)")
        let samples = heard.output.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
        #expect(samples.count > 20_000)
        #expect(power(of: 1000, in: samples) > 0.9, "most of the energy is the tone")
    }

    @Test func ffprobeSeesTitles() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        for fault in [RadioFault.icecast, .icy, .chunked] {
            let seen = try await ChildProcess.run(
                "ffprobe",
                ["-v", "error", "-icy", "1", "-show_entries", "format_tags:stream=codec_name,sample_rate,bit_rate"]
                    + ["-of", "default=nw=1", server.address(of: fault)],
                limit: .seconds(20)
            )
            #expect(seen.text.contains("codec_name=mp3"), "\(fault): \(seen.text)")
            #expect(seen.text.contains("sample_rate=48000"))
            #expect(seen.text.contains("bit_rate=128000"))
            #expect(seen.text.contains("TAG:StreamTitle=Longwave - Test"), "\(fault): \(seen.text)")
        }
    }

    @Test(arguments: [
        (RadioFault.unauthorized, 401), (.forbidden, 403), (.notFound, 404), (.gone, 410), (.serverError, 500),
        (.busy, 503), (.redirect, 302), (.redirectRelative, 301), (.html, 200), (.json, 200), (.image, 200),
        (.empty, 200), (.zeroLength, 200), (.fullWithText, 200), (.pls, 200), (.m3u, 200),
    ])
    func curlSeesTheStatus(fault: RadioFault, status: Int) async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let seen = try await curl(["-w", "%{http_code}", "-o", "/dev/null", server.address(of: fault)])
        #expect(seen.text == "\(status)")
        #expect(seen.status == 0)
        #expect(server.requests.map(\.path) == [fault.path])
        #expect(server.requests[0].header("user-agent")?.hasPrefix("curl/") == true)
    }

    /// curl's own exit codes: 1 no HTTP, 7 refused, 18 cut short, 28 time ran out, 52 nothing came, 56 reset.
    @Test(arguments: [
        (RadioFault.refused, [7]), (.closesAtOnce, [52]), (.shortBody, [18]), (.cutChunk, [18]),
        (.badChunk, [56]), (.resetsLater, [56]), (.closesLater, [0]), (.badStatusLine, [1]),
        (.redirectLoop, [47]), (.redirectToFile, [1]), (.neverAnswers, [28]), (.headOnly, [28]), (.slowHead, [28]),
        (.drip, [28]), (.stallsLater, [28]), (.silence, [28]),
    ])
    func curlSeesTheFault(fault: RadioFault, exits: [Int32]) async throws {
        var timing = FaultyRadioServer.Timing()
        timing.after = 0.2
        let audio = try await RadioAudio.tone()
        let server = FaultyRadioServer(tone: audio, silence: try await RadioAudio.silence(), timing: timing)
        defer { server.stop() }
        let seen = try await curl(["-L", "-m", "2", "-o", "/dev/null", server.address(of: fault)])
        #expect(exits.contains(seen.status), "\(seen.status)")
    }

    /// Seconds of audio at once, and seconds of audio in a second.
    @Test(arguments: [(RadioFault.icecast, 1.0, 1.0), (.halfRate, 0, 0.5), (.burst, 10, 1)])
    func paceIsRealTimeAfterTheBurst(fault: RadioFault, burst: Double, rate: Double) async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let seen = try await curl(
            ["-m", "3", "-o", "/dev/null", "-w", "%{size_download} %{time_starttransfer} %{time_total}"]
                + [server.address(of: fault)]
        )
        let numbers = seen.text.split(separator: " ").compactMap { Double($0) }
        try #require(numbers.count == 3)
        // 16,000 bytes are one second.
        let ratio = numbers[0] / 16_000 / (burst + rate * (numbers[2] - numbers[1]))
        #expect((0.75...1.15).contains(ratio), "\(seen.text)")
    }

    @Test func titlesAreTheBytesAsked() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let folder = ScratchFolder()
        for (fault, bytes) in [
            (RadioFault.titleLatin1, Array("Mot".utf8) + [0xf6]), (.titleBroken, [0x27, 0xff, 0xff, 0xb0, 0x27]),
            (.titleApostrophes, Array("='Guns N' Roses - Sweet Child O' Mine';".utf8)),
            (.titleCyrillic, [0xca, 0xe8, 0xed, 0xee]), (.titleEmpty, Array("StreamTitle='';".utf8)),
        ] {
            _ = try await curl(["-m", "1", "-o", folder.file("body"), server.address(of: fault)])
            let body = folder.bytes("body")
            let length = Int(try #require(body.dropFirst(4096).first)) * 16
            let block = Array(body.dropFirst(4097).prefix(length))
            #expect(length > 0 && block.firstRange(of: bytes) != nil, "\(fault)")
        }
    }

    @Test func htmlIsForBrowsersOnly() async throws {
        let server = FaultyRadioServer(tone: try await RadioAudio.tone())
        defer { server.stop() }
        let type = ["-m", "1", "-o", "/dev/null", "-w", "%{content_type}", server.address(of: .htmlForBrowsers)]
        #expect(try await curl(type).text == "audio/mpeg")
        #expect(try await curl(["-A", "Mozilla/5.0"] + type).text == "text/html")
    }

    @Test func everyFaultHasAnAnswer() async throws {
        var timing = FaultyRadioServer.Timing()
        timing.after = 0.05
        timing.drip = 0.001
        let audio = try await RadioAudio.tone()
        let server = FaultyRadioServer(tone: audio, silence: audio, timing: timing)
        defer { server.stop() }
        await withTaskGroup { group in
            for fault in RadioFault.allCases where fault != .refused {
                group.addTask {
                    // What curl makes of it does not matter here, only that the server has a script for it.
                    _ = try? await curl(["-m", "1", "-o", "/dev/null", server.address(of: fault)])
                }
            }
        }
        #expect(Set(server.requests.map(\.path)) == Set(RadioFault.allCases.map(\.path)).subtracting(["/refused"]))
        #expect(RadioFault.allCases.count >= 25)
    }
}

private func curl(_ arguments: [String]) async throws -> ChildProcess.Outcome {
    try await ChildProcess.run("curl", ["-s"] + arguments, limit: .seconds(20))
}

/// The share of the energy of `samples`, at 48 kHz, that is a sine of `frequency` (Goertzel).
private func power(of frequency: Double, in samples: [Int16]) -> Double {
    let coefficient = 2 * cos(2 * .pi * frequency / 48_000)
    var (last, beforeLast, energy) = (0.0, 0.0, 0.0)
    for sample in samples {
        let value = Double(sample) + coefficient * last - beforeLast
        (beforeLast, last) = (last, value)
        energy += Double(sample) * Double(sample)
    }
    let magnitude = last * last + beforeLast * beforeLast - coefficient * last * beforeLast
    return magnitude * 2 / Double(samples.count) / max(energy, 1)
}
