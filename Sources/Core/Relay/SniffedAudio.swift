/// What the first bytes of a stream turned out to be.
struct SniffedAudio: Sendable, Equatable {
    /// `mp3`, `aac`, `vorbis`, `opus`, `flac`, `mp2`, `mp1`; nil where the container does not say.
    let codec: String?
    let contentType: String
    /// Only where the frames themselves say it.
    let bitrateKbps: Int?
    /// Bytes of a broken frame before the first whole one; 0 where the container says where it begins.
    let fragment: Int

    /// Audio in `bytes`, wherever in a frame they begin: a live stream is joined in the middle.
    ///
    /// - Returns: nil where there is none, or not enough of it yet.
    init?(_ bytes: [UInt8], declaredType: String?) {
        if bytes.starts(with: "OggS".utf8), bytes.count >= 28, bytes[4] == 0, bytes[5] <= 7 {
            let packet = bytes.dropFirst(27 + Int(bytes[26])).prefix(16)
            guard packet.count >= 8 else { return nil }
            self.init(codec: Self.oggCodec(packet), contentType: "application/ogg", bitrateKbps: nil)
        } else if bytes.starts(with: "fLaC".utf8) {
            self.init(codec: "flac", contentType: "audio/flac", bitrateKbps: nil)
        } else if let end = Self.endOfTag(bytes) {
            // The tag may hold a picture and be longer than what is looked at; then the declared type decides.
            let isAAC = declaredType == "audio/aac" || declaredType == "audio/aacp"
            let tagged = SniffedAudio(codec: isAAC ? "aac" : "mp3", frameBitrate: nil)
            let framed = end < bytes.count ? SniffedAudio(framesIn: Array(bytes[end...])) : nil
            // The tag stays, and with it whatever stands between it and the first frame.
            self = framed.map { SniffedAudio(codec: $0.codec ?? "mp3", frameBitrate: $0.bitrateKbps) } ?? tagged
        } else if let framed = SniffedAudio(framesIn: bytes) {
            self = framed
        } else {
            return nil
        }
    }

    /// Whether a stream of this may follow on one of `other` within one body: frames that need no head of their own, of
    /// the same codec.
    func continues(_ other: SniffedAudio) -> Bool {
        guard let codec, codec == other.codec, contentType == other.contentType else { return false }
        return ["mp3", "mp2", "mp1", "aac"].contains(codec)
    }

    private init(codec: String?, contentType: String, bitrateKbps: Int?, fragment: Int = 0) {
        self.fragment = fragment
        self.codec = codec
        self.contentType = contentType
        self.bitrateKbps = bitrateKbps
    }

    private init(codec: String, frameBitrate: Int?, fragment: Int = 0) {
        let type = codec == "aac" ? "audio/aac" : "audio/mpeg"
        self.init(codec: codec, contentType: type, bitrateKbps: frameBitrate, fragment: fragment)
    }

    /// Two heads that agree, one frame apart; a third must agree too where it is in reach, so that random bytes do
    /// not pass.
    private init?(framesIn bytes: [UInt8]) {
        for offset in bytes.indices {
            guard let first = FrameHeader(bytes, at: offset) else { continue }
            guard let second = FrameHeader(bytes, at: offset + first.length), first.isFollowed(by: second) else {
                continue
            }
            let thirdOffset = offset + first.length + second.length
            if thirdOffset + 6 <= bytes.count {
                guard let third = FrameHeader(bytes, at: thirdOffset), second.isFollowed(by: third) else { continue }
            }
            let word =
                switch first.codec {
                case .mp3: "mp3"
                case .mp2: "mp2"
                case .mp1: "mp1"
                case .aac: "aac"
                }
            let bitrate = first.bitrateKbps == second.bitrateKbps ? first.bitrateKbps : nil
            self.init(codec: word, frameBitrate: bitrate, fragment: offset)
            return
        }
        return nil
    }

    private static func oggCodec(_ packet: ArraySlice<UInt8>) -> String? {
        if packet.starts(with: "\u{1}vorbis".utf8) { return "vorbis" }
        if packet.starts(with: "OpusHead".utf8) { return "opus" }
        if packet.starts(with: "\u{7f}FLAC".utf8) { return "flac" }
        return nil
    }

    /// The length of an ID3v2 tag at the start; nil where there is none.
    private static func endOfTag(_ bytes: [UInt8]) -> Int? {
        guard bytes.count >= 10, bytes.starts(with: "ID3".utf8) else { return nil }
        guard (2...4).contains(bytes[3]), bytes[4] != 0xff, bytes[6..<10].allSatisfy({ $0 < 0x80 }) else { return nil }
        return 10 + bytes[6..<10].reduce(0) { $0 << 7 | Int($1) }
    }
}
