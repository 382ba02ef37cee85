/// The canonical name of a radio station, such as `us.wsum.freeflow`: what the listener means, never how it is
/// delivered.
///
/// `cc "." label *2( "." label )`: a two-letter country, then one to three labels of 1 to 24 characters from
/// `a-z 0-9`, at most 64 bytes in all, compared byte for byte. Anything else is rejected, never repaired
/// (reference/radio.md 1.2).
package struct StationID: Hashable, Sendable, Comparable, CustomStringConvertible {
    package let description: String

    /// - Returns: nil where the text is not a canonical station ID.
    package init?(_ text: some StringProtocol) {
        guard text.utf8.count <= 64 else { return nil }
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard (2...4).contains(parts.count) else { return nil }
        guard parts[0].count == 2, parts[0].allSatisfy(Self.isLetter) else { return nil }
        for label in parts.dropFirst() {
            guard (1...24).contains(label.count), label.allSatisfy(Self.isLabelCharacter) else { return nil }
        }
        self.description = String(text)
    }

    package static func < (left: StationID, right: StationID) -> Bool { left.description < right.description }

    private static func isLetter(_ byte: UInt8) -> Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte) }
    private static func isLabelCharacter(_ byte: UInt8) -> Bool {
        isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }
}
