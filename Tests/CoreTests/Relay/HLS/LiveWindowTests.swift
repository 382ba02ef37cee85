import Fakes
import Model
import Testing

@testable import Core

struct LiveWindowTests {
    /// A window, and what it was told and said.
    private struct Run {
        var window: LiveWindow
        var now = Duration.zero
        var effect: LiveWindow.Effect

        init(_ numbers: Range<Int>, target: Int = 6, end: Bool = false) throws {
            try self.init(PlaylistTexts.media(PlaylistTexts.window(numbers, target: target, end: end)))
        }

        init(_ playlist: MediaPlaylist) {
            window = LiveWindow(playlist, at: .zero)
            effect = window.handle(.woken, at: .zero)
        }

        mutating func tell(_ input: LiveWindow.Input) { effect = window.handle(input, at: now) }

        mutating func list(_ numbers: Range<Int>, prefix: String = "seg", end: Bool = false) throws {
            tell(.playlist(try PlaylistTexts.media(PlaylistTexts.window(numbers, prefix: prefix, end: end))))
        }

        /// Plays what is at hand; gives its numbers.
        mutating func play() -> [Int] {
            var numbers: [Int] = []
            while case .fetch(let segment, _) = effect {
                numbers.append(segment.sequence)
                tell(.segmentDone)
            }
            return numbers
        }

        /// Lets time pass until it wants the playlist; false where it ends before.
        mutating func untilReload() -> Bool {
            while true {
                switch effect {
                case .wait(let moment):
                    now = moment
                    tell(.woken)
                case .reload: return true
                case .fetch, .end: return false
                }
            }
        }

        /// Lets time pass until it wants the playlist.
        mutating func reachReload() throws {
            let isAsked = untilReload()
            try #require(isAsked)
        }

        var sequence: Int? { if case .fetch(let segment, _) = effect { segment.sequence } else { nil } }
        var isBreak: Bool? { if case .fetch(_, let isBreak) = effect { isBreak } else { nil } }
    }

    @Test(arguments: [(0..<3, 0), (100..<110, 107), (100..<101, 100), (5..<7, 5)])
    func playingBeginsThreeTargetDurationsFromTheEnd(numbers: Range<Int>, first: Int) throws {
        let run = try Run(numbers)
        #expect(run.sequence == first)
        #expect(run.isBreak == true)
    }

    @Test func shortSegmentsCountByTheirLength() throws {
        let playlist = try PlaylistTexts.media(PlaylistTexts.window(0..<20, target: 6, duration: "3.0"))
        #expect(Run(playlist).sequence == 14)
    }

    @Test func theListIsReadAgainAfterATargetDurationAndSoonerWhenNothingWasNew() throws {
        var run = try Run(100..<103)
        #expect(run.play() == [100, 101, 102])
        #expect(run.effect == .wait(until: .seconds(6)))
        try run.reachReload()
        try run.list(100..<103)
        #expect(run.effect == .wait(until: .seconds(9)))
        try run.reachReload()
        try run.list(101..<104)
        #expect(run.sequence == 103)
        #expect(run.isBreak == false)
        #expect(run.play() == [103])
        #expect(run.effect == .wait(until: .seconds(15)))
    }

    @Test func aListThatBringsNothingForThreeTargetDurationsHasStalled() throws {
        var run = try Run(100..<103)
        _ = run.play()
        var readings = 0
        while run.untilReload() {
            readings += 1
            try run.list(100..<103)
        }
        #expect(run.effect == .end(.upstreamTimeout))
        #expect(run.now == .seconds(18))
        #expect(readings == 5)
    }

    @Test func aListThatIsEmptyForAWhileIsWaitedFor() throws {
        var run = try Run(100..<103)
        _ = run.play()
        for _ in 0..<3 {
            try run.reachReload()
            try run.list(103..<103)
        }
        try run.reachReload()
        try run.list(103..<106)
        #expect(run.play() == [103, 104, 105])
    }

    @Test func aListThatStaysEmptyFromTheStartIsAnEmptyStream() throws {
        var run = try Run(0..<0)
        while run.untilReload() { try run.list(0..<0) }
        #expect(run.effect == .end(.emptyStream))
        #expect(run.now == .seconds(18))
        var late = try Run(0..<0)
        try late.reachReload()
        try late.list(0..<3)
        #expect(late.sequence == 0)
    }

    // MARK: Numbers that jump

    @Test func anEdgeThatIsBehindReplaysNothing() throws {
        var run = try Run(100..<103)
        #expect(run.play() == [100, 101, 102])
        for numbers in [99..<102, 100..<103, 98..<101, 101..<104] {
            try run.reachReload()
            try run.list(numbers)
        }
        #expect(run.play() == [103])
    }

    @Test func anOlderListDoesNotTakeAwayWhatIsListedAlready() throws {
        var run = try Run(100..<103)
        run.tell(.segmentDone)
        #expect(run.sequence == 101)
        try run.list(98..<101)
        #expect(run.play() == [101, 102])
    }

    @Test func aListFarAheadIsTakenUpAtItsEdge() throws {
        var run = try Run(100..<103)
        #expect(run.play() == [100, 101, 102])
        try run.reachReload()
        try run.list(101..<104)
        #expect(run.play() == [103])
        try run.reachReload()
        try run.list(140..<150)
        #expect(run.sequence == 147)
        #expect(run.isBreak == true)
        #expect(run.play() == [147, 148, 149])
    }

    @Test func aListFarBehindThatMovesOnIsANewCount() throws {
        var run = try Run(100..<103)
        _ = run.play()
        try run.reachReload()
        try run.list(0..<3, prefix: "new")
        #expect(run.sequence == nil, "one such reading may be an old edge")
        try run.reachReload()
        try run.list(1..<4, prefix: "new")
        #expect(run.isBreak == true)
        #expect(run.play() == [1, 2, 3])
    }

    @Test func aListFarBehindThatStandsStillStalls() throws {
        var run = try Run(100..<103)
        _ = run.play()
        while run.untilReload() { try run.list(0..<3) }
        #expect(run.effect == .end(.upstreamTimeout))
    }

    @Test func aNewCountNeverGivesAgainWhatWasGiven() throws {
        var run = try Run(40..<43)
        #expect(run.play() == [40, 41, 42])
        try run.reachReload()
        try run.list(60..<63)
        #expect(run.play() == [60, 61, 62])
        try run.reachReload()
        try run.list(38..<41)
        try run.reachReload()
        try run.list(39..<42)
        #expect(run.play() == [39])
    }

    @Test func whoDidNotPullForALongTimeReadsTheListAgainFirst() throws {
        var run = try Run(100..<110)
        run.tell(.segmentDone)
        run.now = .seconds(300)
        run.tell(.woken)
        #expect(run.effect == .reload)
        try run.list(150..<160)
        #expect(run.sequence == 157)
        #expect(run.isBreak == true)
    }

    // MARK: Failures

    @Test(arguments: [FaultCode.upstreamNotFound, .upstreamForbidden, .upstreamTimeout, .malformedResponse])
    func oneSegmentThatFailsIsSkipped(code: FaultCode) throws {
        var run = try Run(100..<103)
        run.tell(.segmentFailed(code))
        #expect(run.sequence == 101)
        #expect(run.isBreak == true)
        run.tell(.segmentDone)
        #expect(run.isBreak == false)
        run.tell(.segmentFailed(code))
        try run.reachReload()
        try run.list(101..<104)
        #expect(run.sequence == 103)
        #expect(run.isBreak == true)
    }

    @Test func threeThatFailInARowEnd() throws {
        var run = try Run(100..<110)
        for _ in 0..<2 { run.tell(.segmentFailed(.upstreamNotFound)) }
        #expect(run.sequence == 109)
        run.tell(.segmentFailed(.upstreamForbidden))
        #expect(run.effect == .end(.upstreamForbidden))
        run.tell(.segmentDone)
        #expect(run.effect == .end(.upstreamForbidden), "an end is an end")
    }

    @Test func aShortLossOfTheNetworkSkipsNothing() throws {
        var run = try Run(100..<103)
        run.tell(.segmentFailed(.connectionFailed))
        #expect(run.effect == .wait(until: .milliseconds(1500)))
        run.now = .milliseconds(1500)
        run.tell(.woken)
        #expect(run.sequence == 100)
        run.tell(.segmentFailed(.streamDropped))
        #expect(run.sequence == 101, "but it is not tried for ever")
        run.tell(.segmentDone)
        run.tell(.segmentFailed(.nameUnresolved))
        #expect(run.effect == .wait(until: .seconds(3)))
    }

    @Test(arguments: [FaultCode.upstreamForbidden, .upstreamUnauthorized, .upstreamGone])
    func aTokenThatRanOutEndsAtOnce(code: FaultCode) throws {
        var run = try Run(100..<103)
        _ = run.play()
        try run.reachReload()
        run.tell(.playlistFailed(code))
        #expect(run.effect == .end(code))
    }

    @Test func aListThatCannotBeReadForAWhileIsWaitedFor() throws {
        var run = try Run(100..<103)
        _ = run.play()
        for code in [FaultCode.upstreamError, .upstreamNotFound, .upstreamTimeout, .nameUnresolved] {
            try run.reachReload()
            run.tell(.playlistFailed(code))
        }
        try run.reachReload()
        try run.list(102..<105)
        #expect(run.play() == [103, 104])
        while run.untilReload() { run.tell(.playlistFailed(.connectionRefused)) }
        #expect(run.effect == .end(.connectionRefused))
    }

    @Test func aListThatFailsWhileThereIsSomethingToFetchDoesNotSpin() throws {
        var run = try Run(100..<110)
        run.now = .seconds(60)
        run.tell(.woken)
        #expect(run.effect == .reload)
        run.tell(.playlistFailed(.upstreamError))
        #expect(run.sequence == 107)
    }

    // MARK: Ends and breaks

    @Test func anEndedListDropsAfterItsLastSegment() throws {
        var run = try Run(100..<103)
        _ = run.play()
        try run.reachReload()
        try run.list(101..<104, end: true)
        #expect(run.play() == [103])
        #expect(run.effect == .end(.streamDropped))
    }

    @Test func aLiveListThatHasEndedAlreadyIsNotPlayed() throws {
        #expect(try Run(100..<103, end: true).effect == .end(.streamDropped))
    }

    @Test func aRecordingIsPlayedWhole() throws {
        let text = PlaylistTexts.window(0..<10, end: true)
            .replacing("#EXT-X-VERSION:3", with: "#EXT-X-PLAYLIST-TYPE:VOD")
        var run = Run(try PlaylistTexts.media(text))
        #expect(run.play() == Array(0..<10))
        #expect(run.effect == .end(.streamDropped))
    }

    @Test func aDiscontinuityIsABreak() throws {
        let text =
            "#EXTM3U\n#EXT-X-TARGETDURATION:6\n#EXTINF:6,\na\n#EXT-X-DISCONTINUITY\n#EXTINF:6,\nb\n#EXTINF:6,\nc\n"
        var run = Run(try PlaylistTexts.media(text))
        run.tell(.segmentDone)
        #expect(run.isBreak == true)
        run.tell(.segmentDone)
        #expect(run.isBreak == false)
    }

    @Test func gapsAreSteppedOverAndGapsAloneEnd() throws {
        let gap = "#EXT-X-GAP\n#EXTINF:6,\ng\n"
        let head = "#EXTM3U\n#EXT-X-TARGETDURATION:6\n"
        var run = Run(try PlaylistTexts.media(head + "#EXTINF:6,\na\n" + gap + "#EXTINF:6,\nc\n"))
        run.tell(.segmentDone)
        #expect(run.sequence == 2)
        #expect(run.isBreak == true)
        run.tell(.segmentDone)
        var first = 3
        while run.untilReload() {
            run.tell(.playlist(try PlaylistTexts.media(head + "#EXT-X-MEDIA-SEQUENCE:\(first)\n" + gap + gap + gap)))
            first += 1
        }
        #expect(run.effect == .end(.upstreamTimeout))
    }

    @Test(arguments: [(0, 1), (1, 1), (6, 6), (86_400, 60)])
    func absurdTargetDurationsNeitherSpinNorSleepForEver(target: Int, seconds: Int) throws {
        var run = try Run(0..<1, target: target)
        _ = run.play()
        #expect(run.effect == .wait(until: .seconds(seconds)))
    }

    // MARK: Whatever comes

    @Test(arguments: 0..<200 as Range<UInt64>)
    func nothingIsGivenTwiceAndEverythingMovesOnOrEnds(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var newest = Int.random(in: 3..<50, using: &generator)
        let count = Int.random(in: 1..<8, using: &generator)
        var run = try Run(max(0, newest - count)..<newest)
        var given: Set<Int> = []
        var last = -1
        var idle = 0
        for step in 0..<2000 {
            idle += 1
            switch run.effect {
            case .fetch(let segment, let isBreak):
                if Int.random(in: 0..<10, using: &generator) == 0 {
                    let code: FaultCode = Bool.random(using: &generator) ? .upstreamNotFound : .connectionFailed
                    run.tell(.segmentFailed(code))
                    continue
                }
                #expect(
                    given.insert(segment.sequence).inserted,
                    "seed \(seed), step \(step): \(segment.sequence) twice"
                )
                if !isBreak { #expect(segment.sequence == last + 1) }
                if segment.sequence < last { #expect(isBreak) }
                last = segment.sequence
                idle = 0
                run.tell(.segmentDone)
            case .wait(let moment):
                #expect(moment > run.now)
                run.now = moment
                run.tell(.woken)
            case .reload:
                switch Int.random(in: 0..<12, using: &generator) {
                case 0: run.tell(.playlistFailed(.upstreamError))
                case 1: try run.list(0..<0)
                case 2:
                    let lag = Int.random(in: 1..<12, using: &generator)
                    try run.list(max(0, newest - lag - count)..<max(0, newest - lag))
                case 3:
                    newest += Int.random(in: 2..<60, using: &generator)
                    try run.list(max(0, newest - count)..<newest)
                case 4: try run.list(max(0, newest - count)..<newest)
                default:
                    newest += 1
                    try run.list(max(0, newest - count)..<newest)
                }
            case .end:
                #expect(step > 2)
                return
            }
            #expect(idle < 100, "seed \(seed), step \(step): neither sound nor end")
            guard idle < 100 else { return }
        }
        #expect(given.count > 100)
    }
}
