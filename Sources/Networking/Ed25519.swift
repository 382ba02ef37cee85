internal import CNettle

/// RFC 8032 Ed25519, by nettle.
package enum Ed25519 {
    /// Whether the holder of `key` signed exactly `message`; false for a key that is not 32 bytes or a signature that is
    /// not 64.
    package static func verify(_ key: [UInt8], _ message: [UInt8], _ signature: [UInt8]) -> Bool {
        guard key.count == Int(ED25519_KEY_SIZE), signature.count == Int(ED25519_SIGNATURE_SIZE) else { return false }
        return nettle_ed25519_sha512_verify(key, message.count, message, signature) == 1
    }
}
