import Fakes
import FoundationEssentials
import Testing

@testable import longwave

struct CatalogueSlotsTests {
    private let folder = ScratchFolder()
    private var slots: CatalogueSlots { CatalogueSlots(path: folder.file("catalogue")) }

    private func put(_ text: String) throws { try slots.put([("a.json5", Array(text.utf8))]) }
    private var text: String { String(decoding: folder.bytes("catalogue/a.json5"), as: UTF8.self) }
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
    }

    @Test func theNewestIsInPlaceAndTheOneBeforeIsKept() throws {
        try put("1")
        #expect(text == "1")
        try put("2")
        #expect(text == "2")
        try put("3")
        #expect(text == "3")
        #expect(try names == ["catalogue", "catalogue.a", "catalogue.b"], "nothing piles up")
        #expect(try slots.back())
        #expect(text == "2")
        #expect(try slots.back())
        #expect(text == "3")
    }

    @Test func backFromTheFirstIsNoneAndForthAgain() throws {
        #expect(try !slots.back())
        try put("1")
        #expect(try slots.back())
        #expect(text.isEmpty)
        #expect(try slots.back())
        #expect(text == "1")
    }

    @Test func aFolderPutThereByHandIsKeptAsTheOneBefore() throws {
        try FileManager.default.createDirectory(atPath: folder.file("catalogue"), withIntermediateDirectories: false)
        try folder.write("hand", to: "catalogue/a.json5")
        try put("1")
        #expect(text == "1")
        #expect(try slots.back())
        #expect(text == "hand")
    }

    @Test func aFileLessInTheNewOneIsGone() throws {
        try slots.put([("a.json5", [1]), ("b.json5", [2])])
        try put("3")
        #expect(folder.bytes("catalogue/b.json5").isEmpty)
    }

    @Test func whatCannotBeWrittenChangesNothing() throws {
        try put("1")
        #expect(throws: CatalogueSlots.Fault.self) { try slots.put([("a.json5", [2]), ("no/such/b.json5", [2])]) }
        #expect(text == "1")
        #expect(try names == ["catalogue", "catalogue.a"])
    }

    @Test func theStateFolderIsMadeWhereNoHostRanYet() throws {
        try CatalogueSlots(path: folder.file("deep/state/catalogue")).put([("a.json5", [0x31])])
        #expect(folder.bytes("deep/state/catalogue/a.json5") == [0x31])
    }
}
