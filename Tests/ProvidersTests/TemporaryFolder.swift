internal import FoundationEssentials
internal import Glibc

/// A folder that lives as long as this value.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "longwave-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        self.path = url.path(percentEncoded: false)
    }

    deinit {
        // Nothing depends on it: what is left behind lies in the temporary folder.
        try? FileManager.default.removeItem(atPath: path)
    }

    func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

    func write(_ bytes: [UInt8], to name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(path)/\(name)"))
    }

    /// Writes beside and renames over, as careful editors do.
    func replace(_ name: String, with text: String) throws {
        try write(text, to: ".\(name).new")
        try move(".\(name).new", to: name)
    }

    func move(_ old: String, to new: String) throws {
        guard rename("\(path)/\(old)", "\(path)/\(new)") == 0 else { throw CocoaError(.fileWriteUnknown) }
    }

    func make(_ folder: String) throws {
        try FileManager.default.createDirectory(atPath: "\(path)/\(folder)", withIntermediateDirectories: true)
    }

    func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: "\(path)/\(name)", withDestinationPath: target)
    }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: "\(path)/\(name)") }
}
