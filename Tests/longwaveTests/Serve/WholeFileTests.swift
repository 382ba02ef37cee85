import Fakes
import Testing

@testable import longwave

struct WholeFileTests {
    @Test func saysThatAFolderIsAFolder() {
        let fault = #expect(throws: WholeFile.Fault.self) { try WholeFile.read("/") }
        #expect(fault?.description == "Is a directory")
    }

    @Test func knowsThatThereIsNone() throws { #expect(try WholeFile.read("/nowhere/at/all") == nil) }

    @Test func saysWhyNothingCanBeWritten() {
        let fault = #expect(throws: WholeFile.Fault.self) { try WholeFile.replace("/dev/null/host-id", with: [1]) }
        #expect(fault?.description == "Not a directory")
    }
}
