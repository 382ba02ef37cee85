/// An IPv4 or IPv6 address as a value; an IPv4-mapped IPv6 address is the IPv4 address it carries.
package struct IPAddress: Hashable, Sendable, CustomStringConvertible {
    /// 4 or 16 bytes, network order.
    package let bytes: [UInt8]

    /// - Returns: nil where `bytes` are neither 4 nor 16.
    package init?(bytes: [UInt8]) {
        switch bytes.count {
        case 4: self.bytes = bytes
        case 16:
            let isMapped = bytes[..<10].allSatisfy { $0 == 0 } && bytes[10] == 0xff && bytes[11] == 0xff
            self.bytes = isMapped ? Array(bytes[12...]) : bytes
        default: return nil
        }
    }

    /// Reads `192.0.2.1` (four decimal parts, no leading zeros) or RFC 4291 text; a scope after `%` is ignored.
    package init?(_ text: String) {
        let plain = text.prefix { $0 != "%" }
        guard let bytes = plain.contains(":") ? Self.version6(plain) : Self.version4(plain) else { return nil }
        self.init(bytes: bytes)
    }

    package var isVersion4: Bool { bytes.count == 4 }

    package var isLoopback: Bool {
        isVersion4 ? bytes[0] == 127 : bytes[..<15].allSatisfy { $0 == 0 } && bytes[15] == 1
    }

    package var isLinkLocal: Bool {
        isVersion4 ? bytes[0] == 169 && bytes[1] == 254 : bytes[0] == 0xfe && bytes[1] & 0xc0 == 0x80
    }

    /// RFC 1918, carrier-grade NAT (RFC 6598), benchmarking (RFC 2544), unique local IPv6 (RFC 4193) and the
    /// site-local IPv6 before it (RFC 3879).
    package var isPrivate: Bool {
        guard isVersion4 else { return bytes[0] & 0xfe == 0xfc || bytes[0] == 0xfe && bytes[1] & 0xc0 == 0xc0 }
        switch (bytes[0], bytes[1]) {
        case (10, _), (172, 16...31), (192, 168), (100, 64...127), (198, 18...19): return true
        default: return false
        }
    }

    package var isMulticast: Bool { isVersion4 ? (224...239).contains(bytes[0]) : bytes[0] == 0xff }

    /// 0.0.0.0/8, 192.0.0.0/24, ::, broadcast, and IPv6 forms that embed an IPv4 address (NAT64, 6to4, Teredo,
    /// IPv4-compatible).
    package var isReserved: Bool {
        if isVersion4 { return bytes[0] == 0 || bytes[0] >= 240 || bytes[..<3].elementsEqual([192, 0, 0]) }
        if bytes[..<12].allSatisfy({ $0 == 0 }) { return !isLoopback }
        return bytes[0] == 0x20 && bytes[1] == 0x02
            || bytes[..<4].elementsEqual([0x00, 0x64, 0xff, 0x9b])
            || bytes[..<4].elementsEqual([0x20, 0x01, 0x00, 0x00])
    }

    /// A host on the open internet, as far as the address can tell.
    package var isPublic: Bool { !isLoopback && !isLinkLocal && !isPrivate && !isMulticast && !isReserved }

    /// Whether the first `length` bits equal those of `network`.
    package func isInside(_ network: IPAddress, length: Int) -> Bool {
        guard bytes.count == network.bytes.count else { return false }
        for bit in 0..<min(length, bytes.count * 8) {
            let mask = UInt8(0x80) >> UInt8(bit % 8)
            guard bytes[bit / 8] & mask == network.bytes[bit / 8] & mask else { return false }
        }
        return true
    }

    package var description: String {
        if isVersion4 { return bytes.map(String.init).joined(separator: ".") }
        let groups = stride(from: 0, to: 16, by: 2).map { UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1]) }
        var best: Range<Int>?
        var start = 0
        while start < 8 {
            let end = groups[start...].firstIndex { $0 != 0 } ?? 8
            if end - start > max(1, best?.count ?? 0) { best = start..<end }
            start = max(end, start) + 1
        }
        func text(_ range: Range<Int>) -> String {
            range.map { String(groups[$0], radix: 16) }.joined(separator: ":")
        }
        guard let best else { return text(0..<8) }
        return text(0..<best.lowerBound) + "::" + text(best.upperBound..<8)
    }

    private static func version4(_ text: Substring) -> [UInt8]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var bytes: [UInt8] = []
        for part in parts {
            guard (1...3).contains(part.count), part.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
            guard part.count == 1 || part.first != "0", let byte = UInt8(part) else { return nil }
            bytes.append(byte)
        }
        return bytes
    }

    private static func version6(_ text: Substring) -> [UInt8]? {
        let halves = text.split(separator: "::", maxSplits: 2, omittingEmptySubsequences: false)
        guard halves.count <= 2 else { return nil }
        // Only the end of the whole text may be in dotted form.
        guard halves.count == 1 || !halves[0].contains(".") else { return nil }
        guard let head = groups(halves[0]), let tail = halves.count == 2 ? groups(halves[1]) : [] else { return nil }
        if halves.count == 1 { return head.count == 16 ? head : nil }
        guard head.count + tail.count <= 14 else { return nil }
        return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    private static func groups(_ text: some StringProtocol) -> [UInt8]? {
        guard !text.isEmpty else { return [] }
        var bytes: [UInt8] = []
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            if index == parts.count - 1, part.contains(".") {
                guard let four = version4(Substring(part)) else { return nil }
                bytes += four
            } else {
                // A sign would pass the conversion.
                guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit) else { return nil }
                guard let value = UInt16(part, radix: 16) else { return nil }
                bytes += [UInt8(value >> 8), UInt8(value & 0xff)]
            }
        }
        return bytes
    }
}
