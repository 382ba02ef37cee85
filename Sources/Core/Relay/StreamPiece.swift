/// A part of a running stream, in the order in which it is played.
enum StreamPiece: Sendable, Equatable {
    case audio([UInt8])
    /// One ICY block that is not empty, padding included; its charset is not known yet.
    case metadata([UInt8])
    /// What is on from here, where the stream says it in a charset of its own.
    case title(StreamTitle)
}

/// What a stream says is on, artist and title apart where the stream keeps them apart.
struct StreamTitle: Sendable, Equatable {
    let artist: String?
    let title: String
    /// As it was sent, decoded and cleaned, nothing split.
    let raw: String

    /// One line for a renderer that knows one line only.
    var line: String { artist.map { "\($0) - \(title)" } ?? title }
}
