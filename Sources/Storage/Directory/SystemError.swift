internal import Glibc

/// What the system answered instead of success.
struct SystemError: Error, Equatable, CustomStringConvertible {
    let code: Int32
    /// What was tried, and on what.
    let act: String

    /// Reads `errno`; must come directly after the call that failed.
    init(_ act: String) {
        self.code = errno
        self.act = act
    }

    var description: String { "\(act): \(String(cString: strerror(code)))" }
}
