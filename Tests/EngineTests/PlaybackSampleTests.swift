import Model
import Testing

@testable import Engine

struct PlaybackSampleTests {
    @Test func everyFieldIsRead() throws {
        let sample = try #require(
            PlaybackSample("1.25\nno\nyes\nno\n44100\n2\nfloat\nmp3\npulse\nBj\nörk\u{1e}\u{1}\u{1e}A|B\nC")
        )
        #expect(sample.audioPosition == .seconds(1.25))
        #expect(!sample.isCoreIdle && sample.isPausedForCache && !sample.isPaused)
        #expect(sample.format == AudioFormat(sampleRate: 44_100, channels: 2, sampleFormat: "float"))
        #expect(sample.codec == "mp3" && sample.driver == "pulse")
        #expect(sample.title == "A|B\nC")
        #expect(sample.tags == nil, "an artist alone is no title")
        let tagged = try #require(PlaybackSample("\nno\nno\nno\n\n\n\n\n\nBjörk\u{1e}Jóga\u{1e}\u{1}"))
        #expect(tagged.tags == PlaybackSample.Tags(artist: "Björk", title: "Jóga"))
        #expect(tagged.title == nil)
    }

    @Test func whatIsAbsentIsNotThere() throws {
        let sample = try #require(PlaybackSample("\nyes\nno\nno\n\n\n\n\n\n\u{1}\u{1e}\u{1}\u{1e}\u{1}"))
        #expect(sample.audioPosition == nil && sample.format == nil && sample.codec == nil)
        #expect(sample.driver == nil && sample.title == nil && sample.isCoreIdle)
        #expect(PlaybackSample("\nyes\nno\nno\n\n\n\n\n\n\u{1}\u{1e}\u{1}\u{1e}")?.title == "")
    }

    @Test(arguments: ["", "1\nyes\nno\nno\n\n\n\n\n\nno separators", "1\n2", "nan\nyes\nno\nno\n\n\n\n\n"])
    func anythingElseIsNothing(text: String) { #expect(PlaybackSample(text) == nil) }

    @Test func aPositionThatIsNoNumberIsAbsent() {
        #expect(PlaybackSample("nan\nyes\nno\nno\n\n\n\n\n\n\u{1e}\u{1e}")?.audioPosition == nil)
    }
}

struct SignalGaugeTests {
    @Test func noNewsIsGoodNewsOnlyAfterTheDetectorsLength() {
        var gauge = SignalGauge()
        #expect(gauge.read(position: nil, metadata: [:]) == .unknown)
        #expect(gauge.read(position: .seconds(5), metadata: [:]) == .unknown)
        #expect(gauge.read(position: .milliseconds(5_199), metadata: [:]) == .unknown)
        #expect(gauge.read(position: .milliseconds(5_200), metadata: nil) == .unknown)
        #expect(gauge.read(position: .milliseconds(5_200), metadata: [:]) == .sounding)
    }

    @Test(
        arguments: [
            ("3.5", nil, SignalObservation.silent(from: .seconds(3.5))), ("3.5", "4.5", .sounding),
            ("5", "4.5", .silent(from: .seconds(5))), (nil, nil, .sounding),
        ] as [(String?, String?, SignalObservation)]
    )
    func aSilenceIsOpenUntilItsEnd(start: String?, end: String?, seen: SignalObservation) {
        var gauge = SignalGauge()
        _ = gauge.read(position: .zero, metadata: nil)
        var map: [String: MPVNode] = [:]
        map["lavfi.silence_start"] = start.map { .string($0) }
        map["lavfi.silence_end"] = end.map { .string($0) }
        #expect(gauge.read(position: .seconds(6), metadata: map) == seen)
    }
}
