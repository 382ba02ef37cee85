internal import FoundationEssentials
internal import Glibc
internal import Model

/// Log lines on standard error, one per event: with a priority for the journal where systemd listens, with a time for
/// people elsewhere. Fields are made printable; nothing here ever sees a whole address.
struct SystemLog: LogSink {
    let isJournal: Bool
    let least: LogLevel

    func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)]) {
        guard level >= least else { return }
        var line = isJournal ? "<\(level.priority)>" : "\(Date().formatted(.iso8601)) \(level) "
        line += event
        for (name, value) in fields { line += " \(name)=\(Self.quoted(value))" }
        var bytes = Array((line.withoutControls + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            // Nobody reads the log: there is nowhere left to say so.
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private static func quoted(_ value: String) -> String {
        value.contains(" ") || value.isEmpty ? "\"\(value.replacing("\"", with: "'"))\"" : value
    }
}

extension LogLevel {
    /// Of syslog.
    fileprivate var priority: Int {
        switch self {
        case .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        }
    }
}
