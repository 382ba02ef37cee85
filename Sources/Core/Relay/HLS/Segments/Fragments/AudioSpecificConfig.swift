/// The part of an AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) that an ADTS head can tell.
struct AudioSpecificConfig: Sendable, Equatable {
    /// By the index that ADTS writes, in hertz.
    static let sampleRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    /// 1 main, 2 low complexity, 3 scalable sampling rate, 4 long-term prediction: of the core, where there is spectral
    /// band replication. A decoder finds that by itself, since each frame carries it.
    let objectType: Int
    /// Into ``sampleRates``, of the core.
    let rateIndex: Int
    /// 1 to 7; a core of parametric stereo says 1.
    let channels: Int

    var sampleRate: Int { Self.sampleRates[rateIndex] }

    /// - Throws: ``SegmentFault/unsupported(codec:)`` for what ADTS has no words for, ``SegmentFault/malformed`` for a
    ///   config that ends too early.
    init(_ bytes: some Collection<UInt8>) throws(SegmentFault) {
        var bits = BitReader(bytes)
        var type = try Self.objectType(&bits)
        let rate = try Self.rate(&bits)
        let channels = try bits.take(4)
        if type == 5 || type == 29 {
            _ = try Self.rate(&bits)
            type = try Self.objectType(&bits)
        }
        guard (1...4).contains(type) else { throw .unsupported(codec: Self.name(of: type)) }
        guard let index = Self.sampleRates.firstIndex(of: rate) else { throw .unsupported(codec: "aac_rate") }
        // Frames of 960 samples, and channels that only a program config element describes.
        guard try bits.take(1) == 0 else { throw .unsupported(codec: "aac_960") }
        guard (1...7).contains(channels) else { throw .unsupported(codec: "aac_channels") }
        self.objectType = type
        self.rateIndex = index
        self.channels = channels
    }

    /// The head of an ADTS frame without checksum (ISO/IEC 13818-7, 6.2); nil where the frame is too long for one.
    func adtsHead(of length: Int) -> [UInt8]? {
        let length = length + 7
        guard length > 7, length < 1 << 13 else { return nil }
        return [
            0xff, 0xf1, UInt8(objectType - 1) << 6 | UInt8(rateIndex) << 2 | UInt8(channels >> 2),
            UInt8(channels & 3) << 6 | UInt8(length >> 11), UInt8(length >> 3 & 0xff), UInt8(length & 7) << 5 | 0x1f,
            0xfc,
        ]
    }

    private static func objectType(_ bits: inout BitReader) throws(SegmentFault) -> Int {
        let type = try bits.take(5)
        return type == 31 ? try 32 + bits.take(6) : type
    }

    private static func rate(_ bits: inout BitReader) throws(SegmentFault) -> Int {
        let index = try bits.take(4)
        if index == 15 { return try bits.take(24) }
        guard index < sampleRates.count else { throw .malformed }
        return sampleRates[index]
    }

    private static func name(of objectType: Int) -> String {
        switch objectType {
        case 23, 39: "aac_ld"
        case 42: "usac"
        case 34: "mp3_on_mp4"
        case 36: "als"
        default: "aac_\(objectType)"
        }
    }
}

/// Reads bits from the highest of each byte on.
private struct BitReader {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: some Collection<UInt8>) { self.bytes = Array(bytes.prefix(64)) }

    mutating func take(_ count: Int) throws(SegmentFault) -> Int {
        guard position + count <= 8 * bytes.count else { throw .malformed }
        var value = 0
        for _ in 0..<count {
            value = value << 1 | Int(bytes[position / 8] >> UInt8(7 - position % 8) & 1)
            position += 1
        }
        return value
    }
}
