internal import Core
internal import Engine
internal import Glibc
internal import Model

/// libmpv with our options and our evidence rule, without our daemon: what a start costs that nobody can avoid.
///
/// Reads one command a line from standard input: `play <loopback address> <output>` prints `confirmed <ms>`,
/// `failed <code>` or `late`; `stop` prints `stopped`. It ends with its input.
@main
struct Bare {
    private static let deadline = Duration.seconds(8)

    private let clock = BareClock()
    private let renderer: MPVRenderer
    private let looks: Lock<Listener>

    /// Who waits for the current load; guarded as one.
    private struct Listener {
        var watch: EvidenceWatch?
        var waiting: AsyncStream<String>.Continuation?
    }

    static func main() async throws {
        signal(SIGPIPE, SIG_IGN)
        setlocale(LC_NUMERIC, "C")
        let bare = try Bare()
        let listening = Task { await bare.listen() }
        var number = 0
        while let line = readLine() {
            let words = line.split(separator: " ").map(String.init)
            switch words.first {
            case "play" where words.count == 3:
                number += 1
                guard let output = OutputName(words[2]) else { fatalError("no output is called \(words[2])") }
                print(await bare.play(words[1], as: PlayID(number), to: output))
                fflush(nil)
            case "stop":
                try await bare.renderer.unload()
                print("stopped")
                fflush(nil)
            default:
                fatalError("commands are: play <address> <output>, stop")
            }
        }
        await bare.renderer.close()
        await listening.value
    }

    private init() throws {
        self.renderer = try MPVRenderer(clientName: "bare", clock: clock, log: Quiet())
        self.looks = Lock(Listener())
    }

    /// Loads and waits for the verdict, judged as the daemon judges it.
    private func play(_ address: String, as id: PlayID, to output: OutputName) async -> String {
        let (answers, continuation) = AsyncStream.makeStream(of: String.self)
        looks.withLock { $0 = Listener(watch: EvidenceWatch(playID: id, output: output), waiting: continuation) }
        let started = clock.now
        await renderer.watch(.fine)
        do { try await renderer.load(address, as: id, to: output) } catch { return "failed \(error)" }
        let limit = Task {
            do { try await clock.sleep(until: started + Self.deadline) } catch { return }
            continuation.yield("late")
        }
        defer { limit.cancel() }
        for await answer in answers {
            await renderer.watch(.coarse)
            return answer == "confirmed" ? "confirmed \((clock.now - started).milliseconds)" : answer
        }
        return "late"
    }

    @concurrent private func listen() async {
        for await event in renderer.events {
            looks.withLock { listener in
                switch event {
                case .observed(let look):
                    listener.watch?.take(look)
                    if listener.watch?.isSufficient == true { listener.waiting?.yield("confirmed") }
                case .ended(_, .failed(let code)): listener.waiting?.yield("failed \(code.rawValue)")
                default: break
                }
            }
        }
    }
}

private struct Quiet: LogSink {
    func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)]) {}
}
