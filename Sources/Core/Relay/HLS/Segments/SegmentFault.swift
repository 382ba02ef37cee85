/// Why a media segment or an initialization section gives no audio.
enum SegmentFault: Error, Sendable, Equatable {
    /// The bytes are no segment of a kind that HLS knows, or a fragment came before its initialization section.
    case malformed
    /// A whole segment without a frame of audio: video or text only, or a pause of the encoder.
    case noAudio
    /// Audio that libmpv would not get as plain frames: `ac3`, `aac_latm`, `opus` and so on, in ASCII.
    case unsupported(codec: String)
    /// SAMPLE-AES, Common Encryption or a scrambled transport stream. AES-128 is undone before a segment comes here.
    case encrypted
    /// Longer than ``SegmentReader/limit``, or of more samples than any real one.
    case tooLarge
}
