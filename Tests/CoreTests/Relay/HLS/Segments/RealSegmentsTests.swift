import Fakes
import Testing

@testable import Core

/// Segments that ffmpeg made, against what ffmpeg itself makes of them.
struct RealSegmentsTests {
    @Test(arguments: [HLSAudio.Kind.transportAAC, .transportMP3, .fragmentedAAC, .packedAAC])
    func everyByteOfEveryFrameArrives(kind: HLSAudio.Kind) async throws {
        let audio = try await HLSAudio.noise(kind)
        let outputs = try outputs(of: audio)
        let joined = outputs.flatMap(\.audio)
        #expect(audio.segments.count >= 5)
        #expect(joined.count > 15_000)
        #expect(joined == audio.joined)
        #expect(outputs.map(\.changesCodec).allSatisfy { !$0 })
        #expect(outputs.allSatisfy { $0.codec == (kind == .transportMP3 ? "mp3" : "aac") })
    }

    /// Against ffmpeg's own ADTS demultiplexer.
    @Test(arguments: [HLSAudio.Kind.transportAAC, .fragmentedAAC, .packedAAC])
    func anotherClientReadsTheSameFramesAndSamples(kind: HLSAudio.Kind) async throws {
        let audio = try await HLSAudio.noise(kind)
        let joined = try outputs(of: audio).flatMap(\.audio)
        #expect(try await HLSAudio.remuxed(joined, format: "aac", to: kind) == joined)
        #expect(try await HLSAudio.decoded(joined, format: "aac") == HLSAudio.decoded(audio.joined, format: "aac"))
    }

    @Test func flacInFragmentsBecomesANativeStreamOfTheSameSamples() async throws {
        let audio = try await HLSAudio.noise(.fragmentedFLAC)
        let outputs = try outputs(of: audio)
        let joined = outputs.flatMap(\.audio)
        #expect(joined.starts(with: "fLaC".utf8))
        // Behind the metadata, which ffmpeg writes with words of its own, all frames are the same.
        let frames = joined.dropFirst(42)
        #expect(audio.joined.suffix(frames.count).elementsEqual(frames))
        #expect(frames.count > 100_000)
        #expect(outputs.allSatisfy { $0.codec == "flac" && !$0.changesCodec })
        let samples = try await HLSAudio.decoded(joined, format: "flac")
        #expect(samples == audio.samples)
        #expect(samples.count == 3 * 44_100 * 4)
    }

    /// Each file that ffmpeg made begins with a tag and a table of contents, neither of which is sound.
    @Test func packedMP3LosesItsTablesOfContentsOnly() async throws {
        let audio = try await HLSAudio.noise(.packedMP3)
        let outputs = try outputs(of: audio)
        let joined = outputs.flatMap(\.audio)
        #expect(
            audio.segments.allSatisfy {
                Array($0).firstRange(of: Array("Xing".utf8)) != nil
                    || Array($0).firstRange(of: Array("Info".utf8)) != nil
            }
        )
        #expect(Array(joined).firstRange(of: Array("Info".utf8)) == nil)
        #expect(try await HLSAudio.remuxed(joined, format: "mp3", to: .packedMP3) == joined)
        #expect(joined == audio.joined)
        #expect(outputs.allSatisfy { $0.titles == [StreamTitle("Noise")] })
    }

    @Test func tagsOfPackedAACGiveTitles() async throws {
        let audio = try await HLSAudio.noise(.packedAAC)
        #expect(audio.segments.allSatisfy { $0.starts(with: "ID3".utf8) })
        #expect(try outputs(of: audio).allSatisfy { $0.pieces.first == .title(StreamTitle("Noise")) })
    }

    @Test(arguments: HLSAudio.Kind.allCases)
    func durationsAddUpToTheWhole(kind: HLSAudio.Kind) async throws {
        let outputs = try outputs(of: try await HLSAudio.noise(kind))
        let total = outputs.compactMap(\.duration).reduce(.zero, +)
        // Encoders put some frames before and behind the sound.
        #expect(total >= .milliseconds(2999) && total < .milliseconds(3110), "\(total)")
        #expect(outputs.allSatisfy { $0.duration != nil })
    }

    private func outputs(of audio: HLSAudio) throws -> [SegmentReader.Output] {
        var reader = SegmentReader()
        if let section = audio.initialization { try reader.initialize(section) }
        return try audio.segments.compactMap { segment in
            // ffmpeg ends a list with a fragment that holds nothing.
            do { return try reader.read(segment) } catch SegmentFault.noAudio { return nil }
        }
    }
}
