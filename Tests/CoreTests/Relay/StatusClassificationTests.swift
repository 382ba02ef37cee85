import Model
import Testing

@testable import Core

struct StatusClassificationTests {
    @Test(arguments: [
        (200, StatusClassification.content), (206, .content),
        (204, .refused(.emptyStream)), (205, .refused(.emptyStream)),
        (301, .redirect), (302, .redirect), (303, .redirect), (307, .redirect), (308, .redirect),
        (300, .refused(.upstreamError)), (304, .refused(.upstreamError)),
        (400, .refused(.upstreamError)), (401, .refused(.upstreamUnauthorized)), (403, .refused(.upstreamForbidden)),
        (404, .refused(.upstreamNotFound)), (410, .refused(.upstreamGone)), (429, .refused(.upstreamBusy)),
        (451, .refused(.upstreamForbidden)), (500, .refused(.upstreamError)), (502, .refused(.upstreamError)),
        (503, .refused(.upstreamBusy)), (599, .refused(.upstreamError)),
        (0, .refused(.malformedResponse)), (8, .refused(.malformedResponse)), (600, .refused(.malformedResponse)),
        (-1, .refused(.malformedResponse)),
    ])
    func everyStatusHasOneMeaning(status: Int, meaning: StatusClassification) {
        #expect(StatusClassification(status) == meaning)
    }

    @Test(arguments: [
        (HTTPFault.nameUnresolved, FaultCode.nameUnresolved), (.connectionRefused, .connectionRefused),
        (.connectionFailed, .connectionFailed), (.tlsFailed, .tlsFailed), (.tlsNotYetValid, .tlsNotYetValid),
        (.timedOut, .upstreamTimeout), (.malformedResponse, .malformedResponse), (.dropped, .streamDropped),
    ])
    func faultsKeepTheirMeaning(fault: HTTPFault, code: FaultCode) {
        #expect(fault.codeBeforeAudio == code)
        #expect(fault.codeWhileRunning == (fault == .timedOut ? .upstreamTimeout : .streamDropped))
    }
}
