/// The closed set of ways in which playing can fail; the raw cause stays with the one who saw it.
package enum FaultCode: String, Sendable, Error, CaseIterable {
    // The stream's side.
    /// No host of the station could be reached or named: this host's network, not the station.
    case networkDown = "network_down"
    case nameUnresolved = "name_unresolved"
    case connectionRefused = "connection_refused"
    case connectionFailed = "connection_failed"
    case tlsFailed = "tls_failed"
    /// The certificate is not valid at the time that this host believes in.
    case tlsNotYetValid = "tls_not_yet_valid"
    case upstreamUnauthorized = "upstream_unauthorized"
    case upstreamForbidden = "upstream_forbidden"
    case upstreamNotFound = "upstream_not_found"
    case upstreamGone = "upstream_gone"
    case upstreamBusy = "upstream_busy"
    case upstreamError = "upstream_error"
    case malformedResponse = "malformed_response"
    case tooManyRedirects = "too_many_redirects"
    case redirectRefused = "redirect_refused"
    case addressRefused = "address_refused"
    case notAudio = "not_audio"
    case unsupportedStream = "unsupported_stream"
    case emptyStream = "empty_stream"
    case streamDropped = "stream_dropped"
    /// Nothing came before the deadline.
    case upstreamTimeout = "upstream_timeout"
    case undecodable
    // The output's side.
    case outputMissing = "output_missing"
    case outputFailed = "output_failed"
    case outputLost = "output_lost"
    case outputMoved = "output_moved"
    // The host's own.
    case rendererStuck = "renderer_stuck"
    case rendererFailed = "renderer_failed"
    case storageFailed = "storage_failed"

    package enum Side: Sendable { case upstream, output, nothingCame }

    /// Whose fault it is: decides the status of the answer (502, 503, 504).
    package var side: Side {
        switch self {
        case .upstreamTimeout: .nothingCame
        case .outputMissing, .outputFailed, .outputLost, .outputMoved, .rendererStuck, .rendererFailed,
            .storageFailed:
            .output
        default: .upstream
        }
    }
}
