/// Takes ICY metadata out of a body: after every `interval` audio bytes stands one length byte L, then 16 × L bytes of
/// metadata (reference/radio.md 2.1). Works on the body after de-chunking, in pieces of any size.
struct ICYDeinterleaver: Sendable {
    private enum Place: Sendable {
        case audio(left: Int)
        case length
        case metadata(left: Int)
    }

    /// Above this a server is not believed: at 128 kbit/s it would send a title every 17 minutes.
    static let greatestInterval = 16 << 20

    let interval: Int
    private var place: Place
    private var block: [UInt8] = []

    /// Reads `icy-metaint` of the final answer. Nil where the body is plain audio: the header is absent, zero,
    /// negative, no number or absurd.
    init?(header: String?) {
        guard let header, header.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let interval = Int(header) else {
            return nil
        }
        guard (1...Self.greatestInterval).contains(interval) else { return nil }
        self.interval = interval
        self.place = .audio(left: interval)
    }

    /// What `bytes` add, in order. Audio comes as soon as it is there, metadata when its block is whole.
    mutating func feed(_ bytes: [UInt8]) -> [StreamPiece] {
        var pieces: [StreamPiece] = []
        var audio: [UInt8] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            switch place {
            case .audio(let left):
                let run = rest.prefix(left)
                audio += run
                rest = rest.dropFirst(run.count)
                place = run.count == left ? .length : .audio(left: left - run.count)
            case .length:
                let length = Int(rest.removeFirst()) * 16
                block.removeAll(keepingCapacity: true)
                place = length == 0 ? .audio(left: interval) : .metadata(left: length)
            case .metadata(let left):
                let run = rest.prefix(left)
                block += run
                rest = rest.dropFirst(run.count)
                guard run.count == left else {
                    place = .metadata(left: left - run.count)
                    break
                }
                if !audio.isEmpty { pieces.append(.audio(audio)) }
                audio.removeAll()
                pieces.append(.metadata(block))
                place = .audio(left: interval)
            }
        }
        if !audio.isEmpty { pieces.append(.audio(audio)) }
        return pieces
    }
}
