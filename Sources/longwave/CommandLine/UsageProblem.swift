/// Why a command line makes no sense, and what was probably meant.
struct UsageProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// A sentence without its full stop.
    let reason: String
    let nearest: [String]
    /// The command that was being read; nil before one was known.
    let command: CommandName?

    init(_ reason: String, nearest: [String] = [], command: CommandName? = nil) {
        self.reason = reason
        self.nearest = nearest
        self.command = command
    }

    /// Two lines: what is wrong, and where to read on.
    var description: String {
        let name = command.map { "longwave \($0.rawValue)" } ?? "longwave"
        let hint = nearest.isEmpty ? "" : " Did you mean \(nearest.joined(separator: " or "))?"
        return "\(name): \(reason).\(hint)\nSee: \(name) --help"
    }
}
