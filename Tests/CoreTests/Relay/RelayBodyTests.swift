import Fakes
import Model
import Testing

@testable import Core

/// A running stream, as the renderer pulls it.
@Suite(.timeLimit(.minutes(3)))
struct RelayBodyTests {
    private let bench = RelayBench()
    private let address = "https://a.example/live"
    private let audio = AudioBytes.mp3(frames: 40)

    /// `audio` with these titles behind each 1,000 bytes.
    private func interleaved(_ titles: [String]) -> [UInt8] {
        var body: [UInt8] = []
        var rest = audio[...]
        for title in titles {
            body += rest.prefix(1000)
            rest = rest.dropFirst(1000)
            let text = Array("StreamTitle='\(title)';".utf8)
            let units = (text.count + 15) / 16
            body += [UInt8(units)] + text + Array(repeating: 0, count: units * 16 - text.count)
        }
        while rest.count > 1000 {
            body += rest.prefix(1000) + [0]
            rest = rest.dropFirst(1000)
        }
        return body + rest
    }

    private func titles(in bytes: [UInt8]) -> (audio: [UInt8], titles: [String?]) {
        var deinterleaver = ICYDeinterleaver(header: String(ICYInterleaver.interval))
        var audio: [UInt8] = []
        var titles: [String?] = []
        for piece in deinterleaver?.feed(bytes) ?? [] {
            switch piece {
            case .audio(let run): audio += run
            case .metadata(let block): titles.append(ICYTitle.read(block) { String(decoding: $0, as: UTF8.self) }?.line)
            case .title: Issue.record("a block's charset is not known here")
            }
        }
        return (audio, titles)
    }

    @Test(arguments: [1, 7, 160, 1000, 1001, 4096, 100_000])
    func metadataIsTakenOutForWhoeverDoesNotWantIt(chunk: Int) async throws {
        let body = interleaved(["A - B", "", "C"])
        let steps = stride(from: 0, to: body.count, by: chunk).map { start in
            ScriptedBody.Step.bytes(Array(body[start..<min(start + chunk, body.count)]))
        }
        bench.play(address, steps + [.end], headers: [("icy-metaint", "1000")])
        let answer = await bench.open(await bench.grant([address]))
        #expect(answer.header("icy-metaint") == nil)
        #expect(try await answer.everything() == audio)
    }

    @Test func titlesGoBackInAsUTF8WithOurOwnInterval() async throws {
        var body = interleaved(["A", "A", "Caf#", "It''; s"])
        for index in body.indices where body[index] == UInt8(ascii: "#") { body[index] = 0xe9 }
        bench.play(address, [.bytes(body), .end], headers: [("icy-metaint", "1000")])
        let answer = await bench.open(await bench.grant([address]), wantsTitles: true)
        #expect(answer.header("icy-metaint") == "8192")
        let seen = titles(in: try await answer.everything())
        #expect(seen.audio == audio)
        // All came within the first 8,192 bytes: the last one counts from there on.
        #expect(seen.titles == ["It'’; s"])
    }

    @Test func theStationsCharsetIsUsed() async throws {
        var body = interleaved(["######"])
        let word: [UInt8] = [0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]
        var number = 0
        for index in body.indices where body[index] == UInt8(ascii: "#") && number < 6 {
            body[index] = word[number]
            number += 1
        }
        bench.play(address, [.bytes(body), .end], headers: [("icy-metaint", "1000")])
        let grant = await bench.grant([address], charset: "windows-1251")
        let answer = await bench.open(grant, wantsTitles: true)
        #expect(titles(in: try await answer.everything()).titles == ["Привет"])
    }

    @Test(arguments: ["0", "-5", "x", nil])
    func aStreamWithoutTitlesIsPlainAudio(header: String?) async throws {
        bench.play(address, [.bytes(audio), .end], headers: header.map { [("icy-metaint", $0)] } ?? [])
        let answer = await bench.open(await bench.grant([address]), wantsTitles: true)
        #expect(answer.header("icy-metaint") == nil)
        #expect(try await answer.everything() == audio)
    }

    @Test func nothingIsFetchedThatNobodyPulls() async throws {
        let upstream = bench.play(address, (0..<50).map { _ in .bytes(audio) })
        let answer = await bench.open(await bench.grant([address]))
        #expect(upstream.pulls == 1)
        _ = try await answer.body?.next()
        #expect(upstream.pulls == 1)
        _ = try await answer.body?.next()
        #expect(upstream.pulls == 2)
        bench.clock.advance(by: .seconds(3600))
        #expect(upstream.left == 48)
        #expect(!upstream.isCancelled)
        answer.body?.cancel()
    }

    @Test(arguments: [HTTPFault.dropped, .connectionFailed, .malformedResponse, .tlsFailed, .timedOut])
    func anyEndOfALiveStreamIsADrop(fault: HTTPFault) async throws {
        let upstream = bench.play(address, [.bytes(audio), .bytes(audio), .fault(fault)])
        let answer = await bench.open(await bench.grant([address]))
        #expect(try await answer.everything() == audio + audio)
        let code: FaultCode = fault == .timedOut ? .upstreamTimeout : .streamDropped
        #expect(bench.events.last == .dropped(code))
        #expect(try await answer.body?.next() == nil)
        #expect(bench.events.filter { $0 == .dropped(code) }.count == 1)
        #expect(upstream.isCancelled)
        let tally = await bench.relay.tally(of: PlayID(1))
        #expect(tally?.isOpen == false)
        #expect(tally?.fault == code)
        #expect(tally?.bytes == 2 * audio.count)
    }

    @Test func aFileThatEndsHasNotDropped() async throws {
        bench.play(address, [.bytes(audio), .end])
        let answer = await bench.open(await bench.grant([address], isLive: false))
        #expect(try await answer.everything() == audio)
        #expect(!bench.events.contains(.dropped(.streamDropped)))
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == false)
    }

    @Test func whoWaitsTenSecondsForAudioHasLostTheStream() async throws {
        let upstream = bench.play(address, [.bytes(audio)])
        let answer = await bench.open(await bench.grant([address]))
        let body = try #require(answer.body)
        #expect(try await body.next() == audio)
        await bench.clock.sleepers(1)
        bench.clock.advance(by: .seconds(4))
        async let piece = body.next()
        await upstream.waiting()
        // The watch looks when it would be due had somebody waited all along, and sees that nobody did.
        bench.clock.advance(by: .seconds(6))
        await bench.clock.sleepers(1)
        #expect(bench.clock.nextDeadline == .seconds(14))
        bench.clock.advance(by: .milliseconds(3999))
        #expect(!upstream.isCancelled)
        bench.status(address, 404)
        bench.clock.advance(by: .milliseconds(1))
        #expect(try await piece == nil)
        #expect(bench.events.contains(.reconnecting(.upstreamTimeout)))
        #expect(bench.events.last == .failed(.upstreamNotFound))
        #expect(upstream.isCancelled)
    }

    @Test func aRendererThatDoesNotAskIsNoStall() async throws {
        let upstream = bench.play(address, [.bytes(audio), .bytes(audio)])
        let answer = await bench.open(await bench.grant([address]))
        let body = try #require(answer.body)
        #expect(try await body.next() == audio)
        for _ in 0..<20 {
            await bench.clock.sleepers(1)
            bench.clock.advance(by: .seconds(10))
        }
        #expect(!upstream.isCancelled)
        #expect(try await body.next() == audio)
        #expect(!bench.events.contains(.dropped(.upstreamTimeout)))
        body.cancel()
    }

    @Test func titlesAloneAreNoProgress() async throws {
        let upstream = bench.play(
            address,
            [.bytes(Array(audio.prefix(3000)))],
            headers: [("icy-metaint", "3000")]
        )
        let answer = await bench.open(await bench.grant([address]))
        let body = try #require(answer.body)
        #expect(try await body.next() == Array(audio.prefix(3000)))
        async let piece = body.next()
        await upstream.waiting()
        let block = ICYInterleaver.block(of: "still no sound")
        for byte in block.prefix(9) {
            await bench.clock.sleepers(1)
            bench.clock.advance(by: .seconds(1))
            upstream.feed(.bytes([byte]))
            await upstream.waiting()
        }
        bench.status(address, 404)
        bench.clock.advance(by: .seconds(1))
        #expect(try await piece == nil)
        #expect(bench.events.contains(.reconnecting(.upstreamTimeout)))
    }

    @Test func aRendererThatLeavesHasNotLostAnything() async throws {
        let upstream = bench.play(address, [.bytes(audio)])
        let answer = await bench.open(await bench.grant([address]))
        let body = try #require(answer.body)
        _ = try await body.next()
        let waiting = Task { () -> HTTPFault? in
            do throws(HTTPFault) { _ = try await body.next() } catch { return error }
            return nil
        }
        await upstream.waiting()
        body.cancel()
        body.cancel()
        #expect(await waiting.value == .cancelled)
        #expect(upstream.isCancelled)
        guard case .fetching = bench.events.last else {
            Issue.record("\(bench.events)")
            return
        }
        #expect(bench.clock.nextDeadline == nil)
    }

    @Test func aForgottenBodyEndsItsTransfer() async {
        let upstream = bench.play(address, [.bytes(audio)])
        let grant = await bench.grant([address])
        do { _ = await bench.open(grant) }
        #expect(upstream.isCancelled)
        #expect(await bench.relay.tally(of: PlayID(1))?.isOpen == false)
    }
}
