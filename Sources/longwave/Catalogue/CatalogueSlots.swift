internal import FoundationEssentials
internal import Glibc

/// The folder of the newer catalogue on the disk: a link to one of two slots, so that a change is one rename and the one
/// before is still there.
struct CatalogueSlots {
    struct Fault: Error, CustomStringConvertible {
        let path: String
        let code: Int32

        var description: String { "\(path): \(String(cString: strerror(code)))" }
    }

    /// The link; `.a` and `.b` beside it are the slots.
    let path: String

    private static let names = [".a", ".b"]

    /// Puts `files` in place of what is there, which stays for ``back()``. Until the last rename nothing has changed.
    func put(_ files: [(name: String, bytes: [UInt8])]) throws(Fault) {
        let draft = "\(path).new"
        try remove(draft)
        try makeParents()
        guard mkdir(draft, 0o755) == 0 else { throw Fault(path: draft, code: errno) }
        do throws(Fault) {
            for file in files { try Self.write(file.bytes, to: "\(draft)/\(file.name)") }
            try Self.sync(draft)
            try adopt()
            let slot = current == Self.names[0] ? Self.names[1] : Self.names[0]
            try remove(path + slot)
            try Self.rename(draft, to: path + slot)
            try point(to: slot)
        } catch {
            // What is half made is of no use; what is in place was not touched. A draft that stays is removed next time.
            try? remove(draft)
            throw error
        }
    }

    /// Puts the catalogue before back in place, or, where there is none, none.
    ///
    /// - Returns: false where there is nothing to go back to.
    func back() throws(Fault) -> Bool {
        try adopt()
        let others = Self.names.filter { $0 != current && exists(path + $0) }
        if let other = others.first {
            try point(to: other)
        } else if current != nil {
            guard unlink(path) == 0 else { throw Fault(path: path, code: errno) }
            try Self.sync(parent)
        } else {
            return false
        }
        return true
    }

    /// The slot in use; nil where there is no link, or one to somewhere else.
    private var current: String? {
        var buffer = [CChar](repeating: 0, count: 4096)
        let count = readlink(path, &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        let target = String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return Self.names.first { target == name + $0 }
    }

    /// A folder that somebody put there by hand becomes a slot.
    private func adopt() throws(Fault) {
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return }
        try remove(path + Self.names[0])
        try Self.rename(path, to: path + Self.names[0])
        try point(to: Self.names[0])
    }

    private func point(to slot: String) throws(Fault) {
        let draft = "\(path).link"
        unlink(draft)
        guard symlink(name + slot, draft) == 0 else { throw Fault(path: draft, code: errno) }
        try Self.rename(draft, to: path)
        try Self.sync(parent)
    }

    private var name: String { String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]) }
    private var parent: String {
        path.lastIndex(of: "/").map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    }

    private func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

    private func makeParents() throws(Fault) {
        guard !exists(parent) else { return }
        do {
            // For its owner alone, as the host makes it.
            try FileManager.default.createDirectory(
                atPath: parent,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw Fault(path: parent, code: errno)
        }
    }

    private func remove(_ folder: String) throws(Fault) {
        guard exists(folder) else { return }
        do { try FileManager.default.removeItem(atPath: folder) } catch { throw Fault(path: folder, code: errno) }
    }

    private static func rename(_ old: String, to new: String) throws(Fault) {
        guard Glibc.rename(old, new) == 0 else { throw Fault(path: new, code: errno) }
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(Fault) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Fault(path: path, code: errno) }
        defer { close(descriptor) }
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Fault(path: path, code: errno) }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw Fault(path: path, code: errno) }
    }

    private static func sync(_ folder: String) throws(Fault) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Fault(path: folder, code: errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw Fault(path: folder, code: errno) }
    }
}
