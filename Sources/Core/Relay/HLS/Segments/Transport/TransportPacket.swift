/// One packet of an MPEG transport stream (ISO/IEC 13818-1, 2.4.3.2) that carries a payload.
struct TransportPacket: Sendable, Equatable {
    static let length = 188
    static let sync: UInt8 = 0x47

    let pid: Int
    /// A PES packet or a section begins in the payload.
    let startsUnit: Bool
    let isScrambled: Bool
    /// 0 to 15, one more for each packet of the PID.
    let counter: UInt8
    let payload: Range<Int>

    /// - Returns: nil where the packet at `offset` is marked as damaged, is stuffing, or carries no payload.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard offset >= 0, offset <= bytes.count - Self.length, bytes[offset] == Self.sync else { return nil }
        let (second, fourth) = (bytes[offset + 1], bytes[offset + 3])
        pid = Int(second & 0x1f) << 8 | Int(bytes[offset + 2])
        startsUnit = second & 0x40 != 0
        isScrambled = fourth & 0xc0 != 0
        counter = fourth & 0x0f
        let adaptation = fourth & 0x20 == 0 ? 0 : 1 + Int(bytes[offset + 4])
        guard second & 0x80 == 0, fourth & 0x10 != 0, pid != 0x1fff, adaptation < Self.length - 4 else { return nil }
        payload = (offset + 4 + adaptation)..<(offset + Self.length)
    }
}

/// The packets of a segment, found again where bytes were lost or damaged.
struct TransportPackets: Sequence, IteratorProtocol {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Whether `bytes` are a transport stream: a packet in step within the first 188 bytes.
    static func begin(in bytes: [UInt8]) -> Bool {
        guard bytes.count >= TransportPacket.length else { return false }
        return (0..<TransportPacket.length).contains { offset in
            [0, 1, 2].allSatisfy { number in
                let sync = offset + number * TransportPacket.length
                return sync < bytes.count ? bytes[sync] == TransportPacket.sync : number > 0
            } && offset + TransportPacket.length <= bytes.count
        }
    }

    mutating func next() -> TransportPacket? {
        while offset <= bytes.count - TransportPacket.length {
            guard isInStep else {
                offset = bytes[(offset + 1)...].firstIndex(of: TransportPacket.sync) ?? bytes.count
                continue
            }
            let packet = TransportPacket(bytes, at: offset)
            offset += TransportPacket.length
            if let packet { return packet }
        }
        return nil
    }

    /// A sync byte here, and at one of the next two packets: a packet with bytes missing is none.
    private var isInStep: Bool {
        guard bytes[offset] == TransportPacket.sync else { return false }
        let next = offset + TransportPacket.length
        guard next < bytes.count, bytes[next] != TransportPacket.sync else { return true }
        let second = next + TransportPacket.length
        return second < bytes.count && bytes[second] == TransportPacket.sync
    }
}
