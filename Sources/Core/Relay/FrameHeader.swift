/// The head of one MPEG audio frame or one ADTS frame, where four to six bytes are a valid one.
struct FrameHeader: Equatable {
    enum Codec: Equatable { case mp3, mp2, mp1, aac }

    let codec: Codec
    /// Bytes from this head to the next.
    let length: Int
    /// Of this frame; nil for AAC, where the head does not say.
    let bitrateKbps: Int?
    /// In Hz.
    let sampleRate: Int
    /// Of each channel in this frame.
    let samples: Int
    /// What may not change from one frame to the next: version, layer, sampling rate and, for AAC, profile and
    /// channels.
    private let identity: UInt32

    /// - Returns: nil where `bytes` from `offset` on are no head, or end before it does.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard offset + 6 <= bytes.count, bytes[offset] == 0xff, bytes[offset + 1] & 0xe0 == 0xe0 else { return nil }
        let head = bytes[offset..<(offset + 6)].map(UInt32.init)
        let layer = head[1] >> 1 & 3
        if layer == 0 { self.init(adts: head) } else { self.init(mpeg: head, layer: layer) }
    }

    func isFollowed(by next: FrameHeader) -> Bool { codec == next.codec && identity == next.identity }

    /// ISO/IEC 13818-7, the fixed and variable header of ADTS.
    private init?(adts head: [UInt32]) {
        guard head[1] & 0xf6 == 0xf0 else { return nil }
        let rate = head[2] >> 2 & 15
        let length = Int((head[3] & 3) << 11 | head[4] << 3 | head[5] >> 5)
        let hasChecksum = head[1] & 1 == 0
        guard rate <= 12, length > (hasChecksum ? 9 : 7) else { return nil }
        self.codec = .aac
        self.length = length
        self.sampleRate = Self.adtsRates[Int(rate)]
        self.samples = 1024
        self.bitrateKbps = nil
        self.identity = head[1] << 16 | (head[2] & 0xfd) << 8 | head[3] & 0xc0
    }

    /// ISO/IEC 11172-3 and 13818-3; free format is not accepted, since nothing says where its next head is.
    private init?(mpeg head: [UInt32], layer: UInt32) {
        let version = head[1] >> 3 & 3
        let bitrateIndex = Int(head[2] >> 4)
        let rateIndex = Int(head[2] >> 2 & 3)
        guard version != 1, (1...14).contains(bitrateIndex), rateIndex < 3 else { return nil }
        let isFirstVersion = version == 3
        let sampleRate = [44100, 48000, 32000][rateIndex] / (isFirstVersion ? 1 : version == 2 ? 2 : 4)
        let padding = Int(head[2] >> 1 & 1)
        let bitrate: Int
        switch layer {
        case 3:
            self.codec = .mp1
            bitrate = (isFirstVersion ? Self.firstLayerOne : Self.secondLayerOne)[bitrateIndex - 1]
            self.length = (12 * bitrate * 1000 / sampleRate + padding) * 4
        case 2:
            self.codec = .mp2
            bitrate = (isFirstVersion ? Self.firstLayerTwo : Self.secondLayers)[bitrateIndex - 1]
            self.length = 144 * bitrate * 1000 / sampleRate + padding
        default:
            self.codec = .mp3
            bitrate = (isFirstVersion ? Self.firstLayerThree : Self.secondLayers)[bitrateIndex - 1]
            self.length = (isFirstVersion ? 144 : 72) * bitrate * 1000 / sampleRate + padding
        }
        self.bitrateKbps = bitrate
        self.sampleRate = sampleRate
        self.samples = layer == 3 ? 384 : layer == 1 && !isFirstVersion ? 576 : 1152
        self.identity = head[1] << 8 | head[2] & 0x0c
    }

    private static let adtsRates = [
        96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350,
    ]

    // kbit/s by bitrate index from 1 on; "first" is MPEG-1, "second" MPEG-2 and 2.5.
    private static let firstLayerOne = [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448]
    private static let firstLayerTwo = [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384]
    private static let firstLayerThree = [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
    private static let secondLayerOne = [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256]
    private static let secondLayers = [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
}
