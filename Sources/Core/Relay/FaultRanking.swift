internal import Model

/// Which of several failures tells a person most.
///
/// First what the broadcaster's server itself said, then what this host's clock makes of every certificate, then what
/// the guards refused, then what came instead of audio, then that nothing came, then that nobody was reached.
/// `unsupported_stream` is last: it speaks of this build, not of the station, and stands for streams that were never
/// tried.
enum FaultRanking {
    private static let order: [FaultCode] = [
        .upstreamUnauthorized, .upstreamForbidden, .upstreamGone, .upstreamNotFound, .upstreamBusy, .upstreamError,
        .tlsNotYetValid,
        .redirectRefused, .addressRefused, .tooManyRedirects,
        .notAudio, .malformedResponse, .emptyStream, .streamDropped,
        .upstreamTimeout,
        .tlsFailed, .connectionRefused, .connectionFailed, .nameUnresolved, .networkDown,
        .unsupportedStream,
    ]

    /// The code to report for a station none of whose streams gave audio; the earlier stream's among equals.
    static func mostTelling(_ codes: [FaultCode]) -> FaultCode {
        codes.min { rank($0) < rank($1) } ?? .unsupportedStream
    }

    private static func rank(_ code: FaultCode) -> Int { order.firstIndex(of: code) ?? order.count }
}
