import Fakes
import FoundationEssentials
import Model
import Networking
import Testing

@testable import longwave

struct StationsUpdateTests {
    private let folder = ScratchFolder()
    private let said = KeptTerminal()

    init() throws {
        try catalogue("shipped", 20_261_130, "us.one", "us.two")
    }

    private func catalogue(_ name: String, _ version: Int, _ ids: String...) throws {
        try FileManager.default.createDirectory(atPath: folder.file(name), withIntermediateDirectories: true)
        try folder.write("{ version: \(version), minimumFormat: 1 }\n", to: "\(name)/catalogue.json5")
        let stations = ids.map {
            "{ id: '\($0)', name: '\($0)', streams: [{ url: 'https://a.example/\($0)', grade: 'A' }] }"
        }
        try folder.write("{ stations: [\(stations.joined(separator: ",\n"))] }\n", to: "\(name)/us.json5")
    }

    private func run(_ act: UpdateOptions.Act, keys: [[UInt8]] = [], json: Bool = false) -> longwave.ExitStatus {
        StationsUpdate(
            shipped: folder.file("shipped"),
            place: folder.file("catalogue"),
            signing: SignatureRule(keys: keys, hash: SHA256.hash, verify: Ed25519.verify),
            terminal: said.terminal
        ).run(UpdateOptions(act: act, json: json))
    }

    @Test func aNewerOneIsPutInPlaceAndTakenBack() throws {
        try catalogue("new", 20_270_101, "us.one", "us.two", "us.three")
        #expect(run(.put(folder.file("new"))) == .confirmed)
        #expect(said.out == ["Catalogue 20270101 is in place: 3 stations."])
        #expect(folder.bytes("catalogue/us.json5") == folder.bytes("new/us.json5"))
        #expect(run(.back) == .confirmed)
        #expect(said.out.last == "The shipped catalogue 20261130 is in use again.")
        #expect(run(.back) == .confirmed)
        #expect(said.out.last == "Catalogue 20270101 is in place again.")
    }

    @Test(arguments: [20_261_130, 20_260_101])
    func oneThatIsNoNewerIsRefused(version: Int) throws {
        try catalogue("new", version, "us.one")
        #expect(run(.put(folder.file("new"))) == .refused)
        #expect(said.complaints.count == 1)
        #expect(said.firstComplaint.contains("is not newer than 20261130, which is in use. Nothing was changed."))
        #expect(folder.bytes("catalogue/us.json5").isEmpty)
    }

    @Test func oneThatIsBrokenIsRefusedWithItsReasons() throws {
        try catalogue("new", 20_270_101, "us.one")
        try folder.write("{ stations: [{ id: 'GB.bad', name: 'x' }] }", to: "new/gb.json5")
        #expect(run(.put(folder.file("new"))) == .refused)
        #expect(said.firstComplaint.contains("gb.json5: line 1: “GB.bad” is no station id"))
        #expect(run(.put(folder.file("none"))) == .refused)
        #expect(run(.back) == .refused)
        #expect(folder.bytes("catalogue/us.json5").isEmpty)
    }

    @Test func idsThatAreGoneAreNamed() throws {
        try catalogue("new", 20_270_101, "us.three")
        #expect(run(.put(folder.file("new"))) == .confirmed)
        #expect(said.firstLine.hasSuffix("It says nothing of 2 that were there before: us.one, us.two."))
    }

    @Test func programsGetTheSameInJSON() throws {
        try catalogue("new", 20_270_101, "us.one")
        #expect(run(.put(folder.file("new")), json: true) == .confirmed)
        #expect(said.out == [#"{"version":20270101,"stations":1,"signature":"absent","vanished":["us.two"]}"#])
        #expect(run(.put(folder.file("new")), json: true) == .refused)
        #expect(said.line(1).hasPrefix(#"{"code":"catalogue_refused","detail":"Its version 20270101 is not newer"#))
        #expect(run(.back, json: true) == .confirmed)
        #expect(said.line(2) == #"{"version":20261130,"source":"shipped"}"#)
    }

    /// Signed with the system's own tools, as docs/stations.md says.
    @Test func aSignatureMadeWithOpenSSLIsGoodAndAChangedFileIsNot() async throws {
        try catalogue("new", 20_270_101, "us.one", "us.two")
        let script = """
            set -e
            cd "$1"
            openssl genpkey -algorithm ed25519 -out key
            openssl pkey -in key -pubout -outform DER | tail -c 32 | base64 > public
            cd new
            LC_ALL=C sha256sum *.json5 > ../signed
            openssl pkeyutl -sign -inkey ../key -rawin -in ../signed | base64 -w 0 > catalogue.sig
            """
        let done = try await ChildProcess.run("bash", ["-c", script, "sign", folder.path], limit: .seconds(30))
        try #require(done.status == 0, "\(done.errorText)")
        let text = String(decoding: folder.bytes("public"), as: UTF8.self).filter { !$0.isWhitespace }
        let key = Array(try #require(Data(base64Encoded: text)))
        let other = [UInt8](repeating: 9, count: 32)
        #expect(run(.put(folder.file("new")), keys: [other]) == .refused)
        #expect(said.firstComplaint.contains("catalogue.sig: no key of this host made it for these files"))
        #expect(run(.put(folder.file("new")), keys: [other, key]) == .confirmed)
        #expect(said.out == ["Catalogue 20270101 is in place: 2 stations. Its signature is good."])
        try folder.write("{ version: 20270102, minimumFormat: 1 }\n", to: "new/catalogue.json5")
        #expect(run(.put(folder.file("new")), keys: [key]) == .refused)
    }
}
