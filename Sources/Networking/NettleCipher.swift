internal import CNettle
internal import Model

/// AES by nettle.
package struct NettleCipher: BlockCipher {
    package init() {}

    package func decryptAES128CBC(_ bytes: [UInt8], key: [UInt8], iv: [UInt8]) -> [UInt8]? {
        let block = Int(AES_BLOCK_SIZE)
        guard bytes.count % block == 0, key.count == Int(AES128_KEY_SIZE), iv.count == block else { return nil }
        var context = aes128_ctx()
        nettle_aes128_set_decrypt_key(&context, key)
        // Changed by nettle to that of the next block.
        var chain = iv
        return [UInt8](unsafeUninitializedCapacity: bytes.count) { output, count in
            nettle_cbc_decrypt(
                &context,
                nettle_aes128.decrypt,
                block,
                &chain,
                bytes.count,
                output.baseAddress,
                bytes
            )
            count = bytes.count
        }
    }
}
