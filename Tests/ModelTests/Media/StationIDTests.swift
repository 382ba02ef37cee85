import Model
import Testing

struct StationIDTests {
    @Test(arguments: [
        "us.wsum", "us.wsum.freeflow", "gb.bbc.radio4", "de.wdr.wdr3.x", "fr.1", "nl.123456789012345678901234",
    ])
    func canonicalIDs(text: String) { #expect(StationID(text)?.description == text) }

    @Test(arguments: [
        "", "us", "us.", ".us", "us..wsum", "us.wsum.", "US.wsum", "us.WSUM", "usa.wsum", "u.wsum", "u1.wsum",
        "us.ws um",
        "us.ws_um", "us.ws-um", "us.wsüm", "us.a.b.c.d", "us.1234567890123456789012345", "us.wsum\n", " us.wsum",
        "us/wsum", "us.wsum\0", "ｕs.wsum",
        "us.123456789012345678901234.123456789012345678901234.1234567890123",
    ])
    func anythingElseIsRejectedNotRepaired(text: String) { #expect(StationID(text) == nil) }

    @Test func comparedByteForByte() throws {
        let sorted = try ["us.b", "us.a.z", "us.a", "de.z"].map { try #require(StationID($0)) }.sorted()
        #expect(sorted.map(\.description) == ["de.z", "us.a", "us.a.z", "us.b"])
    }
}
