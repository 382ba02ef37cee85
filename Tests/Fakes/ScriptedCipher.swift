internal import Model

/// A cipher that a test can undo by hand: each byte of the blocks is xored with that of key and vector. Doing it twice
/// gives the text again.
package struct ScriptedCipher: BlockCipher {
    package init() {}

    package func decryptAES128CBC(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? {
        guard bytes.count % 16 == 0, key.count == 16, iv.count == 16 else { return nil }
        return bytes.indices.map { bytes[$0] ^ key[$0 % 16] ^ iv[$0 % 16] }
    }
}
