package import Model

/// Keeps log lines for a test to search; prints nothing.
package final class KeptLog: LogSink {
    private let kept = Lock([String]())

    package init() {}

    package func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)]) {
        let line = "\(level) \(event) " + fields.map { "\($0.0)=\($0.1)" }.joined(separator: " ")
        kept.withLock { $0.append(line) }
    }

    package var lines: [String] { kept.withLock { $0 } }
}
