import Core
import Model
import Testing

@testable import Server

struct ReceiptWireTests {
    @Test(arguments: [
        (Verdict.confirmed, 200), (.unconfirmed(.deadline), 202), (.unconfirmed(.silent), 202), (.superseded, 409),
        (.failed(.upstreamNotFound), 502), (.failed(.outputLost), 503), (.failed(.upstreamTimeout), 504),
        (.refused(Refusal(.unknownStation, "")), 404), (.refused(Refusal(.stationRetired, "")), 410),
        (.refused(Refusal(.stationInactive, "")), 409), (.refused(Refusal(.notPlayable, "")), 422),
        (.refused(Refusal(.nothingToPlay, "")), 409), (.refused(Refusal(.notPaused, "")), 409),
    ])
    func mapsVerdictsToStatuses(_ verdict: Verdict, _ status: Int) { #expect(verdict.status == status) }

    @Test(arguments: FaultCode.allCases)
    func hasASentenceForEveryFault(_ code: FaultCode) {
        #expect(code.sentence.hasSuffix("."))
        #expect([502, 503, 504].contains(Verdict.failed(code).status))
    }
}
