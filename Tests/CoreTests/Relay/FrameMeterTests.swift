import Testing

@testable import Core

struct FrameMeterTests {
    @Test func theMeanOfConstantFramesIsTheirBitrate() {
        #expect(FrameMeter(AudioBytes.mp3(frames: 20)) == FrameMeter(sampleRate: 44100, bitrateKbps: 128))
        let fast = FrameMeter(AudioBytes.mp3(frames: 20, bitrateIndex: 14))
        #expect(fast == FrameMeter(sampleRate: 44100, bitrateKbps: 320))
    }

    @Test func variableFramesGiveTheirMean() {
        let mixed = AudioBytes.mp3(frames: 10) + AudioBytes.mp3(frames: 10, bitrateIndex: 14)
        let bitrate = FrameMeter(mixed).bitrateKbps ?? 0
        #expect((205...235).contains(bitrate), "\(bitrate)")
    }

    @Test func advancedAudioIsMeasuredByItsLength() {
        // 300 bytes in 1024 samples of 44,100 Hz.
        #expect(FrameMeter(AudioBytes.adts(frames: 30)) == FrameMeter(sampleRate: 44100, bitrateKbps: 103))
    }

    @Test func aTagAndABrokenFrameAreStepped() {
        let bytes = AudioBytes.tag(length: 200) + [0xff, 0xfb, 0x90] + AudioBytes.mp3(frames: 12)
        #expect(FrameMeter(bytes) == FrameMeter(sampleRate: 44100, bitrateKbps: 128))
    }

    @Test func tooFewFramesGiveARateAndNoMean() {
        let meter = FrameMeter(AudioBytes.mp3(frames: 3))
        #expect(meter.sampleRate == 44100 && meter.bitrateKbps == nil)
        #expect(FrameMeter([]) == FrameMeter(sampleRate: nil, bitrateKbps: nil))
    }

    @Test(
        arguments: [
            (Array("\u{1}vorbis".utf8) + [0, 0, 0, 0, 2, 0x44, 0xac, 0, 0], 44100),
            (Array("OpusHead".utf8) + [1, 2, 0, 0, 0x80, 0xbb, 0, 0], 48000),
            (
                [0x7f] + Array("FLAC".utf8) + [1, 0, 0, 1] + Array("fLaC".utf8) + [0, 0, 0, 34]
                    + Array(repeating: 0, count: 10) + [0x0b, 0xb8, 0x02], 48000
            ),
            (Array("\u{1}vorbis".utf8) + [0, 0, 0, 0, 2, 0x44], nil), (Array("Speex   ".utf8), nil),
        ] as [([UInt8], Int?)]
    )
    func anOggStreamSaysItsRateInItsFirstPacket(packet: [UInt8], rate: Int?) {
        #expect(FrameMeter(AudioBytes.ogg(packet: packet)).sampleRate == rate)
    }

    @Test func nativeFLACSaysItsRate() {
        let head = Array("fLaC".utf8) + [0, 0, 0, 34] + Array(repeating: 0, count: 10) + [0x0a, 0xc4, 0x42]
        #expect(FrameMeter(head).sampleRate == 44100)
        #expect(FrameMeter(Array(head.dropLast())).sampleRate == nil)
    }

    @Test func noiseHasNoRateAndTakesNoTime() {
        var audible = 0
        for seed in 0..<50 where FrameMeter(AudioBytes.noise(4096, seed: UInt64(seed))).bitrateKbps != nil {
            audible += 1
        }
        #expect(audible == 0)
    }
}
