import Glibc

/// A charset in which stations write their titles, read by the C library's own tables.
package struct Charset: Hashable, Sendable {
    /// The lower-case name under which it is kept and reported, such as `windows-1251`.
    package let name: String
    /// What the C library calls it.
    private let system: String

    /// By any of the names that people and servers use, in any case; nil for one that is not known here. UTF-8 is not
    /// among them: it is always tried first.
    package init?(_ name: String) {
        let label = name.lowercased()
        guard let row = Self.known.first(where: { $0.name == label || $0.labels.contains(label) }) else { return nil }
        self.init(row.name, row.system)
    }

    private init(_ name: String, _ system: String) {
        self.name = name
        self.system = system
    }

    package static let windows1252 = Charset("windows-1252", "CP1252")

    // Servers that say Latin-1 send Windows-1252; the bytes in which they differ are controls in Latin-1. The same goes
    // for the other pairs of ISO and Windows below.
    private static let known: [(name: String, system: String, labels: [String])] = [
        ("windows-1252", "CP1252", ["cp1252", "iso-8859-1", "latin1", "latin-1", "ascii", "us-ascii"]),
        ("iso-8859-15", "ISO-8859-15", ["latin9", "latin-9"]),
        ("windows-1250", "CP1250", ["cp1250"]),
        ("iso-8859-2", "ISO-8859-2", ["latin2"]),
        ("windows-1251", "CP1251", ["cp1251"]),
        ("koi8-r", "KOI8-R", []),
        ("koi8-u", "KOI8-U", []),
        ("iso-8859-5", "ISO-8859-5", []),
        ("windows-1253", "CP1253", ["cp1253"]),
        ("iso-8859-7", "ISO-8859-7", []),
        ("windows-1254", "CP1254", ["cp1254", "iso-8859-9", "latin5"]),
        ("windows-1255", "CP1255", ["cp1255", "iso-8859-8"]),
        ("windows-1256", "CP1256", ["cp1256"]),
        ("windows-1257", "CP1257", ["cp1257", "iso-8859-13"]),
        ("windows-1258", "CP1258", ["cp1258"]),
        ("windows-874", "CP874", ["cp874", "tis-620", "iso-8859-11"]),
        ("cp949", "CP949", ["uhc", "euc-kr", "ks_c_5601-1987", "windows-949"]),
        ("shift_jis", "CP932", ["shift-jis", "sjis", "cp932", "windows-31j"]),
        ("euc-jp", "EUC-JP", []),
        ("gb18030", "GB18030", ["gbk", "gb2312", "cp936"]),
        ("big5", "BIG5-HKSCS", ["big5-hkscs", "cp950"]),
    ]

    /// The names under which charsets are kept, for tests and documents.
    package static var names: [String] { known.map(\.name) }

    /// - Returns: nil where the bytes are not of this charset.
    package func strictText(_ bytes: [UInt8]) -> String? {
        Self.convert(bytes, from: system, to: "UTF-8").whole.flatMap(Self.text)
    }

    /// What the bytes mean; each that means nothing becomes U+FFFD.
    package func text(_ bytes: [UInt8]) -> String {
        var text = ""
        var rest = bytes
        while !rest.isEmpty {
            let (converted, read) = Self.convert(rest, from: system, to: "UTF-8").parts
            text += Self.text(converted) ?? ""
            guard read < rest.count else { break }
            text += "\u{FFFD}"
            rest.removeFirst(read + 1)
        }
        return text
    }

    /// The bytes that stand for `text`; nil where it has characters that this charset has not.
    package func bytes(of text: String) -> [UInt8]? { Self.convert(Array(text.utf8), from: "UTF-8", to: system).whole }

    private static func text(_ bytes: [UInt8]) -> String? { String(validating: bytes, as: UTF8.self) }

    private struct Conversion {
        var output: [UInt8]
        /// Input bytes that were taken.
        var read: Int
        var isWhole: Bool

        var whole: [UInt8]? { isWhole ? output : nil }
        var parts: ([UInt8], Int) { (output, read) }
    }

    private static func convert(_ input: [UInt8], from: String, to: String) -> Conversion {
        guard !input.isEmpty else { return Conversion(output: [], read: 0, isWhole: true) }
        // One descriptor per call: titles are rare, and a shared one would have a state.
        guard let descriptor = unsafe iconv_open(to, from), Int(bitPattern: descriptor) != -1 else {
            // A C library without this table: nothing is known of the bytes.
            return Conversion(output: [], read: 0, isWhole: false)
        }
        defer { unsafe iconv_close(descriptor) }
        var source = input.map { CChar(bitPattern: $0) }
        // No character of these charsets takes more than four bytes of UTF-8, nor more bytes back than it has.
        var target = [CChar](repeating: 0, count: input.count * 4 + 16)
        var sourceLeft = source.count
        var targetLeft = target.count
        let result = unsafe source.withUnsafeMutableBufferPointer { source in
            unsafe target.withUnsafeMutableBufferPointer { target in
                var from = source.baseAddress
                var to = target.baseAddress
                let result = unsafe iconv(descriptor, &from, &sourceLeft, &to, &targetLeft)
                // Charsets with combining marks hold the last character back until they are told that it is the end.
                _ = unsafe iconv(descriptor, nil, nil, &to, &targetLeft)
                return result
            }
        }
        return Conversion(
            output: target.prefix(target.count - targetLeft).map { UInt8(bitPattern: $0) },
            read: input.count - sourceLeft,
            isWhole: result != .max && sourceLeft == 0
        )
    }
}
