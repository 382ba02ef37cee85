import Model
import Testing

@testable import Core

struct VariantChoiceTests {
    private func choice(_ lines: String) throws -> VariantChoice {
        try VariantChoice(try PlaylistTexts.master("#EXTM3U\n" + lines))
    }

    private func names(_ lines: String) throws -> [String] {
        try choice(lines).candidates.map { String($0.address.target.dropFirst("/live/".count)) }
    }

    @Test func theHighestRateThatIsNoWasteIsTaken() throws {
        let lines = """
            #EXT-X-STREAM-INF:BANDWIDTH=48000,CODECS="mp4a.40.29"
            48
            #EXT-X-STREAM-INF:BANDWIDTH=320000,CODECS="mp4a.40.2"
            320
            #EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.5"
            96
            #EXT-X-STREAM-INF:BANDWIDTH=1400000,CODECS="fLaC"
            flac
            """
        #expect(try names(lines) == ["320", "96", "48", "flac"])
    }

    @Test func aboveTheCapTheLowestIsTaken() throws {
        let lines = """
            #EXT-X-STREAM-INF:BANDWIDTH=1400000,CODECS="flac"
            high
            #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="flac"
            low
            """
        #expect(try names(lines) == ["low", "high"])
    }

    @Test func soundAloneGoesBeforePictures() throws {
        let lines = """
            #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=640x360
            video
            #EXT-X-STREAM-INF:BANDWIDTH=200000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=320x180
            small
            #EXT-X-STREAM-INF:BANDWIDTH=64000
            unsaid
            #EXT-X-STREAM-INF:BANDWIDTH=32000,CODECS="mp4a.40.5"
            sound
            """
        #expect(try names(lines) == ["sound", "unsaid", "small", "video"])
        #expect(try choice(lines).candidates.map(\.sound) == [.alone, .unsaid, .besidePictures, .besidePictures])
    }

    @Test(arguments: [
        ("mp4a.40.2", true), ("mp4a.40.5", true), ("mp4a.40.29", true), ("mp4a.40.34", true), ("MP4A.40.2", true),
        ("mp4a.69", true), ("mp4a.6B", true), ("flac", true), ("fLaC", true), ("ec-3", false), ("ac-3", false),
        ("opus", false), ("mp4a.40.42", false), ("avc1.4d401f", false), ("ac-3,mp4a.40.2", true),
    ])
    func onlyWhatCanBeTakenApartIsTaken(codecs: String, isTaken: Bool) throws {
        let lines = "#EXT-X-STREAM-INF:BANDWIDTH=64000,CODECS=\"\(codecs)\"\na\n"
        if isTaken {
            #expect(try names(lines) == ["a"])
        } else {
            #expect(throws: FaultCode.unsupportedStream) { try names(lines) }
        }
    }

    @Test func aRenditionIsTheSoundWithoutThePictures() throws {
        let lines = """
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="German",URI="de",AUTOSELECT=YES
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",URI="en",DEFAULT=YES
            #EXT-X-MEDIA:TYPE=SUBTITLES,GROUP-ID="a",NAME="Text",URI="text",DEFAULT=YES
            #EXT-X-STREAM-INF:BANDWIDTH=900000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=640x360,AUDIO="a"
            video
            #EXT-X-STREAM-INF:BANDWIDTH=300000,CODECS="avc1.4d401f,mp4a.40.2",RESOLUTION=320x180,AUDIO="a"
            small
            """
        #expect(try names(lines) == ["en"])
        #expect(try choice(lines).candidates.first?.isRendition == true)
    }

    @Test func aRenditionWithoutAnAddressIsInTheVariant() throws {
        let lines = """
            #EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="Main",DEFAULT=YES
            #EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2",AUDIO="a"
            sound
            """
        #expect(try names(lines) == ["sound"])
    }

    @Test func equalsAreTakenInTheirOrderAndEachAddressOnce() throws {
        let lines = """
            #EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"
            first
            #EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"
            spare
            #EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"
            first
            """
        #expect(try names(lines) == ["first", "spare"])
    }

    @Test func withoutVariantsThereIsNothing() throws {
        #expect(throws: FaultCode.emptyStream) { try choice("#EXT-X-STREAM-INF:BANDWIDTH=1\n") }
        #expect(throws: FaultCode.emptyStream) { try choice("#EXT-X-STREAM-INF:BANDWIDTH=1\nftp://a.example/\n") }
    }

    @Test func thousandsOfVariantsTakeNoTime() throws {
        var lines = ""
        for number in 0..<3000 {
            lines += "#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=\"\(number)\",URI=\"r\(number)\"\n"
            lines += "#EXT-X-STREAM-INF:BANDWIDTH=\(number),AUDIO=\"\(number)\"\nv\(number)\n"
        }
        #expect(try names(lines).first == "r2999")
    }
}
