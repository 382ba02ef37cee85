import Testing

@testable import Core

struct RelayTransformTests {
    private func transform(interval: Int, wantsTitles: Bool = true) -> RelayTransform {
        RelayTransform(
            deinterleaver: ICYDeinterleaver(header: String(interval)),
            titles: TitleReader(charset: nil, stationName: "Station"),
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

    @Test func anEmptyTitleGoesAheadOfAStreamThatBeginsWithoutAny() {
        let audio = [UInt8](repeating: 0x55, count: 20_000)
        var transform = transform(interval: 20_000)
        var output = transform.pass(audio + ICYInterleaver.block(of: "First")).bytes
        output += transform.pass(audio).bytes
        #expect(titles(in: output) == ["StreamTitle='';", "StreamTitle='First';"])
    }

    @Test func aTitleFromTheStartNeedsNoEmptyOneBeforeIt() {
        var transform = transform(interval: 100)
        let audio = [UInt8](repeating: 0x55, count: 100)
        let start = transform.pass(audio + ICYInterleaver.block(of: "First")).bytes
        let rest = transform.pass((0..<100).flatMap { _ in audio + [0] }).bytes
        #expect(titles(in: start + rest) == ["StreamTitle='First';"])
    }

    @Test func aRendererWithoutTitlesGetsTheAudioAlone() {
        let audio = [UInt8](repeating: 0x55, count: 20_000)
        var transform = transform(interval: 20_000, wantsTitles: false)
        #expect(transform.interval == nil)
        #expect(transform.pass(audio + ICYInterleaver.block(of: "First")).bytes == audio)
    }
}
