internal import Model

/// Checks one listed stream as a player would open it, with the same guards, and lets it go: until the first title,
/// at most 64 KiB and at most 12 s. Its agent is the product's; it is no listener.
struct StreamProbe: Sendable {
    static let limit = Duration.seconds(12)
    /// Audio bytes after which nothing more is waited for.
    static let mostBytes = 64 << 10
    /// The same where no title can come: enough frames for a mean.
    static let plainBytes = 16 << 10
    /// How often a probe that waits for a turn sees to its time.
    private static let waitingStep = Duration.milliseconds(250)

    let client: any HTTPClient
    let resolver: any NameResolver
    let xml: any XMLReading
    let cipher: any BlockCipher
    let clock: any HostClock
    let turns: HostTurns

    /// Checks `stream` of `station`. Cancelling the task ends it, with `upstream_timeout`.
    ///
    /// - Parameters:
    ///   - stream: one of the station's.
    ///   - station: gives trust, name and charset.
    ///   - number: names this probe among those that share the turns.
    /// - Returns: what was heard, or the code of what kept it away.
    func check(_ stream: StationStream, of station: Station, as number: Int) async -> StreamCheck {
        let line = ProbeLine(client: client, turns: turns, probe: number, clock: clock)
        let worker = Task { await listen(to: stream, of: station, on: line) }
        let clock = clock
        let timer = Task {
            while true {
                let left = Self.limit - line.spent
                guard left > .zero else { return worker.cancel() }
                do {
                    try await clock.sleep(until: clock.now + max(left, Self.waitingStep))
                } catch {
                    return
                }
            }
        }
        let result = await withTaskCancellationHandler {
            await worker.value
        } onCancel: {
            worker.cancel()
        }
        timer.cancel()
        let heard: StreamHeard?
        let fault: FaultCode?
        do throws(FaultCode) {
            heard = try result.get()
            fault = nil
        } catch {
            heard = nil
            fault = error
        }
        return StreamCheck(
            origin: stream.address.description,
            heard: heard,
            fault: fault?.rawValue,
            movedTo: line.movedTo,
            tookMs: line.spent.milliseconds
        )
    }

    private func listen(
        to stream: StationStream,
        of station: Station,
        on line: ProbeLine
    ) async -> Result<StreamHeard, FaultCode> {
        let fetch = GuardedFetch(client: line, resolver: resolver)
        let opener = StreamOpener(
            fetch: fetch,
            xml: xml,
            hls: HLSOpener(fetch: fetch, cipher: cipher, clock: clock),
            clock: clock
        )
        let opened: StreamOpener.Opened
        do throws(FaultCode) {
            opened = try await opener.open(stream.address, trust: station.trust, hosts: stream.hosts)
        } catch {
            return .failure(Task.isCancelled ? .upstreamTimeout : error)
        }
        let source = opened.source
        defer { source.cancel() }
        var sample = ProbeSample(
            opened,
            titles: TitleReader(
                charset: TitleCharset(declared: station.charset, remembered: nil, languages: station.languages),
                stationName: station.name
            )
        )
        await withTaskCancellationHandler {
            while !sample.isEnough {
                // However it ends from here on, audio was heard.
                guard let pieces = try? await source.next() else { return }
                sample.take(pieces)
            }
        } onCancel: {
            source.cancel()
        }
        return .success(sample.heard)
    }
}

/// What has come of a stream so far.
private struct ProbeSample {
    private let audio: SniffedAudio
    private let sendsTitles: Bool
    private var titles: TitleReader
    private var title: String?
    private var bytes: [UInt8] = []

    init(_ opened: StreamOpener.Opened, titles: TitleReader) {
        self.audio = opened.audio
        self.sendsTitles = opened.sendsTitles
        self.titles = titles
        take(opened.pieces)
    }

    var isEnough: Bool {
        if bytes.count >= StreamProbe.mostBytes { return true }
        return (title != nil || !sendsTitles) && bytes.count >= StreamProbe.plainBytes
    }

    mutating func take(_ pieces: [StreamPiece]) {
        for piece in pieces {
            switch piece {
            case .audio(let audio):
                bytes += audio.prefix(StreamProbe.mostBytes - min(bytes.count, StreamProbe.mostBytes))
            case .metadata(let block): note(titles.read(block))
            case .title(let text): note(titles.read(text))
            }
        }
    }

    private mutating func note(_ said: StreamTitle?) {
        guard title == nil, let said, !said.line.isEmpty else { return }
        title = said.line
    }

    var heard: StreamHeard {
        let meter = FrameMeter(bytes)
        return StreamHeard(
            codec: audio.codec,
            sampleRate: meter.sampleRate,
            bitrateKbps: meter.bitrateKbps ?? audio.bitrateKbps,
            sendsTitles: sendsTitles,
            title: title
        )
    }
}
