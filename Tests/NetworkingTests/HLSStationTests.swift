import Fakes
import Testing

/// The stand-in for an HLS origin, held against a client that shares nothing with ours.
@Suite(.serialized) struct HLSStationTests {
    @Test(arguments: [
        HLSMode.live, .master, .fragments, .packed, .encrypted, .unencrypted, .relative, .discontinuity, .missing,
    ])
    func ffmpegHearsTheTone(mode: HLSMode) async throws {
        let station = try await HLSStation()
        defer { station.stop() }
        let outcome = try await ChildProcess.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-allowed_extensions", "ALL", "-i", station.address(of: mode)]
                + ["-t", "7", "-f", "s16le", "-ac", "2", "-ar", "44100", "pipe:1"],
            limit: .seconds(30)
        )
        let heard = Recording(outcome.output)
        #expect(outcome.status == 0, "\(outcome.errorText)")
        #expect(heard.samples.count >= 44_100 * 6)
        #expect(heard.dropping(seconds: 5).holdsTone(at: 1000))
    }

    @Test func ffprobeSeesTheFirstKindOfSound() async throws {
        let station = try await HLSStation()
        defer { station.stop() }
        let outcome = try await ChildProcess.run(
            "ffprobe",
            [
                "-v", "error", "-show_entries", "stream=codec_name,sample_rate", "-of", "csv=p=0",
                station.address(of: .live),
            ],
            limit: .seconds(30)
        )
        #expect(outcome.text.contains("aac,44100"))
    }

    @Test(arguments: [HLSMode.ended, .pages, .sampleEncrypted])
    func everyOtherModeIsWhatItSays(mode: HLSMode) async throws {
        let station = try await HLSStation()
        defer { station.stop() }
        let outcome = try await ChildProcess.run("curl", ["-s", station.address(of: mode)], limit: .seconds(10))
        #expect(outcome.text.hasPrefix("#EXTM3U"))
        #expect(outcome.text.contains("#EXT-X-ENDLIST") == (mode == .ended))
        #expect(outcome.text.contains("SAMPLE-AES") == (mode == .sampleEncrypted))
    }
}
