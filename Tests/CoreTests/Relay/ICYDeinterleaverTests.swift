import Fakes
import Testing

@testable import Core

struct ICYDeinterleaverTests {
    @Test(arguments: [
        ("16", 16), ("1", 1), ("8192", 8192), ("65536", 65536), ("0016", 16), ("16777216", 16_777_216),
    ])
    func aPlausibleIntervalInterleaves(header: String, interval: Int) {
        #expect(ICYDeinterleaver(header: header)?.interval == interval)
    }

    @Test(arguments: [
        nil, "", "0", "-1", "+16", "16.0", "0x10", "abc", "16,16", "16 000", "99999999999999999999", "16777217", "１６",
    ])
    func anythingElseIsPlainAudio(header: String?) { #expect(ICYDeinterleaver(header: header) == nil) }

    /// Audio bytes 0, 1, 2 … with the given blocks after every `interval` of them.
    private func body(interval: Int, blocks: [[UInt8]], tail: Int) -> (body: [UInt8], audio: [UInt8]) {
        var body: [UInt8] = []
        var audio: [UInt8] = []
        for block in blocks {
            let run = (0..<interval).map { UInt8(truncatingIfNeeded: audio.count + $0) }
            audio += run
            body += run + [UInt8(block.count / 16)] + block
        }
        let run = (0..<tail).map { UInt8(truncatingIfNeeded: audio.count + $0) }
        return (body + run, audio + run)
    }

    private func feed(_ pieces: [[UInt8]], interval: Int) -> (audio: [UInt8], blocks: [[UInt8]], at: [Int]) {
        var deinterleaver = ICYDeinterleaver(header: String(interval))
        var audio: [UInt8] = []
        var blocks: [[UInt8]] = []
        var positions: [Int] = []
        for piece in pieces {
            for part in deinterleaver?.feed(piece) ?? [] {
                switch part {
                case .audio(let bytes): audio += bytes
                case .metadata(let block):
                    blocks.append(block)
                    positions.append(audio.count)
                case .title: Issue.record("a block's charset is not known here")
                }
            }
        }
        return (audio, blocks, positions)
    }

    private let title = ICYInterleaver.block(of: "Guns N' Roses").dropFirst()

    @Test func everySplitInThreeGivesTheSame() {
        let (body, audio) = body(interval: 5, blocks: [[], Array(title), [], Array(repeating: 7, count: 16)], tail: 3)
        for first in 0...body.count {
            for second in first...body.count {
                let split = [Array(body[..<first]), Array(body[first..<second]), Array(body[second...])]
                let seen = feed(split, interval: 5)
                #expect(seen.audio == audio)
                #expect(seen.blocks == [Array(title), Array(repeating: 7, count: 16)])
                #expect(seen.at == [10, 20])
            }
        }
    }

    @Test(arguments: 0..<200)
    func anyChunkingGivesTheSame(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let interval = [1, 2, 16, 1024, 4096].randomElement(using: &random) ?? 1
        let blocks = (0..<Int.random(in: 0...8, using: &random)).map { _ in
            let units = [0, 0, 1, 3, 255].randomElement(using: &random) ?? 0
            return (0..<(units * 16)).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        }
        let (body, audio) = body(interval: interval, blocks: blocks, tail: Int.random(in: 0..<interval, using: &random))
        var pieces: [[UInt8]] = []
        var rest = body[...]
        while !rest.isEmpty {
            let piece = rest.prefix(Int.random(in: 1...5000, using: &random))
            pieces.append(Array(piece))
            rest = rest.dropFirst(piece.count)
        }
        let seen = feed(pieces, interval: interval)
        #expect(seen.audio == audio)
        #expect(seen.blocks == blocks.filter { !$0.isEmpty })
    }

    @Test func audioComesAtOnceAndMetadataWhenWhole() {
        var deinterleaver = ICYDeinterleaver(header: "4")
        #expect(deinterleaver?.feed([1, 2]) == [.audio([1, 2])])
        #expect(deinterleaver?.feed([3, 4, 1, 9]) == [.audio([3, 4])])
        #expect(deinterleaver?.feed(Array(repeating: 9, count: 14)) == [])
        #expect(deinterleaver?.feed([9, 5]) == [.metadata(Array(repeating: 9, count: 16)), .audio([5])])
    }
}
