import Model
import Testing

@testable import Core

struct AddressGuardTests {
    @Test(arguments: [
        ("https://radio.example/a", true, true),
        ("http://radio.example/a", false, true),
        ("https://user:secret@radio.example/a", false, true),
        ("http://user:secret@192.168.1.4:8000/a", false, true),
    ])
    func schemesAndCredentialsByTrust(text: String, isOpenAllowed: Bool, isLANAllowed: Bool) throws {
        let address = try #require(StreamAddress(text))
        #expect(AddressGuard.allows(address, trust: .open) == isOpenAllowed)
        #expect(AddressGuard.allows(address, trust: .lan) == isLANAllowed)
    }

    @Test(arguments: [
        "127.0.0.1", "127.8.8.8", "0.0.0.0", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1",
        "169.254.169.254", "224.0.0.1", "239.255.255.250", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1",
        "::ffff:10.0.0.1", "::10.0.0.1", "64:ff9b::10.0.0.1", "2002:a00:1::1", "fe80::1", "fd00::1", "fc00::1",
        "fec0::1", "ff02::fb", "2001::1",
    ])
    func anOpenStationNeverLeadsIntoTheHouse(text: String) throws {
        let address = try #require(IPAddress(text))
        #expect(AddressGuard.dialable([address], trust: .open).isEmpty)
        #expect(AddressGuard.dialable([address], trust: .lan) == [address])
    }

    @Test func onlyPublicAddressesOfAMixedNameAreDialledInTheirOrder() throws {
        let addresses = ["203.0.113.9", "10.0.0.1", "2001:db8::1", "127.0.0.1"].compactMap(IPAddress.init)
        #expect(
            AddressGuard.dialable(addresses, trust: .open).map(\.description) == ["203.0.113.9", "2001:db8::1"]
        )
    }
}
