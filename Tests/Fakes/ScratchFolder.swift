internal import FoundationEssentials
internal import Glibc

/// A folder of its own for one test; removed with everything in it when it is let go.
package final class ScratchFolder: Sendable {
    /// Absolute, without a final slash.
    package let path: String

    package init() {
        var template = Array("/tmp/longwave-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no temporary folder: \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // What cannot be removed is left to the system's own cleaning of temporary files.
        try? FileManager.default.removeItem(atPath: path)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The bytes of a file in the folder; empty where there is none.
    package func bytes(_ name: String) -> [UInt8] {
        // A file that was never written reads as empty.
        (try? Data(contentsOf: URL(filePath: file(name)))).map(Array.init) ?? []
    }

    package func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    package func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: file(name)))
    }
}
