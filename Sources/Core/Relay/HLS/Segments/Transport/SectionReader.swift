/// Puts the sections of one PID together (ISO/IEC 13818-1, 2.4.4), which may begin and end anywhere in packets.
///
/// The checksum is not looked at: a segment came whole over TCP, and a packager that reckons it wrongly still sends a
/// table that is right.
struct SectionReader: Sendable {
    /// nil before the first start of a section and after a loss.
    private var section: [UInt8]?

    /// The sections that end in this packet, each from its table id to the end of its checksum.
    mutating func read(_ bytes: [UInt8], _ packet: TransportPacket, isContinuous: Bool) -> [[UInt8]] {
        if !isContinuous { section = nil }
        var payload = bytes[packet.payload]
        var complete: [[UInt8]] = []
        if packet.startsUnit {
            guard let pointer = payload.popFirst(), Int(pointer) <= payload.count else {
                section = nil
                return []
            }
            section?.append(contentsOf: payload.prefix(Int(pointer)))
            takeSections(into: &complete)
            section = Array(payload.dropFirst(Int(pointer)))
        } else {
            section?.append(contentsOf: payload)
        }
        takeSections(into: &complete)
        return complete
    }

    private mutating func takeSections(into complete: inout [[UInt8]]) {
        while let bytes = section, bytes.count >= 3 {
            // Stuffing follows the last section of a packet.
            guard bytes[0] != 0xff else {
                section = nil
                return
            }
            let length = 3 + (Int(bytes[1] & 0x0f) << 8 | Int(bytes[2]))
            guard length <= bytes.count else { return }
            complete.append(Array(bytes[..<length]))
            section = Array(bytes[length...])
        }
    }
}
