/// A request as it came: the raw head, and what a test asks of it.
package struct RadioRequest: Sendable, CustomStringConvertible {
    /// Up to and including the empty line.
    package let head: [UInt8]

    package init(head: [UInt8]) { self.head = head }

    package var text: String { String(decoding: head, as: UTF8.self) }
    package var method: String { requestLine.first ?? "" }
    package var target: String { requestLine.count > 1 ? requestLine[1] : "" }

    /// The path without its query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of `name`, without the blanks around it.
    package func header(_ name: String) -> String? {
        for line in text.split(separator: "\r\n").dropFirst() {
            guard let colon = line.firstIndex(of: ":") else { continue }
            guard line[..<colon].lowercased() == name.lowercased() else { continue }
            return String(line[line.index(after: colon)...].drop { $0 == " " })
        }
        return nil
    }

    package var description: String { "\(method) \(target)" }

    private var requestLine: [String] { text.prefix { $0 != "\r\n" }.split(separator: " ").map(String.init) }
}
