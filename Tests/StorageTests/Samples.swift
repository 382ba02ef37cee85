import Fakes
import FoundationEssentials
import Model

@testable import Storage

/// Keeps what was logged, in order.
final class RecordedLog: LogSink {
    struct Line: Equatable {
        let level: LogLevel
        let event: String
        let text: String
    }

    private let state = Lock<[Line]>([])

    var lines: [Line] { state.withLock { $0 } }

    func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)]) {
        let text = fields.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        state.withLock { $0.append(Line(level: level, event: event, text: text)) }
    }
}

enum Samples {
    static let date = Date(timeIntervalSince1970: 1_800_000_000.5)

    static func intent(
        _ generation: Int,
        player: PlayerID = .main,
        station: String = "us.kexp",
        title: String? = "KEXP",
        wanted: Intent.Wanted = .playing
    ) -> Intent {
        Intent(
            player: player,
            generation: Generation(generation),
            item: QueueItemID("item-\(generation)"),
            media: .station(station),
            title: title,
            wanted: wanted,
            askedAt: date
        )
    }

    static func receipt(_ number: Int, verdict: Verdict? = nil, steps: [ReceiptStep] = []) throws -> Receipt {
        let digits = String(number, radix: 16)
        guard let id = OperationID(String(repeating: "0", count: 32 - digits.utf8.count) + digits) else {
            throw StoreError.failed("no id")
        }
        return Receipt(
            id: id,
            player: .main,
            act: .play,
            media: .station("us.kexp"),
            generation: Generation(number),
            acceptedAt: date,
            deadline: .milliseconds(8000),
            steps: steps,
            verdict: verdict
        )
    }

    static func preset(_ number: Int, name: String? = nil) throws -> Preset {
        let digits = String(number, radix: 16)
        guard let id = PresetID(String(repeating: "0", count: 16 - digits.utf8.count) + digits),
            let station = StationID("us.s\(number)")
        else { throw StoreError.failed("no id") }
        return Preset(id: id, station: station, name: name ?? "Station “\(number)”")
    }

    /// A database with the whole schema in a folder of its own.
    static func database(in folder: TemporaryDirectory) async throws -> Database {
        let database = Database()
        try await database.open(path: folder.file("test.sqlite3"), migrations: Migration.all)
        return database
    }

    static func open(_ folder: TemporaryDirectory, log: RecordedLog = RecordedLog()) async throws -> StateStore {
        try await StateStore.open(directory: folder.path, date: date, log: log)
    }

    /// Every byte of the files in a folder, by name.
    static func bytes(in folder: TemporaryDirectory) throws -> [String: Data] {
        var found: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            found[name] = FileManager.default.contents(atPath: folder.file(name))
        }
        return found
    }
}
