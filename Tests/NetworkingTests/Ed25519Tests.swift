import Fakes
import FoundationEssentials
import Testing

@testable import Networking

struct Ed25519Tests {
    private static func bytes(_ hex: String) -> [UInt8] {
        stride(from: 0, to: hex.utf8.count, by: 2).compactMap { UInt8(hex.dropFirst($0).prefix(2), radix: 16) }
    }

    /// RFC 8032 7.1, tests 1 to 3.
    @Test(arguments: [
        (
            "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "",
            "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b"
        ),
        (
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", "72",
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        ),
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", "af82",
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a"
        ),
    ])
    func theStandardsOwnSignaturesAreGood(key: String, message: String, signature: String) {
        let (key, message, signature) = (Self.bytes(key), Self.bytes(message), Self.bytes(signature))
        #expect(Ed25519.verify(key, message, signature))
        #expect(!Ed25519.verify(key, message + [0], signature))
        for place in [0, 31, 32, 63] {
            var broken = signature
            broken[place] ^= 1
            #expect(!Ed25519.verify(key, message, broken))
        }
        #expect(!Ed25519.verify(Array(key.dropLast()), message, signature))
        #expect(!Ed25519.verify(key, message, Array(signature.dropLast())))
        #expect(!Ed25519.verify(Array(key.reversed()), message, signature))
        #expect(!Ed25519.verify([], [], []))
    }

    @Test func whatOpenSSLSignsIsGood() async throws {
        let folder = ScratchFolder()
        try folder.write("what is signed\n", to: "text")
        for words in [
            ["genpkey", "-algorithm", "ed25519", "-out", folder.file("key")],
            ["pkey", "-in", folder.file("key"), "-pubout", "-outform", "DER", "-out", folder.file("public")],
            [
                "pkeyutl", "-sign", "-inkey", folder.file("key"), "-rawin", "-in", folder.file("text"), "-out",
                folder.file("signature"),
            ],
        ] {
            let done = try await ChildProcess.run("openssl", words, limit: .seconds(20))
            #expect(done.status == 0, "\(done.errorText)")
        }
        let key = Array(folder.bytes("public").suffix(32))
        #expect(Ed25519.verify(key, folder.bytes("text"), folder.bytes("signature")))
        #expect(!Ed25519.verify(key, folder.bytes("signature"), folder.bytes("signature")))
    }
}
