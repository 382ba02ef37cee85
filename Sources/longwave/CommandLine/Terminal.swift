internal import Glibc

/// Where the command line writes: answers to `out`, what went wrong to `complaint`. Each text is one or more whole
/// lines without the last end of line.
struct Terminal: Sendable {
    let out: @Sendable (String) -> Void
    let complaint: @Sendable (String) -> Void

    /// The process's own output and error output. A reader that has gone away is no reason to complain.
    static let system = Terminal(out: { write($0, to: STDOUT_FILENO) }, complaint: { write($0, to: STDERR_FILENO) })

    private static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array((text + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }
}
