import Model
import Testing

@testable import Core

struct StationCheckTests {
    private static let heard = StreamHeard(
        codec: "mp3",
        sampleRate: 44100,
        bitrateKbps: 128,
        sendsTitles: true,
        title: nil
    )

    private static func check(
        _ heard: StreamHeard? = heard,
        fault: FaultCode? = nil,
        movedTo: String? = nil,
        origin: String = "https://a.example"
    ) -> StreamCheck {
        StreamCheck(origin: origin, heard: heard, fault: fault?.rawValue, movedTo: movedTo, tookMs: 5)
    }

    private static func whole(_ streams: StreamCheck...) -> StationCheck {
        StationCheck(station: "us.example", at: "2026-11-30T12:00:00Z", by: "Longwave/test", streams: streams)
    }

    @Test(
        arguments: [
            ("mp3", 128, check(), []), (nil, nil, check(), []), ("mp3", 136, check(), []), ("mp3", 116, check(), []),
            ("aac", 128, check(), [.codec(listed: "aac", heard: "mp3")]),
            ("mp3", 192, check(), [.bitrate(listed: 192, heard: 128)]),
            ("mp3", 64, check(), [.bitrate(listed: 64, heard: 128)]),
            ("mp3", 128, check(movedTo: "https://b.example"), [.moved(to: "https://b.example")]),
            ("mp3", 128, check(nil, fault: .upstreamGone), [.dead(.upstreamGone)]),
            ("mp3", 128, check(nil, fault: .unsupportedStream), [.unread]),
            (
                "mp3", 128, check(nil, fault: .upstreamNotFound, movedTo: "https://b.example"),
                [.moved(to: "https://b.example"), .dead(.upstreamNotFound)]
            ),
            (
                "mp3", 128,
                StreamCheck(origin: "https://a.example", heard: nil, fault: "of_tomorrow", movedTo: nil, tookMs: 0),
                [.dead(.upstreamError)]
            ),
        ] as [(String?, Int?, StreamCheck, [StreamDifference])]
    )
    func whatDiffersFromTheCatalogueIsSaid(
        codec: String?,
        bitrate: Int?,
        check: StreamCheck,
        differences: [StreamDifference]
    ) {
        let station = ProbeBench.station("us.example", ["https://a.example/1"], codec: codec, bitrateKbps: bitrate)
        #expect(check.differences(from: station.streams[0]) == differences)
    }

    @Test(
        arguments: [
            (whole(check(), check()), StationCondition.asListed),
            (whole(check(), check(nil, fault: .upstreamGone)), .differs),
            (whole(check(nil, fault: .upstreamGone), check(nil, fault: .unsupportedStream)), .dead),
            (whole(check(nil, fault: .unsupportedStream), check(nil, fault: .unsupportedStream)), .unread),
            (whole(check(nil, fault: .unsupportedStream), check()), .differs), (whole(), .dead),
        ] as [(StationCheck, StationCondition)]
    )
    func aStationIsAsGoodAsItsStreams(check: StationCheck, condition: StationCondition) {
        let station = ProbeBench.station("us.example", ["https://a.example/1", "https://a.example/2"])
        #expect(check.condition(of: station) == condition)
    }

    @Test func aLookIsNotHeldAgainstAnAddressThatCameLater() {
        let check = Self.whole(Self.check(nil, fault: .upstreamGone))
        let changed = ProbeBench.station("us.example", ["https://b.example/1", "https://a.example/2"])
        #expect(check.differences(from: changed) == [nil, nil])
    }

    @Test(
        arguments: [
            ([FaultCode.nameUnresolved, .connectionFailed, .upstreamTimeout], true), ([.nameUnresolved], false),
            ([.nameUnresolved, .upstreamGone], false), ([.nameUnresolved, nil], false), ([], false),
        ] as [([FaultCode?], Bool)]
    )
    func nothingReachedAtAllIsOurOwnNetwork(faults: [FaultCode?], isOurs: Bool) {
        let checks = faults.enumerated().map { index, fault in
            Self.whole(Self.check(fault == nil ? Self.heard : nil, fault: fault, origin: "https://\(index).example"))
        }
        #expect(SurveyRule.isOurNetwork(checks) == isOurs)
    }
}
