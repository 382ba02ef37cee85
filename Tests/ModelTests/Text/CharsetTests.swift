import Model
import Testing

struct CharsetTests {
    @Test(arguments: Charset.names)
    func everyByteThatMeansSomethingComesBack(name: String) throws {
        let charset = try #require(Charset(name))
        var meant = 0
        for byte in UInt8.min ... .max {
            guard let text = charset.strictText([byte]) else { continue }
            meant += 1
            #expect(charset.bytes(of: text) == [byte], "\(byte)")
            if byte < 0x80 { #expect(text.unicodeScalars.first?.value == UInt32(byte)) }
        }
        #expect(meant >= 128, "a table with holes: \(meant)")
    }

    @Test(arguments: ["utf-8", "", "windows-9999", "CP1252//IGNORE", "utf-16"])
    func othersAreUnknown(name: String) { #expect(Charset(name) == nil) }

    @Test func strictTextIsAllOrNothingAndTheOtherMarksWhatMeansNothing() throws {
        let korean = try #require(Charset("EUC-KR"))
        #expect(korean.name == "cp949")
        #expect(korean.strictText([0xb0, 0xa1, 0x41]) == "가A")
        #expect(korean.strictText([0xb0]) == nil)
        #expect(korean.text([0xb0, 0xa1, 0xff, 0x41, 0xb0]) == "가\u{FFFD}A\u{FFFD}")
        #expect(Charset.windows1252.bytes(of: "가") == nil)
        #expect(Charset.windows1252.text([]) == "")
    }

    @Test func charactersThatWaitForAMarkAreNotLost() throws {
        let vietnamese = try #require(Charset("windows-1258"))
        #expect(vietnamese.strictText([0x61]) == "a")
        #expect(vietnamese.strictText([0xc2]) == "Â")
    }
}
