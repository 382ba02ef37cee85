internal import CNettle

/// FIPS 180-4 SHA-256, by nettle.
package enum SHA256 {
    /// The 32 bytes of the digest.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var context = sha256_ctx()
        nettle_sha256_init(&context)
        nettle_sha256_update(&context, bytes.count, bytes)
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
        nettle_sha256_digest(&context, digest.count, &digest)
        return digest
    }
}
