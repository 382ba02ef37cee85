/// Takes the encryption off whole blocks.
package protocol BlockCipher: Sendable {
    /// AES-128 in CBC mode (NIST SP 800-38A), without touching padding.
    ///
    /// - Returns: as many bytes as given; nil where `bytes` are no whole blocks of 16, or `key` or `iv` are not 16 bytes.
    func decryptAES128CBC(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]?
}
