/// Loudness as a person sets it, 0 to 100, on libmpv's cubic scale.
package struct Volume: Hashable, Sendable, Comparable {
    package let percent: Int

    /// - Returns: nil outside 0 to 100.
    package init?(percent: Int) {
        guard (0...100).contains(percent) else { return nil }
        self.percent = percent
    }

    private init(_ percent: Int) { self.percent = percent }

    /// What an unknown output starts with: audible, harmless (design 8).
    package static let safe = Volume(30)

    package static func < (left: Volume, right: Volume) -> Bool { left.percent < right.percent }
}
