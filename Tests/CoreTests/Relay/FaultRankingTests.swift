import Model
import Testing

@testable import Core

struct FaultRankingTests {
    @Test(arguments: [
        ([FaultCode.upstreamTimeout, .upstreamNotFound], FaultCode.upstreamNotFound),
        ([.connectionRefused, .upstreamTimeout], .upstreamTimeout),
        ([.unsupportedStream, .nameUnresolved], .nameUnresolved),
        ([.upstreamTimeout, .unsupportedStream], .upstreamTimeout),
        ([.notAudio, .upstreamTimeout], .notAudio),
        ([.upstreamForbidden, .notAudio, .upstreamGone], .upstreamForbidden),
        ([.tlsFailed, .tlsNotYetValid], .tlsNotYetValid),
        ([.nameUnresolved, .nameUnresolved], .nameUnresolved),
        ([.connectionFailed], .connectionFailed),
        ([], .unsupportedStream),
    ])
    func theCodeThatTellsMostIsReported(codes: [FaultCode], told: FaultCode) {
        #expect(FaultRanking.mostTelling(codes) == told)
    }

    @Test func theOrderOfTheListDoesNotMatter() {
        let codes: [FaultCode] = [.unsupportedStream, .upstreamTimeout, .redirectRefused, .upstreamBusy, .tlsFailed]
        var random = SystemRandomNumberGenerator()
        for _ in 0..<20 { #expect(FaultRanking.mostTelling(codes.shuffled(using: &random)) == .upstreamBusy) }
    }
}
