import Fakes
import Model
import Testing

@testable import Core

struct TransportReaderTests {
    private let frames = AudioBytes.adts(frames: 4)
    private let second = 90_000

    @Test func framesComeOutOfPackets() throws {
        var stream = TransportBytes()
        stream.tables()
        stream.pes(stamp: 0, frames)
        stream.pes(stamp: 8359, frames, hasLength: false)
        var reader = SegmentReader()
        let output = try reader.read(stream.bytes)
        #expect(output.pieces == [.audio(frames + frames)])
        #expect(output.codec == "aac")
        #expect(output.duration?.milliseconds == 185)
    }

    @Test func aFrameMayBeSplitBetweenPESPacketsAndSegments() throws {
        let all = AudioBytes.adts(frames: 12, length: 311)
        var stream = TransportBytes()
        var reader = SegmentReader()
        stream.tables()
        stream.pes(stamp: 0, Array(all[..<1000]))
        stream.pes(stamp: nil, Array(all[1000..<1500]))
        let first = try reader.read(stream.take())
        // Without tables of its own.
        stream.pes(stamp: 5000, Array(all[1500..<1600]))
        stream.pes(stamp: 9000, Array(all[1600...]))
        let second = try reader.read(stream.take())
        #expect(first.audio + second.audio == all)
    }

    @Test func aPESPacketAndASectionMayBeSplitBetweenSegments() throws {
        var stream = TransportBytes()
        stream.tables()
        stream.pes(stamp: 0, frames)
        stream.pes(stamp: 9000, AudioBytes.adts(frames: 40))
        let packets = stream.bytes
        for cut in stride(from: 188 * 3, to: packets.count, by: 188) {
            var reader = SegmentReader()
            var audio: [UInt8] = []
            for part in [packets[..<cut], packets[cut...]] {
                do { audio += try reader.read(Array(part)).audio } catch SegmentFault.noAudio {}
            }
            #expect(audio == frames + AudioBytes.adts(frames: 40), "cut at \(cut)")
        }
    }

    @Test func tablesMaySpanPacketsAndStandBehindTheAudio() throws {
        var tables = TransportBytes()
        // A map of so many streams that it takes several packets.
        let others = (0..<80).map { TransportBytes.Stream(type: 0x1b, pid: 0x200 + $0) }
        tables.tables(others + [TransportBytes.Stream(type: 0x0f, pid: TransportBytes.audioPID)])
        #expect(tables.bytes.count > 188 * 3)
        var audio = TransportBytes()
        audio.pes(stamp: 0, frames)
        var reader = SegmentReader()
        #expect(try reader.read(audio.bytes + tables.bytes).audio == frames)
    }

    @Test func anInitializationSectionMayHoldTheTables() throws {
        var tables = TransportBytes()
        tables.tables()
        var audio = TransportBytes()
        audio.pes(stamp: 0, frames)
        var reader = SegmentReader()
        try reader.initialize(tables.bytes)
        #expect(try reader.read(audio.bytes).audio == frames)
        reader.discontinuity()
        #expect(try reader.read(audio.bytes).audio == frames)
    }

    @Test(arguments: [0x03, 0x04] as [UInt8])
    func mpegAudioStaysAsItIs(type: UInt8) throws {
        let frames = AudioBytes.mp3(frames: 5)
        var stream = TransportBytes()
        stream.tables([.init(type: 0x1b, pid: 0x99), .init(type: type, pid: TransportBytes.audioPID)])
        stream.pes(stamp: 0, frames)
        var reader = SegmentReader()
        let output = try reader.read(stream.bytes)
        #expect(output.pieces == [.audio(frames)])
        #expect(output.codec == "mp3")
    }

    @Test(
        arguments: [
            (0x11, [], .unsupported(codec: "aac_latm")), (0x81, [], .unsupported(codec: "ac3")),
            (0x87, [], .unsupported(codec: "eac3")), (0x06, [0x6a, 0], .unsupported(codec: "ac3")),
            (0x06, [0x7a, 1, 0], .unsupported(codec: "eac3")),
            (0x06, [0x05, 4] + Array("Opus".utf8), .unsupported(codec: "opus")), (0xcf, [], .encrypted),
            (0xc1, [], .encrypted), (0x1b, [], .noAudio), (0x06, [], .noAudio), (0x06, [0x05, 200, 0x41], .noAudio),
        ] as [(UInt8, [UInt8], SegmentFault)]
    )
    func otherStreamsAreRefusedByName(type: UInt8, descriptors: [UInt8], fault: SegmentFault) throws {
        var stream = TransportBytes()
        stream.tables([.init(type: type, pid: TransportBytes.audioPID, descriptors: descriptors)])
        stream.pes(stamp: 0, frames)
        var reader = SegmentReader()
        #expect(throws: fault) { try reader.read(stream.bytes) }
    }

    @Test func readableAudioWinsOverWhatStandsBeforeIt() throws {
        var stream = TransportBytes()
        stream.tables([.init(type: 0x81, pid: 0x300), .init(type: 0x0f, pid: TransportBytes.audioPID)])
        stream.pes(stamp: 0, frames)
        var reader = SegmentReader()
        #expect(try reader.read(stream.bytes).audio == frames)
    }

    @Test func scrambledAudioIsRefused() throws {
        var stream = TransportBytes()
        stream.tables()
        stream.packet(pid: TransportBytes.audioPID, AudioBytes.noise(184, seed: 1), starts: true, scrambling: 2)
        var reader = SegmentReader()
        #expect(throws: SegmentFault.encrypted) { try reader.read(stream.bytes) }
    }

    @Test func packetsWithoutTablesAreMalformed() throws {
        var stream = TransportBytes()
        stream.pes(stamp: 0, frames)
        var reader = SegmentReader()
        #expect(throws: SegmentFault.malformed) { try reader.read(stream.bytes) }
    }

    @Test func aLostPacketCostsTheFramesThatItTouched() throws {
        let all = AudioBytes.adts(frames: 20)
        var stream = TransportBytes()
        stream.tables()
        stream.pes(stamp: 0, all)
        let packets = stream.bytes
        let count = packets.count / 188
        for lost in 3..<(count - 1) {
            var reader = SegmentReader()
            let rest = Array(packets[..<(lost * 188)] + packets[((lost + 1) * 188)...])
            let audio = try reader.read(rest).audio
            #expect(audio.count % 300 == 0 && audio.count >= 300 * 17, "packet \(lost): \(audio.count)")
            #expect(all.starts(with: audio.prefix(300)))
        }
    }

    @Test func packetsOutOfStepAreFoundAgain() throws {
        let all = AudioBytes.adts(frames: 20)
        var stream = TransportBytes()
        stream.tables()
        stream.pes(stamp: 0, all)
        let packets = stream.bytes
        var reader = SegmentReader()
        // Bytes missing inside a packet, and garbage before the first.
        let torn =
            AudioBytes.noise(60, seed: 3).map { $0 == 0x47 ? 0 : $0 } + packets[..<(188 * 8)]
            + packets[(188 * 8 + 50)...]
        let audio = try reader.read(torn).audio
        #expect(audio.count % 300 == 0 && audio.count >= 300 * 16)
    }

    @Test func packetsThatAreSentTwiceCountOnce() throws {
        var stream = TransportBytes()
        stream.tables()
        stream.pes(stamp: 0, AudioBytes.adts(frames: 20))
        let packets = stream.bytes
        let doubled = stride(from: 0, to: packets.count, by: 188).flatMap { start -> [UInt8] in
            let packet = Array(packets[start..<(start + 188)])
            return packet + packet
        }
        var reader = SegmentReader()
        #expect(try reader.read(doubled).audio == AudioBytes.adts(frames: 20))
    }

    @Test func countersThatStandStillLoseNothing() throws {
        var stream = TransportBytes()
        let all = AudioBytes.noisyADTS(frames: 20)
        stream.tables()
        stream.pes(stamp: 0, all)
        var packets = stream.bytes
        for start in stride(from: 0, to: packets.count, by: 188) { packets[start + 3] &= 0xf0 }
        var reader = SegmentReader()
        #expect(try reader.read(packets).audio == all)
    }

    @Test func eachSegmentMayCountFromZero() throws {
        var reader = SegmentReader()
        for _ in 0..<3 {
            var stream = TransportBytes()
            stream.tables()
            stream.pes(stamp: 0, frames)
            #expect(try reader.read(stream.bytes).audio == frames)
        }
    }

    @Test func aNewProgramBehindADiscontinuityIsFollowed() throws {
        var reader = SegmentReader()
        var first = TransportBytes()
        first.tables()
        first.pes(stamp: 0, frames)
        _ = try reader.read(first.bytes)
        reader.discontinuity()
        var second = TransportBytes()
        second.tables([.init(type: 0x03, pid: 0x44)])
        second.pes(pid: 0x44, stamp: 0, AudioBytes.mp3(frames: 4))
        let output = try reader.read(second.bytes)
        #expect(output.audio == AudioBytes.mp3(frames: 4))
        #expect(output.changesCodec)
    }

    // MARK: Titles

    private let streams = [
        TransportBytes.Stream(type: 0x0f, pid: TransportBytes.audioPID),
        TransportBytes.Stream(type: 0x15, pid: TransportBytes.tagPID, descriptors: TransportBytes.id3Descriptor),
    ]

    /// Four frames of 1024 samples at 44,100 Hz last 8359 ticks.
    @Test(
        arguments: [
            (100_000, 0), (100_001, 1), (102_089, 1), (104_000, 2), (107_000, 4), (108_359, 4), (108_360, 5),
        ]
    )
    func aTitleStandsBeforeTheFirstFrameAtItsTime(stamp: Int, frame: Int) throws {
        var stream = TransportBytes()
        stream.tables(streams)
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: stamp, TagBytes.song("A", "B"))
        stream.pes(stamp: 100_000, frames)
        stream.pes(stamp: 108_359, frames)
        var reader = SegmentReader()
        let output = try reader.read(stream.bytes)
        let all = frames + frames
        let before = Array(all.prefix(300 * frame))
        let title = StreamPiece.title(StreamTitle("A", "B"))
        #expect(
            output.pieces == (before.isEmpty ? [] : [.audio(before)]) + [title, .audio(Array(all[(300 * frame)...]))]
        )
    }

    @Test func aTitleOfTheNextSegmentWaitsForIt() throws {
        var stream = TransportBytes()
        var reader = SegmentReader()
        stream.tables(streams)
        stream.pes(stamp: 0, frames)
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: second, TagBytes.song("A", "B"))
        #expect(try reader.read(stream.take()).titles == [])
        stream.pes(stamp: second - 8359, frames)
        stream.pes(stamp: second, frames)
        let title = StreamPiece.title(StreamTitle("A", "B"))
        #expect(try reader.read(stream.take()).pieces == [.audio(frames), title, .audio(frames)])
    }

    @Test func aWaitingTitleComesAtOnceAfterADiscontinuity() throws {
        var stream = TransportBytes()
        var reader = SegmentReader()
        stream.tables(streams)
        stream.pes(stamp: 0, frames)
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: second, TagBytes.song("A", "B"))
        _ = try reader.read(stream.take())
        reader.discontinuity()
        #expect(try reader.read(frames).pieces == [.title(StreamTitle("A", "B")), .audio(frames)])
    }

    @Test(arguments: [nil, 90_000 * 3600] as [Int?])
    func aTitleWithoutATimeThatMakesSenseIsToldAtOnce(stamp: Int?) throws {
        var stream = TransportBytes()
        stream.tables(streams)
        stream.pes(stamp: 0, frames)
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: stamp, TagBytes.song("A", "B"))
        var reader = SegmentReader()
        #expect(try reader.read(stream.bytes).titles == [StreamTitle("A", "B")])
    }

    @Test func timeStampsMayBeginAgain() throws {
        let last = 1 << 33
        var stream = TransportBytes()
        var reader = SegmentReader()
        stream.tables(streams)
        stream.pes(stamp: last - 8359, frames)
        stream.pes(stamp: 0, frames)
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: 0, TagBytes.song("A", "One"))
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: last - 8359, TagBytes.song("A", "Zero"))
        let (zero, one) = (StreamPiece.title(StreamTitle("A", "Zero")), StreamPiece.title(StreamTitle("A", "One")))
        #expect(try reader.read(stream.bytes).pieces == [zero, .audio(frames), one, .audio(frames)])
    }

    @Test func tagsMaySpanPacketsOrShareOne() throws {
        let picture = TagBytes.tag(
            TagBytes.frame("APIC", AudioBytes.noise(3000, seed: 9)) + TagBytes.text("TIT2", "Long")
        )
        var stream = TransportBytes()
        stream.tables(streams)
        stream.pes(stamp: 0, frames)
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: 0, picture)
        stream.pes(
            pid: TransportBytes.tagPID,
            stream: 0xbd,
            stamp: 1,
            TagBytes.song(nil, "A") + TagBytes.song(nil, "B")
        )
        // Something else in the same place, and a tag that lost a packet.
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: 2, AudioBytes.noise(400, seed: 4))
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: 3, picture)
        var packets = stream.bytes
        packets.removeSubrange((packets.count - 4 * 188)..<(packets.count - 3 * 188))
        var reader = SegmentReader()
        #expect(try reader.read(packets).titles == ["Long", "A", "B"].map { StreamTitle($0) })
    }

    @Test func privateDataRegisteredAsID3IsRead() throws {
        for descriptors in [TransportBytes.id3Descriptor, [0x05, 4] + Array("ID3 ".utf8)] {
            var stream = TransportBytes()
            stream.tables([streams[0], .init(type: 0x06, pid: TransportBytes.tagPID, descriptors: descriptors)])
            stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: 0, TagBytes.song("A", "B"))
            stream.pes(stamp: 0, frames)
            var reader = SegmentReader()
            #expect(try reader.read(stream.bytes).titles == [StreamTitle("A", "B")])
        }
    }

    /// The fixtures of this suite, as ffmpeg sees them.
    @Test func anotherClientFindsTheTagsOfTheFixtures() async throws {
        var stream = TransportBytes()
        stream.tables(streams)
        let audio = try await HLSAudio.noise(.packedAAC).joined
        stream.pes(stamp: 0, Array(audio.prefix(20_000)), hasLength: false)
        stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: 0, TagBytes.song("A", "B"))
        let folder = ScratchFolder()
        try folder.write(stream.bytes, to: "part.ts")
        let outcome = try await ChildProcess.run(
            "ffprobe",
            ["-v", "error", "-show_entries", "stream=codec_name", "-of", "csv=p=0", folder.file("part.ts")]
        )
        #expect(Set(outcome.text.split(whereSeparator: \.isWhitespace)) == ["aac", "timed_id3"])
    }
}
