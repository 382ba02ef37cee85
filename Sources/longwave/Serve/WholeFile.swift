internal import Glibc

/// Small files as a whole, with the system's own words for what went wrong.
enum WholeFile {
    struct Fault: Error, CustomStringConvertible {
        let code: Int32

        var description: String { String(cString: strerror(code)) }
    }

    /// The bytes; nil where there is no such file.
    static func read(_ path: String) throws(Fault) -> [UInt8]? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            let code = errno
            if code == ENOENT { return nil }
            throw Fault(code: code)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 14)
        while true {
            let count = Glibc.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
            } else if errno != EINTR {
                throw Fault(code: errno)
            }
        }
    }

    /// Writes beside and renames over, so that the file is the old one or the new one.
    static func replace(_ path: String, with bytes: [UInt8]) throws(Fault) {
        let draft = "\(path).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Fault(code: errno) }
        let isWritten = write(descriptor, bytes, bytes.count) == bytes.count && fsync(descriptor) == 0
        let code = errno
        close(descriptor)
        guard isWritten, rename(draft, path) == 0 else {
            let fault = Fault(code: isWritten ? errno : code)
            unlink(draft)
            throw fault
        }
    }
}
