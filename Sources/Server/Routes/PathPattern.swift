/// The path of a route, such as `/v1/players/{player}`, against which the paths of requests are held.
///
/// Bytes are compared, nothing is split: every request is held against many routes and fits one.
struct PathPattern: Sendable {
    private enum Part: Sendable {
        case literal([UInt8])
        case parameter
    }

    private static let slash = UInt8(ascii: "/")

    private let parts: [Part]

    init(_ path: String) {
        self.parts = path.split(separator: "/").map { $0.first == "{" ? .parameter : .literal(Array($0.utf8)) }
    }

    /// How many parts it has.
    var depth: Int { parts.count }

    /// How many parts a path has. An empty one is a part: `//v1/players/` is another path than `/v1/players`, for
    /// the gate as for us.
    static func depth(of path: String) -> Int { path.utf8.count { $0 == slash } }

    /// The values of the parameters in order; nil where the path is another one.
    func values(in path: String) -> [String]? {
        var path = path
        return path.withUTF8 { values(in: $0) }
    }

    private func values(in path: UnsafeBufferPointer<UInt8>) -> [String]? {
        var values: [String] = []
        var position = 0
        for part in parts {
            guard position < path.count, path[position] == Self.slash else { return nil }
            position += 1
            switch part {
            case .literal(let bytes):
                guard path[position...].starts(with: bytes) else { return nil }
                position += bytes.count
            case .parameter:
                let value = path[position...].prefix { $0 != Self.slash }
                guard !value.isEmpty else { return nil }
                values.append(String(decoding: value, as: UTF8.self))
                position = value.endIndex
            }
        }
        return position == path.count ? values : nil
    }
}
