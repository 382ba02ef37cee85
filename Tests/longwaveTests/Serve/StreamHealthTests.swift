import Core
import Model
import Server
import Testing

@testable import longwave

struct StreamHealthTests {
    @Test(
        arguments: [
            (nil, nil, nil, nil, nil), (0, "https://a.example", nil, nil, nil),
            (9, "https://a.example", nil, true, true),
            (9, "https://192.0.2.7", nil, true, nil), (9, "http://[2001:db8::1]:8000", nil, true, nil),
            (0, nil, .connectionRefused, false, nil), (0, nil, .connectionFailed, false, nil),
            (0, nil, .nameUnresolved, nil, false), (0, nil, .upstreamNotFound, nil, nil),
        ] as [(Int?, String?, FaultCode?, Bool?, Bool?)]
    )
    func saysOnlyWhatWasSeen(
        _ bytes: Int?,
        _ origin: String?,
        _ fault: FaultCode?,
        _ reachable: Bool?,
        _ resolvable: Bool?
    ) {
        let tally = bytes.map { RelayTally(bytes: $0, lastByteAt: nil, origin: origin, isOpen: true, fault: fault) }
        let checks = StreamHealth.checks(tally)
        #expect(checks.map(\.name) == ["reachable", "resolvable"])
        #expect(checks.map(\.isGood) == [reachable, resolvable])
    }
}
