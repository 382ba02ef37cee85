internal import Model

/// What the status of an upstream answer means for the relay.
enum StatusClassification: Equatable {
    case content
    case redirect
    case refused(FaultCode)

    init(_ status: Int) {
        switch status {
        case 204, 205: self = .refused(.emptyStream)
        case 200...299: self = .content
        case 301, 302, 303, 307, 308: self = .redirect
        case 401: self = .refused(.upstreamUnauthorized)
        case 403, 451: self = .refused(.upstreamForbidden)
        case 404: self = .refused(.upstreamNotFound)
        case 410: self = .refused(.upstreamGone)
        case 429, 503: self = .refused(.upstreamBusy)
        case 100...599: self = .refused(.upstreamError)
        default: self = .refused(.malformedResponse)
        }
    }
}

extension HTTPFault {
    /// The code that says this of a stream which gave no audio yet.
    var codeBeforeAudio: FaultCode {
        switch self {
        case .nameUnresolved: .nameUnresolved
        case .connectionRefused: .connectionRefused
        case .connectionFailed: .connectionFailed
        case .tlsFailed: .tlsFailed
        case .tlsNotYetValid: .tlsNotYetValid
        case .timedOut: .upstreamTimeout
        case .malformedResponse: .malformedResponse
        case .dropped, .cancelled: .streamDropped
        }
    }

    /// The code that says this of a live stream which was running: whatever its end, it has dropped.
    var codeWhileRunning: FaultCode { self == .timedOut ? .upstreamTimeout : .streamDropped }
}
