internal import Glibc

/// A file that is open for reading; closed with the last reference unless its descriptor was handed over.
package final class OpenFile: Sendable {
    package let length: Int
    /// Changes when the content may have: inode, size, and time of change in nanoseconds.
    package let stamp: [Int]
    private let descriptor: Int32

    /// Opens a regular file below `folder`, segment by segment, following no symbolic link: nothing outside the
    /// folder can be reached.
    ///
    /// - Returns: nil where there is no such regular file.
    package init?(_ segments: [String], below folder: String) {
        var descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0, !segments.isEmpty else {
            if descriptor >= 0 { close(descriptor) }
            return nil
        }
        for (index, segment) in segments.enumerated() {
            let kind = index == segments.count - 1 ? O_NONBLOCK : O_DIRECTORY
            let next = openat(descriptor, segment, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | kind)
            close(descriptor)
            guard next >= 0 else { return nil }
            descriptor = next
        }
        var info = stat()
        guard fstat(descriptor, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        self.length = Int(info.st_size)
        self.stamp = [Int(info.st_ino), Int(info.st_size), info.st_mtim.tv_sec, info.st_mtim.tv_nsec]
    }

    deinit { close(descriptor) }

    /// The whole content; nil where it cannot be read to the end.
    package func bytes() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: length)
        var filled = 0
        while filled < length {
            let count = bytes.withUnsafeMutableBytes { buffer in
                pread(descriptor, buffer.baseAddress?.advanced(by: filled), length - filled, filled)
            }
            guard count > 0 else { return nil }
            filled += count
        }
        return bytes
    }

    /// A descriptor of its own for whoever will close it; negative where the system has none left.
    func duplicate() -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
}
