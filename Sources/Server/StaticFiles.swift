internal import Model

/// The page's files, from one folder. Names are checked byte by byte before the disk is asked, and the disk is asked
/// segment by segment without following links; nothing outside the folder has a name here.
struct StaticFiles: Sendable {
    private struct Tag: Sendable {
        let stamp: [Int]
        let text: String
    }

    private let folder: String
    private let hash: @Sendable ([UInt8]) -> [UInt8]
    private let tags = Lock<[String: Tag]>([:])

    /// - `hash`: SHA-256.
    init(folder: String, hash: @escaping @Sendable ([UInt8]) -> [UInt8]) {
        self.folder = folder
        self.hash = hash
    }

    func answer(_ request: Request) -> Response {
        guard request.method == .get || request.method == .head else {
            return Problem.methodNotAllowed(["GET", "HEAD"]).response
        }
        let path = request.path == "/" ? "/index.html" : request.path
        guard let segments = Self.segments(of: path), let file = OpenFile(segments, below: folder),
            let tag = tag(of: file, at: path)
        else { return Problem.notFound.response }
        var headers = [
            (name: "Content-Type", value: Self.type(of: path)), (name: "Cache-Control", value: "no-cache"),
            (name: "ETag", value: tag), (name: "Accept-Ranges", value: "bytes"),
        ]
        if request.headers["if-none-match"].map({ Self.matches($0, tag) }) ?? false {
            return Response(status: 304, headers: headers)
        }
        let isSame = request.headers["if-range"].map { $0 == tag } ?? true
        switch ByteRange(isSame ? request.headers["range"] : nil, of: file.length) {
        case .whole:
            return Response(status: 200, headers: headers, body: .file(file, offset: 0, length: file.length))
        case .part(let offset, let length):
            headers.append(("Content-Range", "bytes \(offset)-\(offset + length - 1)/\(file.length)"))
            return Response(status: 206, headers: headers, body: .file(file, offset: offset, length: length))
        case .unsatisfiable:
            return Response(status: 416, headers: [("Content-Range", "bytes */\(file.length)")])
        }
    }

    /// The parts of a path; nil where any byte of it is not plain, or a part begins with a dot.
    static func segments(of path: String) -> [String]? {
        guard path.hasPrefix("/"), path.utf8.count <= 256 else { return nil }
        let parts = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        for part in parts {
            guard let first = part.utf8.first, first != UInt8(ascii: "."), part.utf8.allSatisfy(isPlain) else {
                return nil
            }
        }
        return parts.map(String.init)
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    /// The content's hash as an ETag, computed once per state of the file; nil where it cannot be read.
    private func tag(of file: OpenFile, at path: String) -> String? {
        if let known = tags.withLock({ $0[path] }), known.stamp == file.stamp { return known.text }
        guard file.length <= 16 << 20, let bytes = file.bytes() else { return nil }
        let tag = Tag(stamp: file.stamp, text: "\"\(hash(bytes).prefix(16).lowerHex)\"")
        tags.withLock { $0[path] = tag }
        return tag.text
    }

    private static func matches(_ field: String, _ tag: String) -> Bool {
        field.split(separator: ",").contains { part in
            let text = part.filter { $0 != " " }
            return text == "*" || text == tag || text == "W/\(tag)"
        }
    }

    private static func type(of path: String) -> String {
        switch path.split(separator: ".").last {
        case "html": "text/html; charset=utf-8"
        case "css": "text/css; charset=utf-8"
        case "js", "mjs": "text/javascript; charset=utf-8"
        case "json": "application/json"
        case "webmanifest": "application/manifest+json"
        case "svg": "image/svg+xml"
        case "png": "image/png"
        case "ico": "image/x-icon"
        case "webp": "image/webp"
        case "woff2": "font/woff2"
        case "txt": "text/plain; charset=utf-8"
        default: "application/octet-stream"
        }
    }
}

/// What a `Range` field asks of a body (RFC 9110 14.1.2). More than one range, or another unit, is answered whole.
enum ByteRange: Equatable {
    case whole
    case part(offset: Int, length: Int)
    case unsatisfiable

    init(_ field: String?, of length: Int) {
        self = .whole
        guard let field, field.hasPrefix("bytes=") else { return }
        let ends = field.dropFirst(6).split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard ends.count == 2, ends.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return }
        switch (Int(ends[0]), Int(ends[1])) {
        case (nil, let suffix?) where ends[0].isEmpty:
            let count = min(suffix, length)
            self = count > 0 ? .part(offset: length - count, length: count) : .unsatisfiable
        case (let first?, let last) where ends[1].isEmpty || (last ?? 0) >= first:
            guard first < length else {
                self = .unsatisfiable
                return
            }
            let end = min(last ?? length - 1, length - 1)
            self = .part(offset: first, length: end - first + 1)
        default: return
        }
    }
}
