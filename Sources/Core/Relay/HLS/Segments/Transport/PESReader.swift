/// Takes the heads of the PES packets of one PID away (ISO/IEC 13818-1, 2.4.3.6). What they say of their length is not
/// needed: a packet lasts until the next begins.
struct PESReader: Sendable {
    /// What one transport packet adds.
    struct Part: Sendable, Equatable {
        /// A PES packet's payload begins here.
        var startsPayload = false
        /// In ticks of 90 kHz modulo 2³³; only with a start.
        var stamp: UInt64?
        var payload: Range<Int>
        var isScrambled = false
    }

    private enum State: Sendable, Equatable {
        /// Until the next PES packet begins.
        case lost
        /// What has come of the head.
        case head([UInt8])
        case payload
    }

    private var state = State.lost

    /// - Returns: nil where the transport packet holds no payload of a PES packet.
    mutating func read(_ bytes: [UInt8], _ packet: TransportPacket, isContinuous: Bool) -> Part? {
        if packet.startsUnit {
            state = .head([])
        } else if !isContinuous, state != .payload {
            state = .lost
        }
        switch state {
        case .lost: return nil
        case .payload: return Part(payload: packet.payload)
        case .head(var head):
            let before = head.count
            head += bytes[packet.payload]
            guard let length = Self.headLength(head) else {
                state = head.count < 9 ? .head(head) : .lost
                return nil
            }
            guard length <= head.count else {
                state = .head(head)
                return nil
            }
            state = .payload
            let start = packet.payload.lowerBound + max(0, length - before)
            return Part(
                startsPayload: true,
                stamp: Self.stamp(head),
                payload: min(start, packet.payload.upperBound)..<packet.payload.upperBound,
                isScrambled: head[6] & 0x30 != 0
            )
        }
    }

    /// nil where `head` is too short to tell, or none of a stream with a time stamp.
    private static func headLength(_ head: [UInt8]) -> Int? {
        guard head.count >= 9, head.starts(with: [0, 0, 1]), head[6] & 0xc0 == 0x80 else { return nil }
        return 9 + Int(head[8])
    }

    private static func stamp(_ head: [UInt8]) -> UInt64? {
        guard head[7] & 0x80 != 0, head[8] >= 5, head.count >= 14 else { return nil }
        let field = head[9..<14].map(UInt64.init)
        return (field[0] >> 1 & 7) << 30 | field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7 | field[4] >> 1
    }
}
