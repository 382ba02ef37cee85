import Fakes
import Model
import Testing

struct IPAddressTests {
    @Test(arguments: [
        ("192.0.2.1", "192.0.2.1"), ("0.0.0.0", "0.0.0.0"), ("255.255.255.255", "255.255.255.255"),
        ("::", "::"), ("::1", "::1"), ("1::", "1::"), ("2001:DB8:0:0:0:0:0:1", "2001:db8::1"),
        ("2001:db8:0:1:0:0:0:1", "2001:db8:0:1::1"), ("1:0:2:3:4:5:6:7", "1:0:2:3:4:5:6:7"),
        ("1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"), ("::ffff:192.0.2.1", "192.0.2.1"), ("::FFFF:c000:201", "192.0.2.1"),
        ("64:ff9b::192.0.2.1", "64:ff9b::c000:201"), ("fe80::1%eth0", "fe80::1"), ("0:0:0:0:0:0:0:0", "::"),
        ("1:2:3:4:5:6:1.2.3.4", "1:2:3:4:5:6:102:304"),
    ])
    func textIsReadAndWritten(text: String, written: String) {
        #expect(IPAddress(text)?.description == written)
    }

    @Test(arguments: [
        "", "1", "1.2.3", "1.2.3.4.5", "256.1.1.1", "01.2.3.4", "1.2.3.4 ", " 1.2.3.4", "0x7f.0.0.1", "127.1", "1..2.3",
        "-1.2.3.4", "+1.2.3.4", "１.2.3.4", "1.2.3.4/8", ":", ":::", "::1::", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9",
        "1:2:3:4:5:6:7:8::", "12345::", "g::", "::-1", "::+1", "::-0", "1:2:3:4:5:6:7:-0", "::1.2.3", "::1.2.3.256",
        "1.2.3.4::", "::1.2.3.4:5", ":1::2", "1::2:", "[::1]", "radio.example", "%eth0", "::1.2.3.4.5",
    ])
    func whatIsNoAddressIsRefused(text: String) { #expect(IPAddress(text) == nil) }

    @Test func onlyFourOrSixteenBytes() {
        for count in [0, 1, 3, 5, 15, 17, 32] { #expect(IPAddress(bytes: Array(repeating: 1, count: count)) == nil) }
        #expect(IPAddress(bytes: [127, 0, 0, 1])?.isLoopback == true)
    }

    @Test(arguments: 0..<200)
    func everyAddressSurvivesItsText(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let bytes = (0..<(seed % 2 == 0 ? 4 : 16)).map { _ in
            Bool.random(using: &random) ? 0 : UInt8.random(in: .min ... .max, using: &random)
        }
        let address = try #require(IPAddress(bytes: bytes))
        #expect(IPAddress(address.description) == address)
    }

    @Test(arguments: [
        ("127.0.0.1", "loopback"), ("127.255.255.254", "loopback"), ("::1", "loopback"),
        ("::ffff:127.0.0.1", "loopback"), ("169.254.0.1", "linkLocal"), ("fe80::1", "linkLocal"),
        ("febf::1", "linkLocal"), ("10.0.0.1", "private"), ("172.16.0.1", "private"), ("172.31.9.9", "private"),
        ("192.168.1.1", "private"), ("100.64.0.1", "private"), ("100.127.0.1", "private"), ("198.18.0.1", "private"),
        ("fc00::1", "private"), ("fdff::1", "private"), ("fec0::1", "private"), ("feff::1", "private"),
        ("224.0.0.1", "multicast"), ("239.255.255.255", "multicast"), ("ff02::1", "multicast"),
        ("0.0.0.0", "reserved"), ("0.1.2.3", "reserved"), ("192.0.0.1", "reserved"), ("240.0.0.1", "reserved"),
        ("255.255.255.255", "reserved"), ("::", "reserved"), ("::2", "reserved"), ("::10.0.0.1", "reserved"),
        ("64:ff9b::1", "reserved"), ("2002::1", "reserved"), ("2001::1", "reserved"),
        ("172.15.0.1", "public"), ("172.32.0.1", "public"), ("100.63.0.1", "public"), ("100.128.0.1", "public"),
        ("192.169.0.1", "public"), ("198.17.0.1", "public"), ("198.20.0.1", "public"), ("223.255.255.255", "public"),
        ("169.253.0.1", "public"), ("126.0.0.1", "public"), ("128.0.0.1", "public"), ("2001:db8::1", "public"),
        ("2600::1", "public"), ("2003::1", "public"), ("9.255.255.255", "public"), ("11.0.0.1", "public"),
    ])
    func oneClassEach(text: String, kind: String) throws {
        let address = try #require(IPAddress(text))
        let kinds = [
            ("loopback", address.isLoopback), ("linkLocal", address.isLinkLocal), ("private", address.isPrivate),
            ("multicast", address.isMulticast), ("reserved", address.isReserved), ("public", address.isPublic),
        ]
        #expect(kinds.filter(\.1).map(\.0) == [kind])
    }

    @Test(arguments: [
        ("192.168.1.7", "192.168.1.0", 24, true), ("192.168.2.7", "192.168.1.0", 24, false),
        ("192.168.1.127", "192.168.1.0", 25, true), ("192.168.1.128", "192.168.1.0", 25, false),
        ("10.0.0.1", "0.0.0.0", 0, true), ("10.0.0.1", "10.0.0.1", 32, true), ("10.0.0.2", "10.0.0.1", 32, false),
        ("10.0.0.1", "10.0.0.1", 999, true), ("fe80::1", "fe80::", 10, true), ("fec0::1", "fe80::", 10, false),
        ("::1", "0.0.0.0", 0, false),
    ])
    func prefixes(text: String, network: String, length: Int, isInside: Bool) throws {
        let address = try #require(IPAddress(text))
        #expect(address.isInside(try #require(IPAddress(network)), length: length) == isInside)
    }
}
