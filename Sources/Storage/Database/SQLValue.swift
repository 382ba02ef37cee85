internal import FoundationEssentials
internal import Model

/// A value on its way into a statement.
enum SQLValue: Sendable, Equatable {
    case null
    case integer(Int)
    case text(String)
    case blob([UInt8])

    init(_ number: Int?) { self = number.map(SQLValue.integer) ?? .null }
    init(_ text: String?) { self = text.map(SQLValue.text) ?? .null }
    init(_ flag: Bool?) { self = flag.map { .integer($0 ? 1 : 0) } ?? .null }

    /// Whole milliseconds since 1970.
    init(_ date: Date) {
        let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
        self = .integer(Int(exactly: milliseconds) ?? 0)
    }
}

extension Date {
    /// From whole milliseconds since 1970.
    init(milliseconds: Int) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
}
