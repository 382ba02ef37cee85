import Fakes
import Testing

@testable import Core

struct ICYInterleaverTests {
    private func read(_ bytes: [UInt8]) -> (audio: [UInt8], titles: [String], at: [Int]) {
        var deinterleaver = ICYDeinterleaver(header: String(ICYInterleaver.interval))
        var audio: [UInt8] = []
        var titles: [String] = []
        var positions: [Int] = []
        for piece in deinterleaver?.feed(bytes) ?? [] {
            switch piece {
            case .audio(let run): audio += run
            case .metadata(let block):
                titles.append(decodedAsFFmpegDoes(block))
                positions.append(audio.count)
            case .title: Issue.record("a block's charset is not known here")
            }
        }
        return (audio, titles, positions)
    }

    /// Readers take what stands between the first `='` and the first `';`.
    private func decodedAsFFmpegDoes(_ block: [UInt8]) -> String {
        let text = String(decoding: block.prefix { $0 != 0 }, as: UTF8.self)
        guard text.hasPrefix("StreamTitle='"), let end = text.firstRange(of: "';") else { return "unreadable: \(text)" }
        return String(text[..<end.lowerBound].dropFirst("StreamTitle='".count))
    }

    @Test(arguments: 0..<50)
    func audioPassesUnchangedWithEveryTitleAtTheNextBoundary(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var interleaver = ICYInterleaver()
        var output: [UInt8] = []
        var audio: [UInt8] = []
        var due: [Int: String] = [:]
        for number in 0..<20 {
            if Bool.random(using: &random) {
                interleaver.set(title: "Title \(number)")
                due[audio.count / ICYInterleaver.interval] = "Title \(number)"
            }
            let run = (0..<Int.random(in: 0...20000, using: &random)).map { _ in
                UInt8.random(in: .min ... .max, using: &random)
            }
            audio += run
            output += interleaver.interleave(run)
        }
        let seen = read(output)
        #expect(seen.audio == audio)
        let whole = audio.count / ICYInterleaver.interval
        let expected = due.filter { $0.key < whole }.sorted { $0.key < $1.key }
        #expect(seen.titles == expected.map(\.value))
        #expect(seen.at == expected.map { ($0.key + 1) * ICYInterleaver.interval })
    }

    @Test(arguments: [
        ("Guns N' Roses - Sweet Child O' Mine", "Guns N' Roses - Sweet Child O' Mine"),
        ("", ""),
        ("ends with '", "ends with '"),
        ("a='b", "a='b"),
        ("Say 'yes'; then go", "Say 'yes’; then go"),
        ("';';", "’;’;"),
        ("Bjørk – Jóga", "Bjørk – Jóga"),
        ("nul\0inside", "nulinside"),
    ])
    func everyTitleSurvivesTheReader(title: String, seen: String) {
        let block = ICYInterleaver.block(of: title)
        #expect(block.count == 1 + Int(block[0]) * 16)
        #expect(decodedAsFFmpegDoes(Array(block.dropFirst())) == seen)
    }

    @Test func aTitleThatIsTooLongStillFitsItsLengthByte() {
        let block = ICYInterleaver.block(of: String(repeating: "é';", count: 4000))
        #expect(block.count <= 1 + 255 * 16)
        #expect(block.count == 1 + Int(block[0]) * 16)
        #expect(String(validating: block.dropFirst().prefix { $0 != 0 }, as: UTF8.self)?.hasSuffix("';") == true)
    }
}
