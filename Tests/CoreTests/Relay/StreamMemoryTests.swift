import Model
import Testing

@testable import Core

struct StreamMemoryTests {
    private let streams = ["https://a.example/1", "https://b.example/2", "https://b.example/3"].compactMap { text in
        StreamAddress(text).map {
            StationStream(address: $0, codec: nil, bitrateKbps: nil, kind: .icecast, grade: .a, checked: nil)
        }
    }

    private func failures(_ codes: [Int: FaultCode]) -> [(address: StreamAddress, failure: StreamFailure)] {
        codes.sorted { $0.key < $1.key }.map { (streams[$0.key].address, StreamFailure(code: $0.value)) }
    }

    @Test func aStreamThatFailedIsTriedLastForAMinuteThenPreferredAgain() {
        var memory = StreamMemory()
        memory.take(failures([0: .notAudio]), isWholePass: false, at: .zero)
        #expect(memory.order(streams, at: .seconds(59)) == [1, 2, 0])
        #expect(memory.order(streams, at: .seconds(60)) == [0, 1, 2])
    }

    @Test func eachFailureDoublesTheWaitUpToHalfAnHour() {
        var memory = StreamMemory()
        var now = Duration.zero
        for wait in [60, 120, 240, 480, 960, 1800, 1800] {
            memory.take(failures([0: .upstreamError]), isWholePass: true, at: now)
            #expect(memory.order(streams, at: now + .seconds(wait - 1)).last == 0)
            #expect(memory.order(streams, at: now + .seconds(wait)).first == 0)
            now += .seconds(wait)
        }
        now += .seconds(3600)
        memory.take(failures([0: .upstreamError]), isWholePass: true, at: now)
        #expect(memory.order(streams, at: now + .seconds(60)).first == 0, "an hour of being preferred forgives")
    }

    @Test(arguments: [FaultCode.upstreamForbidden, .upstreamNotFound, .upstreamGone])
    func aBorderOrARemovedMountCoolsForADay(code: FaultCode) {
        var memory = StreamMemory()
        memory.take(failures([0: code]), isWholePass: false, at: .zero)
        #expect(memory.order(streams, at: .seconds(86_399)).last == 0)
        #expect(memory.order(streams, at: .seconds(86_400)).first == 0)
    }

    @Test func aBusyServersOwnWaitIsHonouredUpToADay() {
        var memory = StreamMemory()
        let busy = StreamFailure(code: .upstreamBusy, retryAfter: .seconds(600))
        memory.take([(streams[0].address, busy)], isWholePass: true, at: .zero)
        #expect(memory.order(streams, at: .seconds(599)).last == 0)
        #expect(memory.order(streams, at: .seconds(600)).first == 0)
        let absurd = StreamFailure(code: .upstreamBusy, retryAfter: .seconds(999_999_999))
        memory.take([(streams[1].address, absurd)], isWholePass: true, at: .zero)
        #expect(memory.order(streams, at: .seconds(86_400)) == [0, 1, 2])
    }

    @Test func whereNoHostIsReachedItIsOurNetworkAndNobodyIsBlamed() {
        var memory = StreamMemory()
        let codes: [Int: FaultCode] = [0: .nameUnresolved, 1: .connectionFailed, 2: .nameUnresolved]
        let isOurNetwork = memory.take(failures(codes), isWholePass: true, at: .zero)
        #expect(isOurNetwork)
        #expect(memory.order(streams, at: .seconds(1)) == [0, 1, 2])
    }

    @Test func oneHostAloneTellsNothingOfOurNetworkAndIsNotBlamedEither() {
        var memory = StreamMemory()
        let isOurs = memory.take(failures([1: .nameUnresolved, 2: .nameUnresolved]), isWholePass: true, at: .zero)
        #expect(!isOurs)
        #expect(memory.order(streams, at: .seconds(1)) == [0, 1, 2])
    }

    @Test func whereAnotherHostAnsweredTheUnreachableOneIsToBlame() {
        var memory = StreamMemory()
        memory.take(failures([0: .nameUnresolved]), isWholePass: false, at: .zero)
        #expect(memory.order(streams, at: .seconds(1)) == [1, 2, 0])
        memory = StreamMemory()
        let isOurs = memory.take(failures([0: .nameUnresolved, 1: .upstreamError]), isWholePass: true, at: .zero)
        #expect(!isOurs)
        #expect(memory.order(streams, at: .seconds(1)) == [2, 0, 1])
    }

    @Test func aGoodRunForgivesAndAShortOneDoesNot() {
        var memory = StreamMemory()
        memory.dropped(streams[0].address, at: .zero)
        #expect(memory.order(streams, at: .seconds(1)) == [1, 2, 0])
        memory.ran(streams[0].address)
        #expect(memory.order(streams, at: .seconds(1)) == [0, 1, 2])
    }

    @Test func whatIsRememberedIsBounded() {
        var memory = StreamMemory()
        let many = (0...StreamMemory.limit).compactMap { StreamAddress("https://a.example/\($0)") }
        for (index, address) in many.enumerated() { memory.dropped(address, at: .milliseconds(index)) }
        let first = StationStream(
            address: many[0],
            codec: nil,
            bitrateKbps: nil,
            kind: .icecast,
            grade: .a,
            checked: nil
        )
        #expect(memory.order([first, streams[0]], at: .seconds(2)) == [0, 1], "the oldest was let go")
    }
}
