import Model
import Testing

@testable import Core

struct PackedReaderTests {
    private let frames = AudioBytes.adts(frames: 5)

    @Test func theLeadingTagIsTakenAwayAndTitlesTheAudio() throws {
        var reader = SegmentReader()
        let output = try reader.read(TagBytes.song("Can", "Vitamin C") + frames)
        #expect(output.pieces == [.title(StreamTitle("Can", "Vitamin C")), .audio(frames)])
        #expect(output.codec == "aac")
    }

    @Test func tagsBetweenFramesTitleWhatFollows() throws {
        var reader = SegmentReader()
        let stamp = TagBytes.tag(TagBytes.frame("PRIV", Array("owner\0".utf8) + [0xff, 0xf1, 0x50, 0x80]))
        let output = try reader.read(stamp + TagBytes.song(nil, "One") + frames + TagBytes.song(nil, "Two") + frames)
        #expect(
            output.pieces == [
                .title(StreamTitle("One")), .audio(frames), .title(StreamTitle("Two")), .audio(frames),
            ]
        )
    }

    @Test func anEmptyTitleClears() throws {
        var reader = SegmentReader()
        #expect(try reader.read(TagBytes.song(nil, "") + frames).titles == [StreamTitle("")])
        #expect(try reader.read(TagBytes.tag([]) + frames).titles == [])
    }

    @Test func joiningInTheMiddleOfAFrameBeginsWithTheNext() throws {
        var reader = SegmentReader()
        #expect(try reader.read(Array(frames[100...])).audio == Array(frames[300...]))
    }

    @Test func garbageBetweenFramesIsDropped() throws {
        var reader = SegmentReader()
        let garbage: [UInt8] = [1, 0xff, 0xf1, 0xff, 0xff, 0xfb, 0x90, 0x44, 0, 0, 7]
        #expect(try reader.read(frames + garbage + frames + [0xff]).audio == frames + frames)
    }

    @Test func aFrameThatWasCutShortIsDropped() throws {
        var reader = SegmentReader()
        let torn = Array(frames.prefix(1300).dropLast(120))
        #expect(try reader.read(torn + frames).audio == Array(frames.prefix(900)) + frames)
    }

    @Test func aFrameMayBeSplitBetweenSegments() throws {
        let all = AudioBytes.mp3(frames: 6)
        for cut in [417 * 3 + 1, 417 * 3 + 5, 417 * 3 + 200, 417 * 4 - 1] {
            var reader = SegmentReader()
            let first = try reader.read(Array(all[..<cut]))
            let second = try reader.read(Array(all[cut...]))
            #expect(first.audio + second.audio == all, "cut at \(cut)")
            #expect(first.codec == "mp3" && second.codec == "mp3")
        }
    }

    @Test func theStartOfAFrameWhoseEndIsMissingIsDropped() throws {
        var reader = SegmentReader()
        #expect(try reader.read(Array(frames.dropLast(50))).audio == Array(frames.prefix(1200)))
        #expect(try reader.read(frames).audio == frames)
        _ = try reader.read(Array(frames.dropLast(50)))
        reader.discontinuity()
        #expect(try reader.read(Array(frames.suffix(50)) + frames).audio == frames)
    }

    @Test func anotherCodecIsSaid() throws {
        var reader = SegmentReader()
        #expect(try reader.read(frames).changesCodec == false)
        #expect(try reader.read(frames).changesCodec == false)
        let output = try reader.read(AudioBytes.mp3(frames: 4))
        #expect(output.changesCodec)
        #expect(output.codec == "mp3")
        #expect(output.duration?.milliseconds == 104)
    }

    @Test(
        arguments: [
            ([], .malformed), (Array("<html><body>gone</body></html>".utf8), .malformed),
            (Array("WEBVTT\n\n".utf8), .malformed), (AudioBytes.ogg(packet: Array("OpusHead".utf8)), .malformed),
            (TagBytes.song("A", "B"), .noAudio), ([0xff, 0xf1, 0x50, 0x80, 0, 0xff, 0xfc], .noAudio),
            (TagBytes.tag([]) + [0x0b, 0x77, 0, 0, 0, 0x40, 0x43], .unsupported(codec: "ac3")),
            ([0x0b, 0x77, 0, 0, 0, 0x80, 0x43], .unsupported(codec: "eac3")),
            (
                TagBytes.tag(TagBytes.frame("PRIV", Array("com.apple.streaming.audioDescription\0zaac".utf8)))
                    + AudioBytes.adts(frames: 4),
                .encrypted
            ),
        ] as [([UInt8], SegmentFault)]
    )
    func whatCannotBePlayedSaysWhy(segment: [UInt8], fault: SegmentFault) throws {
        var reader = SegmentReader()
        #expect(throws: fault) { try reader.read(segment) }
        #expect(try reader.read(frames).audio == frames)
    }

    @Test func aSegmentThatIsTooLongIsNotLookedAt() throws {
        var reader = SegmentReader()
        let long = [UInt8](repeating: 0, count: SegmentReader.limit + 1)
        #expect(throws: SegmentFault.tooLarge) { try reader.read(long) }
        #expect(throws: SegmentFault.tooLarge) { try reader.initialize(long) }
    }

    @Test func noiseIsNeverTakenForFrames() throws {
        for seed in 0..<20 {
            var reader = SegmentReader()
            #expect(throws: SegmentFault.malformed) {
                try reader.read([0] + AudioBytes.noise(20_000, seed: UInt64(seed)) + [0])
            }
        }
    }
}
