import Testing

@testable import Core

struct RelayTransformTests {
    private func transform(wantsTitles: Bool = true) -> RelayTransform {
        RelayTransform(
            sendsTitles: true,
            titles: TitleReader(
                charset: TitleCharset(declared: nil, remembered: nil, languages: []),
                stationName: "Station"
            ),
            wantsTitles: wantsTitles
        )
    }

    private func titles(in bytes: [UInt8]) -> [String] {
        var reader = ICYDeinterleaver(header: String(ICYInterleaver.interval))
        return (reader?.feed(bytes) ?? []).compactMap { piece in
            guard case .metadata(let block) = piece else { return nil }
            return String(decoding: block.prefix { $0 != 0 }, as: UTF8.self)
        }
    }

    private let first = StreamPiece.metadata(Array("StreamTitle='First';".utf8))

    @Test func anEmptyTitleGoesAheadOfAStreamThatBeginsWithoutAny() {
        let audio = StreamPiece.audio([UInt8](repeating: 0x55, count: 20_000))
        var transform = transform()
        let output = transform.pass([audio, first, audio]).bytes
        #expect(titles(in: output) == ["StreamTitle='';", "StreamTitle='First';"])
    }

    @Test func aTitleFromTheStartNeedsNoEmptyOneBeforeIt() {
        var transform = transform()
        let output = transform.pass([.audio([0x55]), first, .audio([UInt8](repeating: 0x55, count: 10_000))]).bytes
        #expect(titles(in: output) == ["StreamTitle='First';"])
    }

    @Test func aTitleThatKnowsItsArtistIsOneLineForTheRenderer() {
        let audio = StreamPiece.audio([UInt8](repeating: 0x55, count: 10_000))
        let title = StreamTitle(artist: "Björk", title: "Jóga", raw: "Jóga")
        var transform = transform()
        let output = transform.pass([.title(title), audio, .title(title), audio]).bytes
        #expect(titles(in: output) == ["StreamTitle='Björk - Jóga';"])
    }

    @Test func aRendererWithoutTitlesGetsTheAudioAlone() {
        let audio = [UInt8](repeating: 0x55, count: 20_000)
        var transform = transform(wantsTitles: false)
        #expect(transform.interval == nil)
        #expect(transform.pass([.audio(audio), first]).bytes == audio)
    }
}
