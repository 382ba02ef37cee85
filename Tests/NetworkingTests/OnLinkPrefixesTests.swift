import Model
import Networking
import Testing

struct OnLinkPrefixesTests {
    private let home: OnLinkPrefixes

    init() throws {
        home = OnLinkPrefixes(prefixes: [
            (try #require(IPAddress("192.168.7.20")), 24), (try #require(IPAddress("10.0.0.9")), 32),
            (try #require(IPAddress("2001:db8:1:2::5")), 64), (try #require(IPAddress("fe80::1")), 64),
        ])
    }

    @Test(arguments: [
        "192.168.7.1", "192.168.7.255", "10.0.0.9", "2001:db8:1:2:ffff::1", "fe80::abcd", "127.9.9.9", "::1",
    ])
    func neighboursAreOnLink(text: String) throws { #expect(home.contains(try #require(IPAddress(text)))) }

    @Test(arguments: ["192.168.8.1", "10.0.0.8", "2001:db8:1:3::5", "203.0.113.5", "::ffff:203.0.113.5"])
    func othersAreNot(text: String) throws { #expect(!home.contains(try #require(IPAddress(text)))) }

    @Test func anIPv4NeighbourIsKnownInIPv6Form() throws {
        #expect(home.contains(try #require(IPAddress("::ffff:192.168.7.9"))))
    }

    @Test func thisHostSeesItsOwnLoopbackAndNoStranger() throws {
        let current = OnLinkPrefixes.current()
        #expect(current.contains(try #require(IPAddress("127.0.0.1"))))
        #expect(current.contains(try #require(IPAddress("::1"))))
        #expect(!current.contains(try #require(IPAddress("198.51.100.7"))))
    }
}
