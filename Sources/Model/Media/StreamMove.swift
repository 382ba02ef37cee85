package import FoundationEssentials

/// A permanent redirect that a station's stream answered with: a hint for whoever keeps the catalogue, never followed
/// from memory (reference/radio.md 1.4.4).
package struct StreamMove: Hashable, Sendable {
    package let media: MediaRef
    /// The stream's place in the station's list, from 0.
    package let index: Int
    /// Scheme, host and port.
    package let from: String
    package let to: String

    /// - Parameters:
    ///   - media: the station, by its canonical ref.
    ///   - index: the stream's place in the station's list, from 0.
    ///   - from: scheme, host and port of the address that redirected.
    ///   - to: the same of the address that it named.
    package init(_ media: MediaRef, _ index: Int, from: String, to: String) {
        self.media = media
        self.index = index
        self.from = from
        self.to = to
    }
}

/// A move as it is kept.
package struct KeptMove: Sendable, Equatable {
    package let move: StreamMove
    package let firstSeen: Date
    /// How often it was met.
    package let count: Int

    package init(move: StreamMove, firstSeen: Date, count: Int) {
        self.move = move
        self.firstSeen = firstSeen
        self.count = count
    }
}
