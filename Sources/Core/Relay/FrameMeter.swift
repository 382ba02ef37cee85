/// What a run of audio says of itself: sampling rate, and the mean bitrate of its frames.
struct FrameMeter: Equatable {
    /// In Hz.
    let sampleRate: Int?
    let bitrateKbps: Int?

    init(sampleRate: Int?, bitrateKbps: Int?) {
        self.sampleRate = sampleRate
        self.bitrateKbps = bitrateKbps
    }

    /// Reads `bytes`, which begin with whole frames or with the head of an Ogg or FLAC stream. Linear in their number.
    init(_ bytes: [UInt8]) {
        if let rate = Self.containerRate(bytes) {
            self.init(sampleRate: rate, bitrateKbps: nil)
            return
        }
        var frames = 0
        var length = 0
        var seconds = 0.0
        var rate: Int?
        var offset = 0
        while offset < bytes.count {
            guard let frame = FrameHeader(bytes, at: offset), frame.length > 0 else {
                offset += 1
                continue
            }
            let isWhole = offset + frame.length <= bytes.count
            // What looks like a head inside other data is followed by no second one.
            guard isWhole, let next = FrameHeader(bytes, at: offset + frame.length), frame.isFollowed(by: next) else {
                offset += 1
                continue
            }
            frames += 1
            length += frame.length
            seconds += Double(frame.samples) / Double(frame.sampleRate)
            rate = rate ?? frame.sampleRate
            offset += frame.length
        }
        let mean = frames >= 4 ? Int((Double(length) * 8 / seconds / 1000).rounded()) : nil
        self.init(sampleRate: rate, bitrateKbps: mean)
    }

    /// The rate in the first packet of Vorbis, Opus or FLAC; nil for anything else.
    private static func containerRate(_ bytes: [UInt8]) -> Int? {
        if bytes.starts(with: "fLaC".utf8) { return flacRate(bytes.dropFirst(8)) }
        guard bytes.starts(with: "OggS".utf8), bytes.count > 27 else { return nil }
        let packet = bytes.dropFirst(27 + Int(bytes[26]))
        if packet.starts(with: "OpusHead".utf8) { return 48000 }
        if packet.starts(with: "\u{7f}FLAC".utf8) { return flacRate(packet.dropFirst(17)) }
        guard packet.starts(with: "\u{1}vorbis".utf8), packet.count >= 16 else { return nil }
        let rate = packet.dropFirst(12).prefix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        return (1...768_000).contains(rate) ? rate : nil
    }

    /// Of a STREAMINFO block (RFC 9639 8.2): 20 bits behind two block and two frame sizes.
    private static func flacRate(_ info: ArraySlice<UInt8>) -> Int? {
        let field = info.dropFirst(10).prefix(3)
        guard field.count == 3 else { return nil }
        let rate = field.reduce(0) { $0 << 8 | Int($1) } >> 4
        return rate > 0 ? rate : nil
    }
}
