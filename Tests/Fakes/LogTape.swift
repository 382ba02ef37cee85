package import Model

/// Keeps every log line as text.
package final class LogTape: LogSink {
    private let kept = Lock<[String]>([])

    package init() {}

    package var lines: [String] { kept.withLock { $0 } }

    package func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)]) {
        let line = "\(level) \(event) " + fields.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        kept.withLock { $0.append(line) }
    }
}
