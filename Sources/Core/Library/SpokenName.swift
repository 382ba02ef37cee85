/// What a spoken name comes down to: whole words without possessives, and which of them carry the meaning (PU17).
struct SpokenName: Equatable {
    /// Every word, in order.
    let words: [String]
    /// The words without `radio` and `station`, which people add and leave out as they like.
    let essential: [String]

    /// - Parameter folded: text without case and accents.
    init(folded: String) {
        self.words = folded.split { !$0.isLetter && !$0.isNumber && !Self.isApostrophe($0) }
            .flatMap { word in
                let parts = word.split(whereSeparator: Self.isApostrophe)
                return parts.count > 1 && parts.last == "s" ? parts.dropLast() : parts[...]
            }
            .map { String($0) }
        self.essential = words.filter { $0 != "radio" && $0 != "station" }
    }

    /// How well this request fits a station's name, best first; nil where it does not.
    ///
    /// Anything short of the exact name needs at least three letters or digits: a wrong station is worse than none.
    func fit(_ name: SpokenName) -> Fit? {
        guard !words.isEmpty else { return nil }
        if words == name.words { return .literal }
        guard !essential.isEmpty else { return nil }
        if essential == name.essential { return .exact }
        guard essential.reduce(0, { $0 + $1.count }) >= 3 else { return nil }
        if name.essential.joined(separator: " ").hasPrefix(essential.joined(separator: " ")) { return .prefix }
        return essential.allSatisfy(name.essential.contains) ? .wholeWords : nil
    }

    enum Fit: Int, Comparable {
        case literal, exact, prefix, wholeWords

        static func < (left: Fit, right: Fit) -> Bool { left.rawValue < right.rawValue }
    }

    private static func isApostrophe(_ character: Character) -> Bool { character == "'" || character == "’" }
}
