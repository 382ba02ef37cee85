internal import Glibc
internal import Model

/// A folder of station files, as it is on the disk; reads nothing but regular `.json5` files of a bounded size.
struct StationFolder: Sendable {
    /// More is refused: a catalogue is text that people write.
    static let maximumFileSize = 1 << 20
    static let maximumFiles = 500
    static let maximumTotalSize = 16 << 20

    /// What one look at the folder found.
    enum Content {
        /// There is no such folder.
        case absent
        /// It is there and cannot be read, with the reason.
        case unreadable(String)
        /// Its files in order of name, each with its bytes or the reason why they could not be read; and what else
        /// is to be said.
        case files([(name: String, bytes: Result<[UInt8], Unreadable>)], [CatalogueProblem])
    }

    struct Unreadable: Error, Equatable {
        let reason: String
        /// There is no such file.
        var isAbsent = false
    }

    let path: String

    /// Reads every file anew. Blocks for as long as the disk does.
    func read() -> Content {
        guard let directory = opendir(path) else {
            return errno == ENOENT || errno == ENOTDIR ? .absent : .unreadable(lastError())
        }
        defer { closedir(directory) }
        var problems: [CatalogueProblem] = []
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = readdir(directory) else { break }
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            // Editors keep their drafts in hidden files.
            if name.hasPrefix(".") { continue }
            if name.hasSuffix(".json5") { names.append(name) }
            if name.hasSuffix(".json") {
                problems.append(CatalogueProblem(file: name, reason: "not read: only files named .json5 are"))
            }
        }
        guard errno == 0 else { return .unreadable(lastError()) }
        names.sort()
        if names.count > Self.maximumFiles {
            let reason = "not read: more than \(Self.maximumFiles) files"
            problems += names[Self.maximumFiles...].map { CatalogueProblem(file: $0, reason: reason) }
        }
        var left = Self.maximumTotalSize
        let files = names.prefix(Self.maximumFiles).map { name in
            let bytes = Self.bytes(of: "\(path)/\(name)", atMost: min(left, Self.maximumFileSize))
            // A failed read took nothing from the rest.
            left -= (try? bytes.get().count) ?? 0
            return (name, bytes)
        }
        return .files(files, problems)
    }

    /// A regular file as a whole. Blocks for as long as the disk does.
    static func bytes(of path: String, atMost limit: Int) -> Result<[UInt8], Unreadable> {
        // Not blocking: a pipe with a harmless name must not hold the host.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
        guard descriptor >= 0 else {
            let isAbsent = errno == ENOENT
            return .failure(Unreadable(reason: lastError(), isAbsent: isAbsent))
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return .failure(Unreadable(reason: lastError())) }
        guard status.st_mode & S_IFMT == S_IFREG else { return .failure(Unreadable(reason: "not a regular file")) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            var count = 0
            let chunk = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, filled in
                count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                filled = max(0, count)
            }
            if count == 0 { return .success(bytes) }
            guard count > 0 || errno == EINTR else { return .failure(Unreadable(reason: lastError())) }
            bytes += chunk
        }
        return .failure(Unreadable(reason: "larger than \(max(1, limit >> 10)) KiB"))
    }
}

/// What the system says of the last failed call.
private func lastError() -> String { String(cString: strerror(errno)) }
