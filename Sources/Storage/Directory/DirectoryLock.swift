internal import Glibc

/// Holds a state directory for one host: an advisory lock on the file `lock`, which the system drops with the process,
/// however that ends.
final class DirectoryLock: Sendable {
    private let descriptor: Int32

    /// - Throws: ``StorageProblem`` where another host has it, ``SystemError`` where the file cannot be had.
    init(_ directory: StateDirectory) throws {
        let path = "\(directory.path)/lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError("cannot open \(path)") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            let error = SystemError("cannot lock \(path)")
            defer { close(descriptor) }
            guard error.code == EWOULDBLOCK else { throw error }
            throw StorageProblem.inUse(directory: directory.path, pid: Self.holder(descriptor))
        }
        self.descriptor = descriptor
        // The number helps whoever comes second; a full disk may eat it, and the lock holds all the same.
        let text = "\(getpid())\n"
        if ftruncate(descriptor, 0) == 0 { _ = pwrite(descriptor, text, text.utf8.count, 0) }
    }

    deinit { close(descriptor) }

    private static func holder(_ descriptor: Int32) -> Int? {
        var bytes = [UInt8](repeating: 0, count: 32)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return Int(String(decoding: bytes.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
    }
}
