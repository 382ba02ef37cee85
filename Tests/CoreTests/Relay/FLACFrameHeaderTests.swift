import Testing

@testable import Core

struct FLACFrameHeaderTests {
    /// By long division, bit after bit, unlike the code under test.
    static func checksum(_ bytes: [UInt8]) -> UInt8 {
        var remainder = 0
        for bit in bytes.flatMap({ byte in (0..<8).map { Int(byte >> (7 - $0) & 1) } }) + [Int](repeating: 0, count: 8)
        {
            remainder = remainder << 1 | bit
            if remainder & 0x100 != 0 { remainder ^= 0x107 }
        }
        return UInt8(remainder)
    }

    @Test(
        arguments: [
            ([0xff, 0xf8, 0xc9, 0x18, 0x00], true),
            ([0xff, 0xf9, 0xc9, 0x18, 0xe1, 0x88, 0xb4], true),
            ([0xff, 0xf8, 0x6c, 0x18, 0x05, 0xff, 0x60], true),
            ([0xff, 0xf8, 0x7d, 0x18, 0x05, 0x0f, 0xff, 0xac, 0x44], true),
            ([0xff, 0xf8, 0x09, 0x18, 0x00], false),
            ([0xff, 0xf8, 0xcf, 0x18, 0x00], false),
            ([0xff, 0xf8, 0xc9, 0xb8, 0x00], false),
            ([0xff, 0xf8, 0xc9, 0x16, 0x00], false),
            ([0xff, 0xf8, 0xc9, 0x19, 0x00], false),
            ([0xff, 0xf8, 0xc9, 0x18, 0x80], false),
            ([0xff, 0xf8, 0xc9, 0x18, 0xe1, 0x08, 0xb4], false),
            ([0xff, 0xfa, 0xc9, 0x18, 0x00], false),
        ] as [([UInt8], Bool)]
    )
    func aHeadIsSoundOrItIsNone(head: [UInt8], isSound: Bool) {
        let whole = head + [Self.checksum(head)]
        #expect(FLACFrameHeader.firstIndex(in: [1, 2, 3] + whole) == (isSound ? 3 : nil))
        #expect(FLACFrameHeader.firstIndex(in: head) == nil, "cut before its checksum")
        #expect(FLACFrameHeader.firstIndex(in: head + [Self.checksum(head) ^ 1]) == nil)
    }

    @Test func nothingIsReadBehindTheEnd() {
        for count in 0...7 { #expect(FLACFrameHeader.firstIndex(in: [UInt8](repeating: 0xff, count: count)) == nil) }
    }
}
