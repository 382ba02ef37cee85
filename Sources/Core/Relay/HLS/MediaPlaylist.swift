internal import Model

/// A list of segments, the newest last (RFC 8216 4.3.3).
struct MediaPlaylist: Sendable, Equatable {
    /// As listed, or the longest segment where it is not; nothing is assumed of its size.
    let targetDuration: Duration
    /// The number of the first listed segment, fetchable or not.
    let firstSequence: Int
    /// The number after that of the last listed segment.
    let endSequence: Int
    /// Those that can be fetched, in rising order of their numbers; gaps and broken entries are left out.
    var segments: [MediaSegment]
    /// Nothing more will be added.
    let isEnded: Bool
    /// Listed as a recording: it begins at its beginning.
    let isRecording: Bool
}

/// One piece of a stream.
struct MediaSegment: Sendable, Equatable {
    /// What makes a segment the same in two readings of a playlist: its number and the last part of its path. The rest
    /// of its address may carry a token that is minted anew for each reading.
    struct Identity: Hashable, Sendable {
        let sequence: Int
        let name: String
    }

    let sequence: Int
    /// Rises by one at each break in the timeline.
    let discontinuity: Int
    let address: StreamAddress
    let range: ByteRange?
    let duration: Duration
    var title: StreamTitle?
    let initialization: MediaInitialization?
    let key: SegmentKey

    var identity: Identity {
        let path = address.target.prefix { $0 != "?" }
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
        return Identity(sequence: sequence, name: String(name))
    }
}

/// What must be read before the segments that refer to it (RFC 8216 4.3.2.5).
struct MediaInitialization: Sendable, Equatable {
    let address: StreamAddress
    let range: ByteRange?
    let key: SegmentKey
}

/// Part of a resource, in bytes.
struct ByteRange: Sendable, Equatable {
    let offset: Int
    let length: Int

    /// Nil where the range is empty or ends beyond 1 TiB, past which no sum is worth guarding.
    init?(offset: Int, length: Int) {
        guard offset >= 0, length > 0, offset < 1 << 40, length < 1 << 40 else { return nil }
        self.offset = offset
        self.length = length
    }

    /// `length`, or `length@offset`; without an offset it follows `previous`.
    init?(_ text: some StringProtocol, after previous: Int?) {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false).map { String($0.filter { $0 != " " }) }
        guard parts.count <= 2, let length = Self.number(parts[0]) else { return nil }
        guard let offset = parts.count == 2 ? Self.number(parts[1]) : previous else { return nil }
        self.init(offset: offset, length: length)
    }

    var end: Int { offset + length }

    private static func number(_ text: String) -> Int? {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }
}

/// How a segment is encrypted (RFC 8216 4.3.2.4).
enum SegmentKey: Sendable, Equatable {
    case none
    /// AES-128 in CBC mode over the whole segment. Without an `iv` the segment's number is it.
    case aes128(StreamAddress, iv: [UInt8]?)
    /// A way that this build does not take apart, or a key that may not be fetched.
    case refused
}
