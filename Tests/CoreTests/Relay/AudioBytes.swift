import Fakes

/// Heads of real frames around bodies that mean nothing.
enum AudioBytes {
    /// MPEG-1 layer III, 128 kbit/s, 44,100 Hz, no padding: frames of 417 bytes.
    static func mp3(frames: Int, bitrateIndex: UInt8 = 9) -> [UInt8] {
        let bitrates = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
        let length = 144 * bitrates[Int(bitrateIndex)] * 1000 / 44100
        return repeated([0xff, 0xfb, bitrateIndex << 4, 0x44], length: length, frames: frames)
    }

    /// AAC-LC, 44,100 Hz, stereo.
    static func adts(frames: Int, length: Int = 300) -> [UInt8] {
        let head: [UInt8] = [
            0xff, 0xf1, 0x50, 0x80 | UInt8(length >> 11), UInt8(length >> 3 & 0xff), UInt8(length & 7) << 5 | 0x1f,
            0xfc,
        ]
        return repeated(head, length: length, frames: frames)
    }

    /// Like ``adts(frames:length:)``, no two frames alike.
    static func noisyADTS(frames: Int, length: Int = 300) -> [UInt8] {
        var bytes = adts(frames: frames, length: length)
        let noise = noise(bytes.count, seed: 5)
        for index in bytes.indices where index % length >= 7 { bytes[index] = noise[index] }
        return bytes
    }

    static func ogg(packet: [UInt8]) -> [UInt8] {
        let head = Array("OggS".utf8) + [0, 2] + Array(repeating: 0, count: 20) + [1, UInt8(packet.count)]
        return head + packet
    }

    static func tag(length: Int) -> [UInt8] {
        let size = (0..<4).reversed().map { UInt8(length >> (7 * $0) & 0x7f) }
        return Array("ID3".utf8) + [4, 0, 0] + size + Array(repeating: 0, count: length)
    }

    static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
        var random = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &random) }
    }

    private static func repeated(_ head: [UInt8], length: Int, frames: Int) -> [UInt8] {
        Array((0..<frames).map { _ in head + Array(repeating: 0x55, count: length - head.count) }.joined())
    }
}
