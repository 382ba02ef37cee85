/// What an ``HLSStation`` is like, one per path.
package enum HLSMode: String, CaseIterable, Sendable {
    /// A live window of six segments of a second.
    case live
    /// A list of lists: sound with pictures, two of sound alone, and one in a codec of its own.
    case master
    case fragments
    case packed
    /// AES-128 with a vector in the list.
    case encrypted
    /// METHOD=NONE, said aloud.
    case unencrypted
    /// The address leads elsewhere, and the list's references lead elsewhere again.
    case relative
    /// Three seconds after the start the sampling rate becomes 48 kHz, with a discontinuity.
    case discontinuity
    /// Numbers go 100, 101, 100, 140.
    case jumping
    /// One segment answers 404.
    case missing
    /// The address mints a session whose list and segments answer 403 after six seconds.
    case token
    /// The list stands still after three seconds.
    case standing
    /// The list has an end after three seconds.
    case ending
    /// The list had its end long ago.
    case ended
    /// SAMPLE-AES.
    case sampleEncrypted
    /// Segments are pages that say that they are not there.
    case pages

    /// The path at which a listener begins.
    package var path: String { "/\(rawValue)/start" }

    var form: SegmentedAudio.Form {
        switch self {
        case .fragments: .fragments
        case .packed: .packed
        case .encrypted: .encrypted
        default: .transport
        }
    }
}
