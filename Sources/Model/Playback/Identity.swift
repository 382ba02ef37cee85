/// The number that rises with every play, stop and pause; results of an older one are dropped.
package struct Generation: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package var next: Generation { Generation(number + 1) }
    package var description: String { String(number) }

    package static func < (left: Generation, right: Generation) -> Bool { left.number < right.number }
}

/// One load into a renderer. A reconnect within one generation is a new load.
package struct PlayID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let number: Int

    package init(_ number: Int) { self.number = number }

    package var next: PlayID { PlayID(number + 1) }
    package var description: String { String(number) }

    package static func < (left: PlayID, right: PlayID) -> Bool { left.number < right.number }
}

/// One command of a client and its receipt: 128 random bits as lower-case hex.
package struct OperationID: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    /// - Returns: nil where the text is not 32 characters of lower-case hex.
    package init?(_ text: String) {
        guard text.utf8.count == 32, text.utf8.allSatisfy(\.isLowerHex) else { return nil }
        self.description = text
    }

    package init(random: Randomness) { self.description = random.hex(bytes: 16) }
}

/// An occurrence in a queue: a media ref with an id of its own, so that the same one can stand twice.
package struct QueueItemID: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ text: String) { self.description = text }
    package init(random: Randomness) { self.description = random.hex(bytes: 8) }
}

/// The name of a player; `main` always exists.
package struct PlayerID: Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ text: String) { self.description = text }

    package static let main = PlayerID("main")
}

extension UInt8 {
    package var isLowerHex: Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self)
    }
}
