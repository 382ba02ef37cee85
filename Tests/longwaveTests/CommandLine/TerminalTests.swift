import Glibc
import Testing

@testable import longwave

struct TerminalTests {
    @Test func remembersThatTheDiskWasFull() throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        defer { close(full) }
        let terminal = Terminal(out: full, complaint: full)
        #expect(terminal.fault() == nil)
        terminal.out("x")
        #expect(terminal.fault() == "No space left on device")
    }

    @Test func aHintReachesTheSameHost() async {
        let host = CannedHost(502, Canned.answer("failed", Canned.player("failed"), #""title":"No","code":"x""#))
        _ = await host.run(.play(nil), at: .network(host: "kitchen", port: 1981))
        #expect(host.complaints.first?.hasSuffix("Why: longwave explain --host kitchen:1981") == true)
    }
}
