import Fakes
import Model
import Testing

@testable import Core

struct ContentSnifferTests {
    private func finding(_ bytes: [UInt8], type: String? = nil, isComplete: Bool = true) -> ContentSniffer.Finding {
        ContentSniffer(contentType: type).finding(bytes, isComplete: isComplete)
    }

    private func codec(_ bytes: [UInt8], type: String? = nil) -> String? {
        guard case .audio(let audio) = finding(bytes, type: type) else { return "no audio" }
        return audio.codec
    }

    @Test func theRestOfABrokenFrameIsNotPassedOn() {
        let fragment = [0x1f, 0x8b] + AudioBytes.noise(300, seed: 1)
        let frames = AudioBytes.mp3(frames: 4)
        let found = SniffedAudio(fragment + frames, declaredType: nil)
        #expect(found?.fragment == fragment.count)
        let whole = fragment + frames
        let pieces: [StreamPiece] = [
            .audio(Array(whole[..<100])), .metadata([1]), .audio(Array(whole[100...])),
        ]
        let kept = StreamOpener.dropping(fragment.count, from: pieces)
        #expect(kept == [.audio([]), .metadata([1]), .audio(frames)])
        #expect(SniffedAudio(frames, declaredType: nil)?.fragment == 0)
    }

    @Test(arguments: [
        "text/html", "Text/HTML; charset=utf-8", " text/html ", "application/json", "application/problem+json",
        "image/png", "image/svg+xml", "application/xhtml+xml",
    ])
    func pagesDataAndPicturesAreRefusedByTheirHeader(type: String) {
        #expect(ContentSniffer(contentType: type).headerFinding == .refused(.notAudio))
    }

    @Test(arguments: [
        nil, "", "audio/mpeg", "application/octet-stream", "application/flv", "text/plain", "Audio/AACP;x=y",
        "text/xml",
    ])
    func everyOtherHeaderDecidesNothing(type: String?) {
        #expect(ContentSniffer(contentType: type).headerFinding == .undecided)
    }

    @Test(arguments: ["audio/mpeg", "application/flv", "text/plain", "video/mp2t", nil])
    func theBytesWinOverTheHeader(type: String?) {
        #expect(
            finding(AudioBytes.adts(frames: 3), type: type)
                == finding(AudioBytes.adts(frames: 3), type: "application/octet-stream")
        )
        #expect(codec(AudioBytes.adts(frames: 3), type: type) == "aac")
    }

    @Test func mp3CarriesItsBitrate() {
        for (index, bitrate) in [(9, 128), (11, 192), (14, 320), (5, 64)] {
            guard case .audio(let audio) = finding(AudioBytes.mp3(frames: 3, bitrateIndex: UInt8(index))) else {
                Issue.record("no audio at \(bitrate)")
                continue
            }
            #expect(audio.codec == "mp3")
            #expect(audio.contentType == "audio/mpeg")
            #expect(audio.bitrateKbps == bitrate)
        }
    }

    @Test func framesOfChangingBitrateHaveNone() {
        let frames = AudioBytes.mp3(frames: 1, bitrateIndex: 9) + AudioBytes.mp3(frames: 2, bitrateIndex: 11)
        guard case .audio(let audio) = finding(frames) else {
            Issue.record("no audio")
            return
        }
        #expect(audio.bitrateKbps == nil)
    }

    @Test(arguments: [0, 1, 100, 416])
    func aStreamJoinedInTheMiddleOfAFrameIsAudio(offset: Int) {
        #expect(codec(Array(AudioBytes.mp3(frames: 5).dropFirst(offset))) == "mp3")
        #expect(codec(Array(AudioBytes.adts(frames: 8).dropFirst(offset))) == "aac")
    }

    @Test(arguments: ["{", "[", "<", "#", "h"])
    func aFirstByteThatLooksLikeTextDoesNotMakeAPage(first: String) {
        let joined = Array(first.utf8) + AudioBytes.noise(300, seed: 1) + AudioBytes.mp3(frames: 4)
        for count in stride(from: 1, through: joined.count, by: 40) {
            if case .refused(let code) = finding(Array(joined.prefix(count)), isComplete: false) {
                Issue.record("\(code) after \(count) bytes")
            }
        }
        #expect(codec(joined) == "mp3")
    }

    @Test func oneSyncIsNotEnough() {
        let frame = AudioBytes.mp3(frames: 1)
        #expect(finding(frame, isComplete: false) == .undecided)
        #expect(finding(frame + AudioBytes.noise(3000, seed: 4)) == .refused(.notAudio))
        #expect(finding(AudioBytes.adts(frames: 1) + AudioBytes.noise(3000, seed: 4)) == .refused(.notAudio))
    }

    @Test func twoSyncsMustAgree() {
        let layerTwo: [UInt8] = [0xff, 0xfd, 0x90, 0x44]
        #expect(finding(AudioBytes.mp3(frames: 1) + layerTwo + [0, 0]) == .refused(.notAudio))
        let secondRate: [UInt8] = [0xff, 0xfb, 0x94, 0x44]
        #expect(finding(AudioBytes.mp3(frames: 1) + secondRate + [0, 0]) == .refused(.notAudio))
        #expect(codec(AudioBytes.mp3(frames: 2)) == "mp3")
    }

    @Test(arguments: [
        ("\u{1}vorbis\0\0\0\0\u{2}", "vorbis"), ("OpusHead\u{1}\u{2}\0\0", "opus"), ("\u{7f}FLAC\u{1}\0\0\0", "flac"),
        ("unknown packet", nil),
    ])
    func oggNamesItsCodec(packet: String, codec: String?) {
        guard case .audio(let audio) = finding(AudioBytes.ogg(packet: Array(packet.utf8))) else {
            Issue.record("no audio")
            return
        }
        #expect(audio.codec == codec)
        #expect(audio.contentType == "application/ogg")
    }

    @Test func anOggPageWithoutItsPacketWaits() {
        let page = AudioBytes.ogg(packet: Array("OpusHead\u{1}\u{2}".utf8))
        for count in 0..<36 { #expect(finding(Array(page.prefix(count)), isComplete: false) == .undecided, "\(count)") }
        #expect(finding(Array("OggS".utf8) + Array(repeating: 0xff, count: 60)) == .refused(.notAudio))
    }

    @Test func flacAndTagsAreAudio() {
        #expect(codec(Array("fLaC".utf8) + [0, 0, 0, 34]) == "flac")
        #expect(codec(AudioBytes.tag(length: 200) + AudioBytes.adts(frames: 3)) == "aac")
        #expect(codec(AudioBytes.tag(length: 200) + AudioBytes.mp3(frames: 3)) == "mp3")
        #expect(codec(Array(AudioBytes.tag(length: 100_000).prefix(4096)), type: "audio/aacp") == "aac")
        #expect(codec(Array(AudioBytes.tag(length: 100_000).prefix(4096))) == "mp3")
        #expect(finding(Array("ID3 is a way to tag".utf8)) == .refused(.notAudio))
    }

    @Test(arguments: [
        ("#EXTM3U\n#EXTINF:-1,x\nhttps://radio.example/a", ContentSniffer.ListKind.m3u),
        ("\u{feff}#EXTM3U\r\n", .m3u),
        ("#EXT-X-VERSION:3\n", .m3u),
        ("https://radio.example/live.mp3", .m3u),
        ("HTTP://radio.example/live.mp3\n", .m3u),
        ("mms://radio.example/x", .m3u),
        ("# a comment\n#EXTVLCOPT:x\nhttps://radio.example/live.mp3", .m3u),
        ("\n\n[PlayList]\nFile1=https://radio.example/a", .pls),
        ("<ASX version=\"3.0\"><entry><ref href=\"mms://x\"/></entry></ASX>", .asx),
        ("<?xml version=\"1.0\"?>\n<!-- x -->\n<playlist version=\"1\"><trackList>", .xspf),
    ])
    func listsAreToldByTheirContent(text: String, kind: ContentSniffer.ListKind) {
        #expect(finding(Array(text.utf8)) == .list(kind))
        #expect(finding(Array(text.utf8), type: "audio/mpeg") == .list(kind))
    }

    @Test(arguments: [
        ("audio/x-mpegurl", "live.mp3", ContentSniffer.Finding.list(.m3u)),
        ("Application/VND.apple.mpegurl; charset=x", "#x\n../a\nb", .list(.m3u)),
        ("audio/x-mpegurl", "Server full, try later", .refused(.notAudio)),
        ("audio/x-scpls", "; a comment\nFile1=https://radio.example/", .list(.pls)),
        ("audio/x-scpls", "Server full", .refused(.notAudio)),
        ("audio/x-scpls", "<html>full</html>", .refused(.notAudio)),
        ("text/plain", "live.mp3", .refused(.notAudio)),
    ])
    func whereTheTextDoesNotTellTheTypeDoes(type: String, text: String, expected: ContentSniffer.Finding) {
        #expect(finding(Array(text.utf8), type: type) == expected)
    }

    @Test(arguments: [
        ("<smil><body/></smil>", FaultCode.unsupportedStream),
        ("<!DOCTYPE html><html><body>Stream offline</body></html>", .notAudio),
        ("<html><body>x</body></html>", .notAudio),
        ("  <HTML>", .notAudio),
        ("<?xml version=\"1.0\"?><rss><channel/></rss>", .notAudio),
        ("{\"error\":\"gone\"}", .notAudio),
        ("[1,2,3]", .notAudio),
        ("Server full", .notAudio),
        ("", .emptyStream),
        ("   \n", .notAudio),
    ])
    func textIsNeverAudio(text: String, code: FaultCode) {
        #expect(finding(Array(text.utf8)) == .refused(code))
    }

    @Test func aPageIsRefusedBeforeItsEnd() {
        let page = Array(("<!DOCTYPE html><html><head><title>x</title>" + String(repeating: "y", count: 100)).utf8)
        #expect(finding(page, type: "audio/mpeg", isComplete: false) == .refused(.notAudio))
        #expect(finding(Array("#EXTM3U".utf8), type: "audio/mpeg", isComplete: false) == .list(.m3u))
        #expect(finding(Array("#EX".utf8), isComplete: false) == .undecided)
    }

    @Test(arguments: [
        Array("\0\0\0\u{20}ftypM4A ".utf8), [0x1a, 0x45, 0xdf, 0xa3], Array("FLV\u{1}".utf8),
        Array("RIFF\0\0\0\0WAVE".utf8),
        Array((0..<3).map { _ in [0x47] + Array(repeating: UInt8(1), count: 187) }.joined()),
    ])
    func foreignContainersAreUnsupported(bytes: [UInt8]) { #expect(finding(bytes) == .refused(.unsupportedStream)) }

    @Test(arguments: [[UInt8](repeating: 0, count: 4096), [UInt8](repeating: 0xff, count: 4096)])
    func oneByteOverAndOverIsNotAudio(bytes: [UInt8]) {
        #expect(finding(bytes, isComplete: false) == .refused(.notAudio))
    }

    @Test(arguments: 0..<500)
    func randomBytesDoNotPass(seed: Int) {
        let bytes = AudioBytes.noise(ContentSniffer.limit, seed: UInt64(seed))
        #expect(finding(bytes, type: "audio/mpeg", isComplete: false) == .refused(.notAudio))
    }

    @Test(arguments: 0..<100)
    func moreBytesNeverTurnAudioIntoSomethingElse(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let stream = Bool.random(using: &random) ? AudioBytes.mp3(frames: 9) : AudioBytes.adts(frames: 13)
        let joined = Array(stream.dropFirst(Int.random(in: 0..<300, using: &random)))
        var wasAudio = false
        for count in stride(from: 0, through: joined.count, by: 97) {
            let found = finding(Array(joined.prefix(count)), isComplete: false)
            if case .audio = found { wasAudio = true } else { #expect(!wasAudio && found == .undecided, "\(count)") }
        }
        #expect(wasAudio)
    }
}
