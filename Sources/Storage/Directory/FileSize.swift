internal import Glibc

/// How large a file is.
enum FileSize {
    /// - Returns: nil where there is none, or it cannot be looked at.
    static func bytes(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : nil
    }
}
