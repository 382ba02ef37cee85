import Fakes
import Model
import Testing

@testable import Core

struct FragmentReaderTests {
    /// AAC-LC, 44,100 Hz, stereo: what the heads of ``AudioBytes/adts(frames:length:)`` say.
    private let movie = BoxBytes.movie(entries: [BoxBytes.aac()])
    private let samples = (0..<6).map { AudioBytes.noise(293, seed: UInt64($0)) }

    private func adts(_ samples: some Sequence<[UInt8]>) -> [UInt8] {
        samples.flatMap { AudioBytes.adts(frames: 1, length: $0.count + 7).prefix(7) + $0 }
    }

    @Test func samplesGetHeads() throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        let output = try reader.read(BoxBytes.fragment(samples))
        #expect(output.pieces == [.audio(adts(samples))])
        #expect(output.codec == "aac")
        #expect(output.duration?.milliseconds == 139)
    }

    @Test func aSegmentMayBringItsOwnMovieBox() throws {
        var reader = SegmentReader()
        #expect(try reader.read(movie + BoxBytes.fragment(samples)).audio == adts(samples))
    }

    @Test func theInitializationSectionOutlivesADiscontinuity() throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        reader.discontinuity()
        #expect(try reader.read(BoxBytes.fragment(samples)).audio == adts(samples))
    }

    /// Sizes by default of the fragment or of the movie, offsets with and without, several runs and fragments.
    @Test func everyWayToSayWhereSamplesAre() throws {
        let data = Array(samples.joined())
        let parts: [(head: [UInt8], runs: (Int) -> [[UInt8]])] = [
            (
                BoxBytes.full("tfhd", flags: 0x20018, number(1, 4) + number(1024, 4) + number(293, 4)),
                { [BoxBytes.full("trun", flags: 1, number(6, 4) + number($0, 4))] }
            ),
            (
                BoxBytes.full("tfhd", flags: 0x1a, number(1, 4) + number(1, 4) + number(1024, 4) + number(293, 4)),
                { _ in [BoxBytes.full("trun", number(6, 4))] }
            ),
            // An offset of the file that the segment was cut out of.
            (
                BoxBytes.full("tfhd", flags: 0x11, number(1, 4) + number(1 << 40, 8) + number(293, 4)),
                { offset in
                    [
                        BoxBytes.full("trun", flags: 0x5, number(2, 4) + number(offset, 4) + number(0, 4)),
                        BoxBytes.full("trun", number(1, 4)),
                        BoxBytes.full(
                            "trun",
                            version: 1,
                            flags: 0xf01,
                            number(3, 4) + number(offset + 3 * 293, 4)
                                + (0..<3).flatMap { _ in number(1024, 4) + number(293, 4) + number(0, 8) }
                        ),
                    ]
                }
            ),
        ]
        for (index, part) in parts.enumerated() {
            let box = { (offset: Int) in
                BoxBytes.box("moof", BoxBytes.box("traf", part.head + Array(part.runs(offset).joined())))
            }
            let fragment = box(box(0).count + 8) + BoxBytes.box("mdat", data)
            var reader = SegmentReader()
            try reader.initialize(movie)
            let styp = BoxBytes.box("styp", Array("msdh".utf8) + number(0, 4))
            #expect(try reader.read(styp + fragment + fragment).audio == adts(samples + samples), "way \(index)")
        }
    }

    @Test func defaultsOfTheMovieCount() throws {
        let extends = BoxBytes.full(
            "trex",
            number(1, 4) + number(1, 4) + number(512, 4) + number(293, 4) + number(0, 4)
        )
        var reader = SegmentReader()
        try reader.initialize(BoxBytes.movie(entries: [BoxBytes.aac()], extends: extends))
        let traf = BoxBytes.box("traf", BoxBytes.full("tfhd", number(1, 4)) + BoxBytes.full("trun", number(6, 4)))
        let output = try reader.read(BoxBytes.box("moof", traf) + BoxBytes.box("mdat", Array(samples.joined())))
        #expect(output.audio == adts(samples))
        #expect(output.duration?.milliseconds == 69)
    }

    @Test func otherTracksAreLeftAlone() throws {
        let other = BoxBytes.box(
            "traf",
            BoxBytes.full("tfhd", number(2, 4)) + BoxBytes.full("trun", flags: 1, number(5, 4) + number(0, 4))
        )
        var reader = SegmentReader()
        try reader.initialize(movie)
        let segment = BoxBytes.box("moof", other) + BoxBytes.fragment(samples)
        #expect(try reader.read(segment).audio == adts(samples))
    }

    @Test func aSegmentThatWasCutGivesWhatCame() throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        let segment = Array(BoxBytes.fragment(samples).dropLast(300))
        #expect(try reader.read(segment).audio == adts(samples.prefix(4)))
        #expect(throws: SegmentFault.malformed) { try reader.read(Array(segment.prefix(180))) }
    }

    @Test(
        arguments: [
            (BoxBytes.entry("Opus", []), .unsupported(codec: "opus")),
            (BoxBytes.entry("ac-3", []), .unsupported(codec: "ac3")),
            (BoxBytes.entry("ec-3", []), .unsupported(codec: "eac3")),
            (BoxBytes.entry("alac", []), .unsupported(codec: "alac")),
            (BoxBytes.entry("x\u{7}yz", []), .unsupported(codec: "x?yz")),
            (BoxBytes.entry("enca", BoxBytes.esds([0x12, 0x10])), .encrypted),
            (BoxBytes.aac([0x12, 0x10], objectType: 0xa6), .unsupported(codec: "eac3")),
            (BoxBytes.aac([0xf9, 0x46, 0x40, 0, 0]), .unsupported(codec: "usac")),
            (BoxBytes.aac([0xf8, 0xe8, 0x50, 0]), .unsupported(codec: "aac_ld")),
            (BoxBytes.aac([0x12, 0x14]), .unsupported(codec: "aac_960")),
            (BoxBytes.aac([0x12, 0x00]), .unsupported(codec: "aac_channels")),
            (BoxBytes.aac([0x12]), .malformed), (BoxBytes.aac([]), .malformed),
            (BoxBytes.entry("mp4a", []), .malformed),
            (BoxBytes.entry("fLaC", []), .malformed),
            (BoxBytes.entry("fLaC", BoxBytes.full("dfLa", [0x80, 0, 0, 33] + number(0, 33))), .malformed),
            (BoxBytes.box("mp4a", [0, 0]), .malformed),
        ] as [([UInt8], SegmentFault)]
    )
    func codingsThatCannotBeReadAreRefusedByName(entry: [UInt8], fault: SegmentFault) {
        var reader = SegmentReader()
        #expect(throws: fault) { try reader.initialize(BoxBytes.movie(entries: [entry])) }
        #expect(throws: SegmentFault.malformed) { try reader.read(BoxBytes.fragment(samples)) }
    }

    @Test func aMovieWithoutAudioSaysSo() {
        var reader = SegmentReader()
        #expect(throws: SegmentFault.noAudio) {
            try reader.initialize(BoxBytes.movie(handler: "vide", entries: [BoxBytes.entry("avc1", [])]))
        }
        #expect(throws: SegmentFault.malformed) {
            try reader.initialize(BoxBytes.movie(timescale: 44100, entries: []))
        }
        #expect(throws: SegmentFault.malformed) { try reader.initialize(BoxBytes.box("ftyp", [])) }
        #expect(throws: SegmentFault.malformed) { try reader.initialize([]) }
        #expect(throws: SegmentFault.noAudio) { try reader.read(BoxBytes.box("styp", number(0, 8))) }
    }

    @Test func samplesOfAnEncryptedDescriptionAreNeverPlayed() throws {
        var reader = SegmentReader()
        try reader.initialize(
            BoxBytes.movie(entries: [BoxBytes.aac(), BoxBytes.entry("enca", BoxBytes.esds([0x12, 0x10]))])
        )
        #expect(try reader.read(BoxBytes.fragment(samples, description: 1)).audio == adts(samples))
        #expect(throws: SegmentFault.encrypted) { try reader.read(BoxBytes.fragment(samples, description: 2)) }
        #expect(throws: SegmentFault.malformed) { try reader.read(BoxBytes.fragment(samples, description: 3)) }
        #expect(throws: SegmentFault.encrypted) {
            try reader.read(BoxBytes.fragment(samples) + BoxBytes.fragment(samples, description: 2))
        }
    }

    @Test(arguments: [0, 1, 2])
    func entriesOfQuickTimeAreLonger(version: Int) throws {
        let boxes = version == 1 ? BoxBytes.box("wave", BoxBytes.esds([0x12, 0x10])) : BoxBytes.esds([0x12, 0x10])
        var reader = SegmentReader()
        try reader.initialize(BoxBytes.movie(entries: [BoxBytes.entry("mp4a", boxes, version: version)]))
        #expect(try reader.read(BoxBytes.fragment(samples)).audio == adts(samples))
    }

    @Test func mp3InFragmentsStaysAsItIs() throws {
        var reader = SegmentReader()
        try reader.initialize(BoxBytes.movie(entries: [BoxBytes.aac([], objectType: 0x6b)]))
        let output = try reader.read(BoxBytes.fragment([AudioBytes.mp3(frames: 1), AudioBytes.mp3(frames: 1)]))
        #expect(output.audio == AudioBytes.mp3(frames: 2))
        #expect(output.codec == "mp3")
    }

    @Test func aSampleTooLongForAHeadIsLeftOut() throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        let long = AudioBytes.noise(8185, seed: 1)
        let longest = AudioBytes.noise(8184, seed: 1)
        #expect(
            try reader.read(BoxBytes.fragment([long, [], longest, samples[0]])).audio == adts([longest, samples[0]])
        )
    }

    // MARK: HE-AAC

    /// Configs of spectral band replication and parametric stereo; the head names the core.
    @Test(
        arguments: [
            // 44,100 Hz from a core of 22,050 Hz.
            ([0x2b, 0x92, 0x08, 0x00], 22050, 2, [0xff, 0xf1, 0x5c, 0x80]),
            // 48,000 Hz stereo from a mono core of 24,000 Hz.
            ([0xeb, 0x09, 0x88, 0x00], 24000, 1, [0xff, 0xf1, 0x58, 0x40]),
            // Said behind a plain config, in the way that older decoders pass over.
            ([0x13, 0x90, 0x56, 0xe5, 0xa0], 22050, 2, [0xff, 0xf1, 0x5c, 0x80]),
            // A sampling rate written out.
            ([0x17, 0x80, 0x56, 0x22, 0x10], 44100, 2, [0xff, 0xf1, 0x50, 0x80]),
        ] as [([UInt8], Int, Int, [UInt8])]
    )
    func theHeadOfHEAACNamesTheCore(config: [UInt8], rate: Int, channels: Int, head: [UInt8]) throws {
        let config = try AudioSpecificConfig(config)
        #expect(config.objectType == 2)
        #expect(config.sampleRate == rate)
        #expect(config.channels == channels)
        #expect(config.adtsHead(of: 364).map { Array($0.prefix(4)) } == head)
    }

    @Test func durationsOfHEAACCountTheCore() throws {
        let zero = BoxBytes.full("trex", number(1, 4) + number(1, 4) + number(0, 12))
        var reader = SegmentReader()
        try reader.initialize(
            BoxBytes.movie(timescale: 22050, entries: [BoxBytes.aac([0x2b, 0x92, 0x08, 0x00])], extends: zero)
        )
        #expect(try reader.read(BoxBytes.fragment(samples)).duration?.milliseconds == 278)
    }

    // MARK: FLAC

    private func flac(rate: Int, frameSize: Int = 0) -> [UInt8] {
        let info =
            number(4608, 2) + number(4608, 2) + number(frameSize, 3) + number(frameSize, 3)
            + number(rate << 12 | 1 << 9 | 15 << 4, 4) + number(7, 4) + AudioBytes.noise(16, seed: 1)
        let picture: [UInt8] = [4, 0, 0, 2, 1, 2]
        return BoxBytes.movie(entries: [
            BoxBytes.entry("fLaC", BoxBytes.full("dfLa", picture + [0x80, 0, 0, 34] + info))
        ])
    }

    @Test func flacBeginsWithItsParametersOnce() throws {
        var reader = SegmentReader()
        try reader.initialize(flac(rate: 44100))
        let first = try reader.read(BoxBytes.fragment(samples))
        let head =
            Array("fLaC".utf8) + [0x80, 0, 0, 34] + number(4608, 2) + number(4608, 2) + number(0, 6)
            + [0x0a, 0xc4, 0x42, 0xf0] + number(0, 20)
        #expect(first.pieces == [.audio(head + Array(samples.joined()))])
        #expect(first.codec == "flac")
        // What speaks of one file only changes nothing.
        reader.discontinuity()
        try reader.initialize(flac(rate: 44100, frameSize: 900))
        let second = try reader.read(BoxBytes.fragment(samples))
        #expect(second.pieces == [.audio(Array(samples.joined()))])
        #expect(!second.changesCodec)
    }

    @Test func otherParametersOfFLACAreAnotherCodec() throws {
        var reader = SegmentReader()
        try reader.initialize(flac(rate: 44100))
        _ = try reader.read(BoxBytes.fragment(samples))
        try reader.initialize(flac(rate: 48000))
        let output = try reader.read(BoxBytes.fragment(samples))
        #expect(output.changesCodec)
        #expect(output.audio.starts(with: "fLaC".utf8))
        #expect(try !reader.read(BoxBytes.fragment(samples)).changesCodec)
    }

    // MARK: Hostile tables

    @Test(
        arguments: [
            // Samples that overlap, so that few bytes would become many.
            (
                [
                    BoxBytes.full("trun", flags: 1, number(1, 4) + number(0, 4)),
                    BoxBytes.full("trun", flags: 1, number(1, 4) + number(0, 4)),
                ], 60, .malformed
            ), ([BoxBytes.full("trun", number(0x7fff_ffff, 4))], 0, .tooLarge),
            ([BoxBytes.full("trun", flags: 1, number(2, 4) + number(-500, 4))], 1, .malformed),
            ([BoxBytes.full("trun", flags: 0x200, number(50, 4) + number(1, 4))], 1, .malformed),
            ([BoxBytes.full("trun", flags: 0x201, [0])], 1, .malformed),
            ([BoxBytes.full("trun", number(5, 4))], 0x7fff_ffff, .malformed),
        ] as [([[UInt8]], Int, SegmentFault)]
    )
    func runsThatClaimTooMuchAreRefused(runs: [[UInt8]], size: Int, fault: SegmentFault) throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        let head = BoxBytes.full("tfhd", flags: 0x20010, number(1, 4) + number(size, 4))
        let segment =
            BoxBytes.box("moof", BoxBytes.box("traf", head + Array(runs.joined()))) + BoxBytes.box("mdat", [1, 2])
        #expect(throws: fault) { try reader.read(segment) }
    }

    // MARK: Event messages

    @Test(
        arguments: [
            ("https://aomedia.org/emsg/ID3", 1 as UInt8, 44100, 50_000 + 2048, 2),
            ("https://aomedia.org/emsg/ID3", 1, 44100, 50_000 + 2049, 3),
            ("https://aomedia.org/emsg/ID3", 1, 44100, 0, 0),
            ("https://developer.apple.com/streaming/emsg-id3", 0, 1000, 0, 0), ("urn:x:id3", 0, 1000, 24, 2),
            ("https://aomedia.org/emsg/ID3", 0, 44100, 1024, 1),
        ]
    )
    func messagesStandAtTheirTime(scheme: String, version: UInt8, timescale: Int, time: Int, frame: Int) throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        let message = BoxBytes.message(
            scheme: scheme,
            version: version,
            timescale: timescale,
            time: time,
            TagBytes.song("SomaFM", "Drone")
        )
        let output = try reader.read(message + BoxBytes.fragment(samples, time: 50_000))
        let before = adts(samples.prefix(frame))
        let title = StreamPiece.title(StreamTitle("SomaFM", "Drone"))
        #expect(
            output.pieces == (before.isEmpty ? [] : [.audio(before)]) + [title, .audio(adts(samples.dropFirst(frame)))]
        )
    }

    @Test(
        arguments: [
            BoxBytes.message(scheme: "urn:scte:scte35:2013:bin", timescale: 1, time: 0, TagBytes.song(nil, "A")),
            BoxBytes.message(timescale: 0, time: 0, TagBytes.song(nil, "A")),
            BoxBytes.message(timescale: 1, time: 0, Array("not a tag".utf8)),
            BoxBytes.message(version: 2, timescale: 1, time: 0, TagBytes.song(nil, "A")),
            BoxBytes.message(timescale: 1, time: 0, TagBytes.tag([])), BoxBytes.full("emsg", version: 1, []),
            BoxBytes.full("emsg", version: 0, Array("urn:id3".utf8)),
        ]
    )
    func otherMessagesSayNothing(message: [UInt8]) throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        #expect(try reader.read(message + BoxBytes.fragment(samples)).pieces == [.audio(adts(samples))])
    }

    @Test func aMessageOfALaterSegmentWaits() throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        let message = BoxBytes.message(timescale: 44100, time: 6 * 1024, TagBytes.song("A", "B"))
        #expect(try reader.read(message + BoxBytes.fragment(samples)).titles == [])
        let output = try reader.read(BoxBytes.fragment(samples, time: 6 * 1024))
        #expect(output.pieces == [.title(StreamTitle("A", "B")), .audio(adts(samples))])
    }

    @Test(arguments: [1, 44100, 0x7fff_ffff])
    func timesBehindAllOthersDoNoHarm(timescale: Int) throws {
        var reader = SegmentReader()
        try reader.initialize(movie)
        let message = BoxBytes.message(timescale: timescale, time: -1, TagBytes.song("A", "B"))
        #expect(try reader.read(message + BoxBytes.fragment(samples, time: -5)).audio == adts(samples))
    }

    // MARK: ffmpeg's fragments under another config

    /// No free encoder makes HE-AAC, so the config alone says it here: an older decoder must find the same frames.
    @Test func realFragmentsUnderAConfigOfHEAACKeepTheirFrames() async throws {
        let audio = try await HLSAudio.noise(.fragmentedAAC)
        let section = try #require(audio.initialization)
        let plain: [UInt8] = [0x12, 0x10, 0x56, 0xe5, 0x00]
        // Object type 5, core 44,100 Hz, two channels, 88,200 Hz, object type 2.
        let replicated: [UInt8] = [0x2a, 0x10, 0x88, 0x00, 0x00]
        let range = try #require(section.firstRange(of: plain))
        var changed = section
        changed.replaceSubrange(range, with: replicated)
        var reader = SegmentReader()
        try reader.initialize(changed)
        let joined = try audio.segments.prefix(4).flatMap { try reader.read($0).audio }
        #expect(audio.joined.starts(with: joined))
        #expect(joined.count > 10_000)
    }
}
