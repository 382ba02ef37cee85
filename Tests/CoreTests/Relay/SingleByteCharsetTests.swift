import Testing

@testable import Core

struct SingleByteCharsetTests {
    private static let names = [
        "windows-1250", "windows-1251", "windows-1252", "windows-1253", "windows-1254", "windows-1257", "koi8-r",
        "koi8-u", "iso-8859-1", "iso-8859-2", "iso-8859-5", "iso-8859-7", "iso-8859-9", "iso-8859-15",
    ]

    @Test(arguments: names)
    func everyByteThatMeansSomethingComesBack(name: String) throws {
        let charset = try #require(SingleByteCharset(name))
        var meant = 0
        for byte in UInt8.min ... .max {
            let text = charset.text([byte])
            #expect(text.unicodeScalars.count == 1)
            guard let scalar = text.unicodeScalars.first, scalar != "\u{FFFD}" else { continue }
            meant += 1
            #expect(charset.byte(of: scalar) == byte)
            if byte < 0x80 { #expect(scalar.value == UInt32(byte)) }
        }
        #expect(meant >= 220, "a table with holes: \(meant)")
    }

    @Test(arguments: ["cp949", "utf-8", "", "shift_jis", "windows-9999"])
    func othersAreUnknown(name: String) { #expect(SingleByteCharset(name) == nil) }
}
