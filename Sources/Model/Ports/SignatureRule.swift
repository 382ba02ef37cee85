/// Whose signatures this host believes, and how they are checked.
package struct SignatureRule: Sendable {
    /// Ed25519 public keys, 32 bytes each. Where there is any, what can be signed must be.
    package let keys: [[UInt8]]
    /// SHA-256.
    package let hash: @Sendable ([UInt8]) -> [UInt8]
    /// Ed25519 (RFC 8032): whether the holder of `key` signed exactly `message`. False for a key or signature of a wrong
    /// length.
    package let verify: @Sendable (_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) -> Bool

    package init(
        keys: [[UInt8]],
        hash: @escaping @Sendable ([UInt8]) -> [UInt8],
        verify: @escaping @Sendable (_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) -> Bool
    ) {
        self.keys = keys
        self.hash = hash
        self.verify = verify
    }

    /// Nobody's: a signature is neither asked for nor checked.
    package static let none = SignatureRule(keys: [], hash: { $0 }, verify: { _, _, _ in false })

    /// Whether one of the keys signed `message`.
    package func accepts(_ signature: [UInt8], of message: [UInt8]) -> Bool {
        keys.contains { verify($0, message, signature) }
    }
}
