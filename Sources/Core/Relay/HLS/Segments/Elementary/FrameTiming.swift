/// How long one frame of MPEG audio or ADTS sounds.
struct FrameTiming: Equatable {
    /// Per channel, as the frame's own head counts them: for HE-AAC those of its core.
    let samples: Int
    /// In hertz, of the same count.
    let sampleRate: Int

    /// - Parameters:
    ///   - bytes: hold a whole head from `offset` on.
    ///   - offset: where ``FrameHeader`` found one.
    ///   - codec: what it found.
    init?(_ bytes: [UInt8], at offset: Int, codec: FrameHeader.Codec) {
        guard offset >= 0, offset <= bytes.count - 7 else { return nil }
        if codec == .aac {
            let index = Int(bytes[offset + 2] >> 2 & 15)
            guard index < AudioSpecificConfig.sampleRates.count else { return nil }
            self.sampleRate = AudioSpecificConfig.sampleRates[index]
            self.samples = 1024 * (Int(bytes[offset + 6] & 3) + 1)
            return
        }
        let version = bytes[offset + 1] >> 3 & 3
        let index = Int(bytes[offset + 2] >> 2 & 3)
        guard index < 3 else { return nil }
        self.sampleRate = [44100, 48000, 32000][index] / (version == 3 ? 1 : version == 2 ? 2 : 4)
        switch codec {
        case .mp1: self.samples = 384
        case .mp2: self.samples = 1152
        default: self.samples = version == 3 ? 1152 : 576
        }
    }

    var duration: Duration { .seconds(samples) / sampleRate }
}
