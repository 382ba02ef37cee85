/// Finds what a mistyped word may have been.
enum Nearest {
    /// Up to two of `words` that begin with `word` or differ from it by a few slips, best first.
    static func to(_ word: String, among words: [String]) -> [String] {
        let typed = word.lowercased()
        let scored = words.enumerated().compactMap { index, candidate -> (score: Int, index: Int)? in
            let limit = candidate.count <= 4 ? 1 : 2
            let stem = typed.drop { $0 == "-" }
            if stem.count >= 2, candidate.drop(while: { $0 == "-" }).hasPrefix(stem) { return (0, index) }
            let slips = slips(typed, candidate)
            return slips <= limit ? (slips, index) : nil
        }
        return scored.sorted { ($0.score, $0.index) < ($1.score, $1.index) }.prefix(2).map { words[$0.index] }
    }

    /// Insertions, deletions, exchanges and swaps of neighbours that turn one word into the other.
    private static func slips(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var before: [Int] = []
        var last = Array(0...right.count)
        for row in 0..<left.count {
            var next = [row + 1]
            for column in 0..<right.count {
                let exchange = last[column] + (left[row] == right[column] ? 0 : 1)
                var best = min(exchange, last[column + 1] + 1, next[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
                    best = min(best, before[column - 1] + 1)
                }
                next.append(best)
            }
            (before, last) = (last, next)
        }
        return last[right.count]
    }
}
