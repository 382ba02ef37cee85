import Testing

@testable import Core

struct AttributeListTests {
    @Test func quotedValuesHoldCommasAndEqualsSigns() {
        let list = AttributeList("BANDWIDTH=96000,CODECS=\"mp4a.40.2,avc1\",NAME=\"a=b,c\",URI=\"x?y=1,2\"")
        #expect(list.number("BANDWIDTH") == 96000)
        #expect(list["CODECS"] == "mp4a.40.2,avc1")
        #expect(list["NAME"] == "a=b,c")
        #expect(list["URI"] == "x?y=1,2")
        #expect(list["NONE"] == nil)
    }

    @Test(arguments: [
        "a=1 , b = \"two\",", "A=1,,B=\"two\"", ",A=1,B=\"two", "A=1,junk,B=two", "a=1,A=9,B=\"two\",B=\"three\"",
    ])
    func whatCanBeReadIsRead(text: String) {
        let list = AttributeList(text)
        #expect(list["A"] == "1")
        #expect(list["B"] == "two")
    }

    @Test(arguments: [("0x0A", [10]), ("0XabC", [0x0a, 0xbc]), ("0x", nil), ("12", nil), ("0xgg", nil), ("0x+1", nil)])
    func hexBecomesBytes(text: String, bytes: [UInt8]?) {
        #expect(AttributeList("IV=\(text)").bytes("IV") == bytes)
    }

    @Test(arguments: ["", "-1", "+1", "1.5", "x", "99999999999999999999"])
    func whatIsNoNumberIsNone(text: String) {
        #expect(AttributeList("N=\(text)").number("N") == nil || text.isEmpty)
        #expect(AttributeList("N=\(text)").number("N") != 0)
    }

    @Test func aMillionEqualsSignsTakeNoTime() {
        let list = AttributeList(String(repeating: "=,\"", count: 200_000))
        #expect(list["A"] == nil)
    }
}
