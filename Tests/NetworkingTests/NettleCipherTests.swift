import Model
import Networking
import Testing

struct NettleCipherTests {
    /// NIST SP 800-38A, F.2.2: CBC-AES128.Decrypt.
    private let key = hex("2b7e151628aed2a6abf7158809cf4f3c")
    private let iv = hex("000102030405060708090a0b0c0d0e0f")
    private let cipher = hex(
        "7649abac8119b246cee98e9b12e9197d5086cb9b507219ee95db113a917678b2"
            + "73bed6b8e3c1743b7116e69e222295163ff1caa1681fac09120eca307586e1a7"
    )
    private let plain = hex(
        "6bc1bee22e409f96e93d7e117393172aae2d8a571e03ac9c9eb76fac45af8e51"
            + "30c81c46a35ce411e5fbc1191a0a52eff69f2445df4f9b17ad2b417be66c3710"
    )

    @Test func theStandardsBlocksAreDecrypted() {
        #expect(NettleCipher().decryptAES128CBC(cipher, key: key, iv: iv) == plain)
        #expect(NettleCipher().decryptAES128CBC(Array(cipher.prefix(16)), key: key, iv: iv) == Array(plain.prefix(16)))
        #expect(
            NettleCipher().decryptAES128CBC(Array(cipher[16...]), key: key, iv: Array(cipher.prefix(16)))
                == Array(plain[16...])
        )
        #expect(NettleCipher().decryptAES128CBC([], key: key, iv: iv) == [])
    }

    @Test func whatIsNoWholeBlocksIsRefused() {
        #expect(NettleCipher().decryptAES128CBC(Array(cipher.dropLast()), key: key, iv: iv) == nil)
        #expect(NettleCipher().decryptAES128CBC(cipher, key: Array(key.dropLast()), iv: iv) == nil)
        #expect(NettleCipher().decryptAES128CBC(cipher, key: key, iv: iv + [0]) == nil)
    }

    private static func hex(_ text: String) -> [UInt8] {
        stride(from: 0, to: text.utf8.count, by: 2).compactMap { offset in
            UInt8(text.dropFirst(offset).prefix(2), radix: 16)
        }
    }
}
