internal import Glibc

/// What a recording holds: 16-bit little-endian samples of interleaved channels, the first channel of which is looked
/// at.
package struct Recording: Sendable {
    package let samples: [Double]
    package let rate: Double

    /// Reads `s16le` as `parec` writes it.
    package init(_ bytes: [UInt8], rate: Double = 44_100, channels: Int = 2) {
        let step = 2 * channels
        self.rate = rate
        self.samples = stride(from: 0, to: bytes.count - bytes.count % step, by: step).map { index in
            Double(Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)) / 32_768
        }
    }

    /// Root mean square of full scale; 0 for an empty recording, since an idle monitor may give no bytes at all.
    package var rms: Double {
        samples.isEmpty ? 0 : (samples.reduce(0) { $0 + $1 * $1 } / Double(samples.count)).squareRoot()
    }

    /// How strong `frequency` is, as the amplitude of a sine; by Goertzel's recurrence over all samples.
    package func amplitude(at frequency: Double) -> Double {
        guard !samples.isEmpty else { return 0 }
        let factor = 2 * cos(2 * Double.pi * frequency / rate)
        var (last, beforeLast) = (0.0, 0.0)
        for sample in samples { (last, beforeLast) = (sample + factor * last - beforeLast, last) }
        let power = last * last + beforeLast * beforeLast - factor * last * beforeLast
        return 2 * max(0, power).squareRoot() / Double(samples.count)
    }

    /// Whether some tenth of a second holds a tone of `frequency` that a listener would not miss.
    package func holdsTone(at frequency: Double) -> Bool {
        let window = Int(rate / 10)
        return stride(from: 0, to: max(0, samples.count - window), by: window).contains { start in
            Recording(samples: Array(samples[start..<(start + window)]), rate: rate).amplitude(at: frequency) > 0.05
        }
    }

    /// The recording without its first `seconds`.
    package func dropping(seconds: Double) -> Recording {
        Recording(samples: Array(samples.dropFirst(Int(seconds * rate))), rate: rate)
    }

    private init(samples: [Double], rate: Double) {
        self.samples = samples
        self.rate = rate
    }
}
