package import Model

/// The same numbers for the same seed (SplitMix64), for tests that try many cases.
package struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { self.state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
        return mixed ^ mixed >> 31
    }
}

extension Randomness {
    /// Replays the same bytes for the same seed.
    package static func seeded(_ seed: UInt64) -> Randomness {
        let generator = Lock(SeededGenerator(seed: seed))
        return Randomness { count in
            generator.withLock { generator in
                (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
            }
        }
    }
}
