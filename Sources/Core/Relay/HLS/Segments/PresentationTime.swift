/// A time on a segment's own clock, in ticks of 90 kHz. Only times of the same stream can be compared, and none across
/// a discontinuity.
struct PresentationTime: Sendable, Comparable {
    static let ticksPerSecond: Int64 = 90_000

    /// Far enough from the end of the numbers for sums and differences.
    private static let last = PresentationTime(ticks: .max / 4)

    let ticks: Int64

    init(ticks: Int64) { self.ticks = ticks }

    /// A time stamp of MPEG-TS, whose 33 bits begin again after 26.5 hours: the moment nearest to `reference`.
    init(stamp: UInt64, near reference: PresentationTime?) {
        let period: Int64 = 1 << 33
        let stamp = Int64(truncatingIfNeeded: stamp) & (period - 1)
        guard let reference else {
            self.ticks = stamp
            return
        }
        let ahead = (stamp &- reference.ticks) & (period - 1)
        self.ticks = reference.ticks &+ (ahead < period / 2 ? ahead : ahead - period)
    }

    /// `count` units of which `timescale` are a second; ``last`` where that is later.
    init(_ count: UInt64, timescale: UInt32) {
        let product = count.multipliedFullWidth(by: UInt64(Self.ticksPerSecond))
        // The quotient must fit in 64 bits, or the division traps.
        guard product.high < UInt64(timescale) else {
            self = .last
            return
        }
        let ticks = Int64(clamping: UInt64(timescale).dividingFullWidth(product).quotient)
        self.ticks = min(ticks, Self.last.ticks)
    }

    /// The moment that many samples later. `rate` is above zero.
    func advanced(bySamples samples: Int, rate: Int) -> PresentationTime {
        PresentationTime(ticks: ticks &+ Int64(samples) &* Self.ticksPerSecond / Int64(rate))
    }

    static func < (one: PresentationTime, other: PresentationTime) -> Bool { one.ticks < other.ticks }
}
