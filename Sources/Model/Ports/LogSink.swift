/// Where log lines go. Fields are names and short values; addresses of streams show scheme and host only.
package protocol LogSink: Sendable {
    func log(_ level: LogLevel, _ event: String, _ fields: [(String, String)])
}

package enum LogLevel: Int, Sendable, Comparable {
    case debug, info, notice, warning, error

    package static func < (left: LogLevel, right: LogLevel) -> Bool { left.rawValue < right.rawValue }
}
