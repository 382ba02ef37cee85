/// A part of a running stream, in the order in which it is played.
enum StreamPiece: Sendable, Equatable {
    case audio([UInt8])
    /// One ICY block that is not empty, padding included; its charset is not known yet.
    case metadata([UInt8])
    /// What is on from here, where the stream says it in a charset of its own.
    case title(StreamTitle)
}
