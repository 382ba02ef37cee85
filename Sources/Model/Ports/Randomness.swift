/// Where unpredictable bytes come from; handed in, so that a test can replay them.
package struct Randomness: Sendable {
    package let bytes: @Sendable (_ count: Int) -> [UInt8]

    package init(bytes: @escaping @Sendable (_ count: Int) -> [UInt8]) { self.bytes = bytes }

    /// The system's generator, fit for secrets.
    package static let system = Randomness { count in
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    }

    /// Lower-case hex of `bytes` random bytes.
    package func hex(bytes count: Int) -> String { bytes(count).lowerHex }
}

extension Sequence<UInt8> {
    package var lowerHex: String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        for byte in self {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}
