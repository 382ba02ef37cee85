internal import CCurl
internal import Glibc
internal import Model

/// How libcurl says that a transfer ended, and what that means in ``HTTPFault``'s words.
struct CurlOutcome {
    let code: CURLcode
    /// `errno` of the last attempt to connect.
    let systemError: Int32
    /// OpenSSL's `X509_V_…` of the last verification; 0 where all was well or none was made.
    let verification: Int
    let sawHead: Bool

    /// nil where the body ended as it should.
    var fault: HTTPFault? {
        switch code {
        case CURLE_OK: sawHead ? nil : .malformedResponse
        case CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY: .nameUnresolved
        case CURLE_COULDNT_CONNECT: connectFault
        case CURLE_OPERATION_TIMEDOUT: .timedOut
        case CURLE_PEER_FAILED_VERIFICATION: verification == Self.certificateNotYetValid ? .tlsNotYetValid : .tlsFailed
        case CURLE_SSL_CONNECT_ERROR, CURLE_SSL_ENGINE_NOTFOUND, CURLE_SSL_ENGINE_SETFAILED, CURLE_SSL_CERTPROBLEM,
            CURLE_SSL_CIPHER, CURLE_USE_SSL_FAILED, CURLE_SSL_ENGINE_INITFAILED, CURLE_SSL_CACERT_BADFILE,
            CURLE_SSL_SHUTDOWN_FAILED, CURLE_SSL_CRL_BADFILE, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_PINNEDPUBKEYNOTMATCH,
            CURLE_SSL_INVALIDCERTSTATUS, CURLE_SSL_CLIENTCERT:
            .tlsFailed
        case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_SEND_ERROR, CURLE_GOT_NOTHING: .dropped
        case CURLE_WRITE_ERROR, CURLE_ABORTED_BY_CALLBACK: .cancelled
        // What is left comes from an answer that is no HTTP: HTTP/0.9, a version or length that makes no sense, a
        // line longer than libcurl keeps (reported as out of memory).
        default: sawHead ? .dropped : .malformedResponse
        }
    }

    /// `X509_V_ERR_CERT_NOT_YET_VALID`: the only one that a host with a wrong clock should wait for.
    private static let certificateNotYetValid = 9

    private var connectFault: HTTPFault {
        switch systemError {
        // A unix socket that is not there is a host that does not run.
        case ECONNREFUSED, ENOENT: .connectionRefused
        case ETIMEDOUT: .timedOut
        default: .connectionFailed
        }
    }
}
