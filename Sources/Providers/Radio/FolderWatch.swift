internal import Dispatch
internal import Glibc
internal import Model

/// Tells that something in a folder changed, or that the folder came, went or was replaced (inotify).
///
/// Where the folder does not exist it watches the nearest folder above that does, so that nothing has to be polled.
/// What it cannot see: a change of the target of a symbolic link inside the folder, and of folders further up.
final class FolderWatch: Sendable {
    private let descriptor: Int32
    private let path: String
    /// The watches that are set now.
    private let watches = Lock<Set<Int32>>([])

    /// One value per burst of changes, newest wins; one consumer. It ends when its consumer does.
    ///
    /// - Returns: nil where the system gives no watch.
    static func changes(of path: String) -> AsyncStream<Void>? {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return nil }
        let watch = FolderWatch(descriptor: descriptor, path: path)
        guard watch.renew() else {
            close(descriptor)
            return nil
        }
        // Unsafe only in name: sources may be cancelled from any thread, but Dispatch on Linux does not say so.
        nonisolated(unsafe) let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor,
            queue: DispatchQueue(label: "longwave.stations")
        )
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        source.setEventHandler { @Sendable in
            watch.drain()
            _ = watch.renew()
            continuation.yield()
        }
        source.setCancelHandler { @Sendable in close(descriptor) }
        continuation.onTermination = { _ in source.cancel() }
        source.activate()
        return stream
    }

    private init(descriptor: Int32, path: String) {
        self.descriptor = descriptor
        self.path = path
    }

    /// Takes what has been reported; what exactly does not matter, since the folder is read anew.
    private func drain() {
        var buffer = [UInt8](repeating: 0, count: 4096)
        while read(descriptor, &buffer, buffer.count) > 0 {}
    }

    /// Sets the watches that fit what exists now.
    ///
    /// - Returns: false where not even one could be set.
    private func renew() -> Bool {
        var set: Set<Int32> = []
        var tried: Set<Int32> = []
        // A folder may come into being between two looks: then look again, but not for ever, since there are folders
        // that exist and cannot be watched.
        for _ in 0..<8 {
            var below = path
            var above = Self.parent(of: path)
            var upper: Int32?
            while let folder = above {
                upper = add(folder, Self.above)
                if upper != nil { break }
                below = folder
                above = Self.parent(of: folder)
            }
            // Last: whatever replaces the folder from here on is told by the watch above it.
            let own = add(path, Self.inside)
            set = Set([own, upper].compactMap(\.self))
            tried.formUnion(set)
            if below == path ? own != nil || !Self.isFolder(path) : !Self.isFolder(below) { break }
        }
        let old = watches.withLock { [tried, set] watches in
            let old = watches.union(tried).subtracting(set)
            watches = set
            return old
        }
        // A watch whose folder is gone has been removed by the system already.
        for watch in old { _ = inotify_rm_watch(descriptor, watch) }
        return !set.isEmpty
    }

    private func add(_ path: String, _ mask: UInt32) -> Int32? {
        let watch = inotify_add_watch(descriptor, path, mask)
        return watch >= 0 ? watch : nil
    }

    private static let above =
        UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE) | UInt32(IN_ATTRIB)
        | UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ONLYDIR)
    private static let inside = above | UInt32(IN_CLOSE_WRITE)

    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// The folder above, by its text; nil above `/` and above a relative path's start.
    static func parent(of path: String) -> String? {
        let parts = path.split(separator: "/")
        guard let last = parts.last, last != ".", last != ".." else { return nil }
        if parts.count == 1 { return path.hasPrefix("/") ? "/" : "." }
        return (path.hasPrefix("/") ? "/" : "") + parts.dropLast().joined(separator: "/")
    }
}
