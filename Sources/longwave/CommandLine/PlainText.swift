internal import Model

extension String {
    /// Fit for one segment of a path or a value of a query: all but unreserved characters as `%XX` (RFC 3986 2.3).
    var queryEscaped: String {
        utf8.reduce(into: "") { text, byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "~"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default: text += "%" + [byte].lowerHex.uppercased()
            }
        }
    }

    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }

    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

    var withoutEndOfLine: String { last == "\n" ? String(dropLast()) : self }
}
