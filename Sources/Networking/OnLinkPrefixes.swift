internal import Glibc
package import Model

/// The networks that this host is attached to, at one moment: who is near enough to control it without a token.
package struct OnLinkPrefixes: Sendable {
    private let prefixes: [(network: IPAddress, length: Int)]

    /// - Parameter prefixes: an address inside each network, and the number of its leading bits that name the network.
    package init(prefixes: [(IPAddress, Int)]) { self.prefixes = prefixes.map { (network: $0.0, length: $0.1) } }

    /// The prefixes of every interface that is up. Empty, so only loopback is near, where the kernel does not tell.
    /// Blocks for one system call; ask again when the network changes.
    package static func current() -> OnLinkPrefixes {
        var list: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&list) == 0 else { return OnLinkPrefixes(prefixes: []) }
        defer { freeifaddrs(list) }
        var prefixes: [(IPAddress, Int)] = []
        var next = list
        while let entry = next?.pointee {
            next = entry.ifa_next
            guard entry.ifa_flags & UInt32(IFF_UP) != 0 else { continue }
            guard let address = IPAddress(entry.ifa_addr), let mask = IPAddress.maskLength(entry.ifa_netmask) else {
                continue
            }
            prefixes.append((address, mask))
        }
        return OnLinkPrefixes(prefixes: prefixes)
    }

    /// Whether `address` is on one of the networks; loopback always is.
    package func contains(_ address: IPAddress) -> Bool {
        address.isLoopback || prefixes.contains { address.isInside($0.network, length: $0.length) }
    }
}

extension IPAddress {
    /// - Returns: nil for anything but an IPv4 or IPv6 socket address.
    init?(_ address: UnsafePointer<sockaddr>?) {
        guard let bytes = Self.bytes(of: address) else { return nil }
        self.init(bytes: bytes)
    }

    fileprivate static func maskLength(_ mask: UnsafePointer<sockaddr>?) -> Int? {
        bytes(of: mask).map { $0.reduce(0) { $0 + $1.nonzeroBitCount } }
    }

    private static func bytes(of address: UnsafePointer<sockaddr>?) -> [UInt8]? {
        guard let address else { return nil }
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let value = raw.loadUnaligned(as: sockaddr_in.self)
            return withUnsafeBytes(of: value.sin_addr, Array.init)
        case AF_INET6:
            let value = raw.loadUnaligned(as: sockaddr_in6.self)
            return withUnsafeBytes(of: value.sin6_addr, Array.init)
        default: return nil
        }
    }
}
