import Fakes
import Testing

@testable import Core

struct OverlapFilterTests {
    private func audio(_ pieces: [StreamPiece]) -> [UInt8] {
        pieces.flatMap { piece in
            if case .audio(let bytes) = piece { return bytes }
            return []
        }
    }

    private func pieces(_ bytes: some Collection<UInt8>, of size: Int) -> [StreamPiece] {
        let bytes = Array(bytes)
        return stride(from: 0, to: bytes.count, by: size).map { .audio(Array(bytes[$0..<min($0 + size, bytes.count)])) }
    }

    /// A programme, cut at `cut`; the new connection replays from `replay` on.
    private func joined(_ programme: [UInt8], cut: Int, replay: Int, size: Int) -> [UInt8] {
        var filter = OverlapFilter()
        var heard: [UInt8] = []
        for piece in pieces(programme[..<cut], of: size) { heard += audio(filter.pass([piece], at: .zero)) }
        filter.begin()
        for piece in pieces(programme[replay...], of: size) { heard += audio(filter.pass([piece], at: .zero)) }
        heard += audio(filter.pass([], at: .seconds(2)))
        return heard
    }

    @Test(arguments: [1, 7, 417, 4096, 16_384, 60_000])
    func whatIsReplayedIsHeardOnce(size: Int) {
        let programme = AudioBytes.noise(60_000, seed: 5)
        #expect(joined(programme, cut: 40_000, replay: 10_000, size: size) == programme)
        #expect(joined(programme, cut: 40_001, replay: 35_000, size: size) == programme)
    }

    @Test(arguments: 0..<200)
    func anyCutAndAnyReplayJoinWithoutAByteTwiceOrMissing(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let programme = AudioBytes.noise(30_000, seed: UInt64(seed))
        let cut = Int.random(in: OverlapFilter.tailLength...30_000, using: &random)
        let replay = Int.random(in: 0...(cut - OverlapFilter.tailLength), using: &random)
        let size = Int.random(in: 1...9000, using: &random)
        #expect(joined(programme, cut: cut, replay: replay, size: size) == programme)
    }

    @Test func whatWasMissedMeanwhileIsAGapAndNothingOfTheRestIsLost() {
        let programme = AudioBytes.noise(60_000, seed: 6)
        let heard = joined(programme, cut: 20_000, replay: 30_000, size: 1000)
        #expect(heard == Array(programme[..<20_000] + programme[30_000...]))
    }

    @Test func aSilentProgrammeOfEqualFramesLosesNothingButSilence() {
        let programme = [UInt8](repeating: 0x55, count: 60_000)
        let heard = joined(programme, cut: 40_000, replay: 10_000, size: 700)
        #expect(heard.count >= 60_000)
        #expect(heard.count <= 90_000)
    }

    @Test func nothingIsHeldBackForLongerThanTheSearch() {
        var filter = OverlapFilter()
        _ = filter.pass([.audio(AudioBytes.noise(5000, seed: 1))], at: .zero)
        filter.begin()
        let first = StreamPiece.audio(AudioBytes.noise(5000, seed: 2))
        let second = StreamPiece.audio(AudioBytes.noise(5000, seed: 3))
        do {
            let passed = filter.pass([first], at: .seconds(10))
            #expect(passed == [])
        }
        do {
            let passed = filter.pass([second], at: .milliseconds(10_999))
            #expect(passed == [])
        }
        do {
            let passed = filter.pass([first], at: .seconds(11))
            #expect(passed == [first, second, first])
        }
        do {
            let passed = filter.pass([second], at: .seconds(11))
            #expect(passed == [second])
        }
    }

    @Test func aFloodWithoutTheEndIsLetThrough() {
        var filter = OverlapFilter()
        _ = filter.pass([.audio(AudioBytes.noise(5000, seed: 1))], at: .zero)
        filter.begin()
        let flood = StreamPiece.audio(AudioBytes.noise(OverlapFilter.searchLimit, seed: 2))
        do {
            let passed = filter.pass([flood], at: .zero)
            #expect(passed == [flood])
        }
    }

    @Test func ofTheTitlesInTheReplayOnlyTheLastCounts() {
        let programme = AudioBytes.noise(20_000, seed: 9)
        var filter = OverlapFilter()
        _ = filter.pass([.audio(Array(programme[..<10_000]))], at: .zero)
        filter.begin()
        let passed = filter.pass(
            [
                .metadata([1]), .audio(Array(programme[2000..<6000])), .metadata([2]),
                .audio(Array(programme[6000..<12_000])), .metadata([3]), .audio(Array(programme[12_000...])),
            ],
            at: .zero
        )
        #expect(
            passed == [
                .metadata([2]), .audio(Array(programme[10_000..<12_000])), .metadata([3]),
                .audio(Array(programme[12_000...])),
            ]
        )
    }

    @Test func aConnectionThatEndedBeforeItWasKnownIsNotCompared() {
        var filter = OverlapFilter()
        _ = filter.pass([.audio([1, 2, 3])], at: .zero)
        filter.begin()
        do {
            let passed = filter.pass([.audio([1, 2, 3, 4])], at: .zero)
            #expect(passed == [.audio([1, 2, 3, 4])])
        }
    }
}
