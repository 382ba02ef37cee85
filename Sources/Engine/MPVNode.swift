internal import CMPV

/// A value of libmpv, copied out of its memory.
enum MPVNode: Sendable, Equatable {
    case none
    case string(String)
    case flag(Bool)
    case int(Int64)
    case double(Double)
    case array([MPVNode])
    case map([String: MPVNode])

    /// Copies `node` and everything below it; formats that we never ask for become ``none``. Bytes that are not UTF-8
    /// become U+FFFD.
    init(_ node: mpv_node) {
        switch node.format {
        case MPV_FORMAT_STRING: self = node.u.string.map { .string(String(cString: $0)) } ?? .none
        case MPV_FORMAT_FLAG: self = .flag(node.u.flag != 0)
        case MPV_FORMAT_INT64: self = .int(node.u.int64)
        case MPV_FORMAT_DOUBLE: self = .double(node.u.double_)
        case MPV_FORMAT_NODE_ARRAY:
            guard let list = node.u.list?.pointee else { self = .array([]); return }
            self = .array((0..<Int(list.num)).map { MPVNode(list.values[$0]) })
        case MPV_FORMAT_NODE_MAP:
            var map: [String: MPVNode] = [:]
            if let list = node.u.list?.pointee {
                for index in 0..<Int(list.num) {
                    guard let key = list.keys[index] else { continue }
                    map[String(cString: key)] = MPVNode(list.values[index])
                }
            }
            self = .map(map)
        default: self = .none
        }
    }

    var string: String? { if case .string(let text) = self { text } else { nil } }
    var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    var map: [String: MPVNode]? { if case .map(let map) = self { map } else { nil } }

    var number: Double? {
        switch self {
        case .int(let value): Double(value)
        case .double(let value): value
        case .string(let text): Double(text)
        default: nil
        }
    }
}
