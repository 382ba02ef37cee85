internal import Model

/// A running stream as audio of one container with the titles in it, however upstream delivers it. Nothing is fetched
/// beyond what is pulled and a small fixed buffer.
protocol AudioSource: Sendable {
    /// The next pieces, never none; nil at a proper end. One caller at a time.
    func next() async throws(HTTPFault) -> [StreamPiece]?

    /// Ends the transfer; a waiting ``next()`` throws ``HTTPFault/cancelled``. May be called more than once, from
    /// anywhere.
    func cancel()
}

/// One endless body, with ICY metadata in it or without.
final class DirectSource: AudioSource {
    private let body: any ByteSource
    private let deinterleaver: Lock<ICYDeinterleaver?>

    /// - Parameters:
    ///   - body: is taken over.
    ///   - deinterleaver: as far as it has read; nil where the body is plain audio.
    init(_ body: any ByteSource, deinterleaver: ICYDeinterleaver?) {
        self.body = body
        self.deinterleaver = Lock(deinterleaver)
    }

    func next() async throws(HTTPFault) -> [StreamPiece]? {
        while let chunk = try await body.next() {
            let pieces = deinterleaver.withLock { $0?.feed(chunk) ?? [.audio(chunk)] }
            // A chunk may hold nothing but the beginning of a block.
            if !pieces.isEmpty { return pieces }
        }
        return nil
    }

    func cancel() { body.cancel() }
}
