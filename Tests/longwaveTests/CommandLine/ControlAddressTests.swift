import Testing

@testable import longwave

struct ControlAddressTests {
    @Test(arguments: [
        ("kitchen", ControlAddress.network(host: "kitchen", port: 1980)),
        ("kitchen.local:8080", .network(host: "kitchen.local", port: 8080)),
        ("Kitchen:80", .network(host: "kitchen", port: 80)),
        ("192.168.1.7", .network(host: "192.168.1.7", port: 1980)),
        ("http://127.0.0.1:4711", .network(host: "127.0.0.1", port: 4711)),
        ("http://kitchen/", .network(host: "kitchen", port: 1980)),
        ("[fe80::1]:81", .network(host: "fe80::1", port: 81)),
        ("[::1]", .network(host: "::1", port: 1980)),
        ("::1", .network(host: "::1", port: 1980)),
        ("/run/longwave.sock", .socket("/run/longwave.sock")),
    ])
    func anAddressIsReadAsPeopleWriteIt(text: String, expected: ControlAddress) {
        #expect(ControlAddress(text) == expected)
    }

    @Test(arguments: [
        "", "a b", "https://kitchen", "kitchen:0", "kitchen:99999", "user:pw@kitchen", "kitchen/path", "a:b",
    ])
    func whatIsNoAddressIsRefused(text: String) {
        #expect(ControlAddress(text) == nil)
    }

    @Test func theSocketOfThisBoxComesBeforeItsPort() {
        let sockets = ["/run/user/1/a", "/run/b"]
        let asked = ControlAddress.network(host: "kitchen", port: 1)
        #expect(ControlAddress.chosen(asked, sockets: sockets) { _ in true } == asked)
        #expect(ControlAddress.chosen(nil, sockets: sockets) { $0 == "/run/b" } == .socket("/run/b"))
        #expect(ControlAddress.chosen(nil, sockets: sockets) { _ in false }.description == "127.0.0.1:1980")
        #expect(ControlAddress.network(host: "::1", port: 2).description == "[::1]:2")
    }
}
