/// Why a host cannot start on a state directory. Everything else starts it degraded.
package enum StorageProblem: Error, Sendable, Equatable, CustomStringConvertible {
    /// Another host runs on it; `pid` is nil where it left no number.
    case inUse(directory: String, pid: Int?)

    package var description: String {
        switch self {
        case .inUse(let directory, let pid):
            "another longwave\(pid.map { " (process \($0))" } ?? "") already runs on \(directory); stop it, or give "
                + "this one a state directory of its own with --state"
        }
    }
}

/// Why this run keeps nothing but what it holds in memory (C9).
package struct Degradation: Sendable, Equatable {
    /// A sentence for the owner.
    package let reason: String
    /// Where the database that could not be used lies now, as a name in the state directory; nil where it was left
    /// alone.
    package let setAside: String?

    package init(reason: String, setAside: String?) {
        self.reason = reason
        self.setAside = setAside
    }
}
