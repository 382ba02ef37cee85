import Fakes
import Testing

@testable import Core

/// Damaged segments of every kind. That none traps is proved by this process living on.
struct SegmentMutationTests {
    @Test(.timeLimit(.minutes(3)), arguments: HLSAudio.Kind.allCases)
    func damagedSegmentsEndInAValueOrAFault(kind: HLSAudio.Kind) async throws {
        let audio = try await HLSAudio.noise(kind, seconds: 1)
        var random = SeededGenerator(seed: 0x5e6)
        var (read, refused) = (0, 0)
        var reader = SegmentReader()
        for round in 0..<2000 {
            if round % 50 == 0 {
                reader = SegmentReader()
                if let section = audio.initialization { try reader.initialize(section) }
            }
            if round % 7 == 0 { reader.discontinuity() }
            if round % 5 == 0, let section = audio.initialization {
                do { try reader.initialize(damaged(section, using: &random)) } catch { refused += 1 }
                if round % 10 == 0 { try reader.initialize(section) }
            }
            let source = Array(
                (audio.segments.randomElement(using: &random) ?? []).prefix(kind == .fragmentedFLAC ? 24_000 : 6000)
            )
            let segment = damaged(withTags(source, kind, using: &random), using: &random)
            do {
                let output = try reader.read(segment)
                read += 1
                // A head of 7 bytes for each frame at most, and what was left of the segment before.
                #expect(output.audio.count <= 8 * segment.count + 8192 + 42)
                #expect(output.titles.count <= PieceBuilder.titleLimit)
            } catch {
                refused += 1
            }
        }
        #expect(read > 200, "\(kind): \(read) read, \(refused) refused")
        #expect(refused > 0)
    }

    @Test func noiseBehindEveryBeginningEndsInAValueOrAFault() throws {
        let beginnings: [[UInt8]] = [
            [], [0x47], TagBytes.tag([]), BoxBytes.box("styp", []), [0, 0, 1, 0] + Array("moof".utf8),
            [0xff, 0xf1, 0x50, 0x80],
            [0xff, 0xfb, 0x90, 0x44], BoxBytes.movie(entries: [BoxBytes.aac()]),
            Array("ID3".utf8) + [4, 0, 0xff, 0, 0, 0x7f, 0x7f],
        ]
        var refused = 0
        for (index, beginning) in beginnings.enumerated() {
            for seed in 0..<100 {
                var reader = SegmentReader()
                let noise = AudioBytes.noise(Int(seed) * 20, seed: UInt64(index * 1000 + seed))
                do { _ = try reader.read(beginning + noise) } catch { refused += 1 }
                do { try reader.initialize(beginning + noise) } catch { refused += 1 }
            }
        }
        #expect(refused > 900)
    }

    /// Input that is made to be slow: all of it takes time that grows with its length only.
    @Test(.timeLimit(.minutes(2)), arguments: HostileBytes.allCases)
    func slowInputStaysLinear(input: HostileBytes) {
        let clock = ContinuousClock()
        func time(_ count: Int) -> Duration {
            let bytes = input.bytes(count)
            return clock.measure {
                var reader = SegmentReader()
                do throws(SegmentFault) {
                    if input == .boxes { try reader.initialize(BoxBytes.movie(entries: [BoxBytes.aac()])) }
                    _ = try reader.read(bytes)
                } catch { #expect(error != .tooLarge || input == .samples) }
            }
        }
        _ = time(1 << 12)
        let (short, long) = (time(1 << 15), time(1 << 18))
        // Eight times the bytes; quadratic work would take 64 times as long.
        #expect(long < short * 32 + .milliseconds(200), "\(short) and \(long)")
    }

    enum HostileBytes: CaseIterable {
        case ones, syncs, tags, longTags, openFrames, falseFrames, boxes, samples, packets

        func bytes(_ count: Int) -> [UInt8] {
            let unit: [UInt8]
            switch self {
            case .ones: unit = [0xff]
            case .syncs: unit = [0x47]
            case .tags: unit = TagBytes.song("A", "B")
            // Each claims all that follows.
            case .longTags: unit = Array("ID3".utf8) + [4, 0, 0, 0, 0, 0x7f, 0x7f]
            case .openFrames: unit = [0xff, 0xf1, 0x50, 0x83, 0xff, 0xff, 0xfc]
            // Two frames, then heads that lead nowhere, again and again.
            case .falseFrames:
                unit = AudioBytes.adts(frames: 2, length: 8) + [0xff, 0xf1, 0x50, 0x83, 0xff, 0xff, 0xfc]
            case .boxes: unit = BoxBytes.box("moof", BoxBytes.box("traf", []))
            case .samples:
                let run = BoxBytes.full("trun", number(100_000, 4))
                let head = BoxBytes.full("tfhd", number(1, 4))
                return BoxBytes.movie(entries: [BoxBytes.aac()])
                    + BoxBytes.box(
                        "moof",
                        BoxBytes.box("traf", head + Array(repeating: run, count: count / run.count).joined())
                    )
            case .packets:
                var stream = TransportBytes()
                stream.tables()
                stream.packet(pid: TransportBytes.audioPID, [0, 0, 1, 0xc0, 0, 0, 0x80, 0, 0], starts: true)
                let packet = Array(stream.bytes.suffix(188))
                return stream.bytes + Array(repeating: packet, count: count / 188).joined()
            }
            return Array(Array(repeating: unit, count: count / unit.count + 1).joined().prefix(count))
        }
    }

    /// Now and then a title in the place that the kind has for it.
    private func withTags(
        _ segment: [UInt8],
        _ kind: HLSAudio.Kind,
        using random: inout SeededGenerator
    ) -> [UInt8] {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return segment }
        let tag = TagBytes.song("Artist", "Title")
        switch kind {
        case .transportAAC, .transportMP3:
            var stream = TransportBytes()
            stream.tables([
                .init(type: 0x0f, pid: TransportBytes.audioPID),
                .init(type: 0x15, pid: TransportBytes.tagPID, descriptors: TransportBytes.id3Descriptor),
            ])
            stream.pes(pid: TransportBytes.tagPID, stream: 0xbd, stamp: 0, tag)
            stream.pes(stamp: 0, AudioBytes.adts(frames: 5))
            return stream.bytes + segment
        case .fragmentedAAC, .fragmentedFLAC:
            return BoxBytes.message(timescale: 1000, time: Int.random(in: 0..<2000, using: &random), tag) + segment
        case .packedAAC, .packedMP3: return tag + segment
        }
    }

    private func damaged(_ bytes: [UInt8], using random: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...12, using: &random) where !bytes.isEmpty {
            // Heads and tables stand at the front.
            let reach = Bool.random(using: &random) ? bytes.count : min(bytes.count, 400)
            let place = Int.random(in: 0..<reach, using: &random)
            let length = min(bytes.count - place, Int.random(in: 1...64, using: &random))
            switch Int.random(in: 0..<7, using: &random) {
            case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1: bytes[place] = UInt8.random(in: .min ... .max, using: &random)
            case 2: bytes.removeSubrange(place..<(place + length))
            case 3: bytes.insert(contentsOf: bytes[place..<(place + length)], at: place)
            case 4:
                let word = [0, 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff].randomElement(using: &random) ?? 0
                bytes.replaceSubrange(place..<(place + min(4, length)), with: number(word, min(4, length)))
            case 5:
                bytes.replaceSubrange(
                    place..<(place + length),
                    with: (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                )
            default:
                if Int.random(in: 0..<4, using: &random) == 0 { bytes.removeSubrange(place...) }
            }
        }
        return bytes
    }
}
