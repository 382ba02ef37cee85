internal import Glibc
internal import Model

/// Where the command line writes: answers to `out`, what went wrong to `complaint`. Each text is one or more whole
/// lines without the last end of line.
struct Terminal: Sendable {
    let out: @Sendable (String) -> Void
    let complaint: @Sendable (String) -> Void

    /// Why an answer could not be written, in the system's words; nil while all were, or nobody reads any more.
    var fault: @Sendable () -> String? = { nil }

    /// Shows one short line that the next one replaces, and an empty one takes away; nil where nobody watches.
    var progress: (@Sendable (String) -> Void)?

    /// The process's own output and error output.
    static let system = Terminal(out: STDOUT_FILENO, complaint: STDERR_FILENO)

    init(
        out: @escaping @Sendable (String) -> Void,
        complaint: @escaping @Sendable (String) -> Void
    ) {
        self.out = out
        self.complaint = complaint
    }

    init(out: Int32, complaint: Int32) {
        let failed = Lock<Int32?>(nil)
        self.out = { text in
            let code = Self.write(text, to: out)
            failed.withLock { $0 = $0 ?? code }
        }
        self.complaint = { _ = Self.write($0, to: complaint) }
        if isatty(complaint) == 1 {
            self.progress = { text in
                let bytes = Array("\r\u{1b}[K\(text)".utf8)
                // A line that nobody sees is no loss.
                _ = bytes.withUnsafeBytes { Glibc.write(complaint, $0.baseAddress, $0.count) }
            }
        }
        self.fault = { failed.withLock { $0 }.map { String(cString: strerror($0)) } }
    }

    /// Why it could not be written; nil also where the reader has gone away, which is no reason to complain.
    private static func write(_ text: String, to descriptor: Int32) -> Int32? {
        var bytes = Array((text + "\n").utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return errno == EPIPE ? nil : errno }
            bytes = bytes.dropFirst(count)
        }
        return nil
    }
}
