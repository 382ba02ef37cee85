import Fakes
import Model
import Testing

@testable import Core

/// An HLS station among fakes: playlists and segments of packed AAC.
struct HLSBench: Sendable {
    static let master = "https://a.example/radio/master.m3u8"
    static let list = "https://a.example/radio/live.m3u8"

    let client = ScriptedHTTPClient()
    let resolver = ScriptedResolver()
    let clock = ManualClock()

    init() { for name in ["a.example", "b.example"] { resolver.script(name, ["203.0.113.1"]) } }

    var opener: HLSOpener {
        HLSOpener(
            fetch: GuardedFetch(client: client, resolver: resolver),
            cipher: ScriptedCipher(),
            clock: clock
        )
    }

    /// What was asked for, by the last part of each path.
    var asked: [String] {
        client.requests.map { request in
            let path = request.address.target.prefix { $0 != "?" }
            return path.split(separator: "/").last.map(String.init) ?? ""
        }
    }

    func status(_ address: String, _ status: Int, headers: [(String, String)] = []) {
        client.script(address, .answer(status: status, headers: headers, body: ScriptedBody([.end])))
    }

    func serve(_ address: String, _ bytes: [UInt8], status: Int = 200) {
        client.script(address, .answer(status: status, headers: [], body: ScriptedBody([.bytes(bytes), .end])))
    }

    func serve(_ address: String, _ text: String) { serve(address, Array(text.utf8)) }

    /// A segment of `number`, and nobody else's bytes.
    static func audio(_ number: Int) -> [UInt8] { AudioBytes.adts(frames: 8, length: 200 + number % 100) }

    /// Every segment of `numbers`, once each.
    func serveSegments(_ numbers: Range<Int>) {
        for number in numbers { serve("https://a.example/radio/seg\(number).ts", Self.audio(number)) }
    }

    /// The playlist's next reading.
    func list(_ numbers: Range<Int>, target: Int = 6) {
        serve(Self.list, PlaylistTexts.window(numbers, target: target, duration: "\(target)"))
    }

    func open(_ text: String, at address: String = list, trust: StationTrust = .open) async throws
        -> StreamOpener.Opened
    {
        try await opener.open(Array(text.utf8), from: try PlaylistTexts.address(address), trust: trust)
    }

    /// Opens a window whose segments are served.
    func open(_ numbers: Range<Int>, target: Int = 6) async throws -> StreamOpener.Opened {
        try await open(PlaylistTexts.window(numbers, target: target, duration: "\(target)"))
    }

    /// Does `work` while the clock moves from one deadline to the next.
    func moving<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let clock = clock
        let mover = Task {
            while !Task.isCancelled {
                let deadline = clock.nextDeadline
                // Whatever else is under way goes first: a deadline is what happens when nothing else does.
                for _ in 0..<200 { await Task.yield() }
                guard let deadline, clock.nextDeadline == deadline, !Task.isCancelled else { continue }
                if deadline > clock.now { clock.advance(by: deadline - clock.now) }
            }
        }
        defer { mover.cancel() }
        return try await work()
    }
}

extension [StreamPiece] {
    var audio: [UInt8] {
        flatMap { piece -> [UInt8] in
            if case .audio(let bytes) = piece { bytes } else { [] }
        }
    }

    var titles: [StreamTitle] {
        compactMap { piece in
            if case .title(let title) = piece { title } else { nil }
        }
    }
}
