internal import FoundationEssentials
internal import Glibc

/// An empty folder of the test's own; it goes when the value goes.
package final class TemporaryDirectory: Sendable {
    package let path: String

    package init() {
        let template = FileManager.default.temporaryDirectory.path + "/longwave-test-XXXXXX"
        var bytes = Array(template.utf8CString)
        guard mkdtemp(&bytes) != nil else { preconditionFailure("no temporary directory: errno \(errno)") }
        self.path = String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // try?: what is left behind in the folder for temporary files does no harm.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The path of `name` inside.
    package func file(_ name: String) -> String { "\(path)/\(name)" }
}
