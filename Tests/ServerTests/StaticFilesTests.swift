import Fakes
import Glibc
import Testing

@testable import Server

struct StaticFilesTests {
    private let folder: ScratchFolder
    private let bench: Bench

    init() throws {
        folder = ScratchFolder()
        try folder.write("<!doctype html>", to: "index.html")
        try folder.write("0123456789", to: "main.js")
        try folder.write("secret", to: ".hidden")
        bench = Bench(web: folder.path)
    }

    @Test func servesThePage() async {
        let response = await bench.ask(.get, "/")
        #expect(response.status == 200)
        #expect(response["Content-Type"] == "text/html; charset=utf-8")
        #expect(response["Cache-Control"] == "no-cache")
        #expect(response.text == "<!doctype html>")
    }

    @Test(arguments: [
        "/../etc/passwd", "/%2e%2e/etc/passwd", "/..%2fetc/passwd", "/.hidden", "/main.js/", "//main.js", "/main.js%00",
        "/main.js\0", "/./main.js", "/a/../main.js", "/\\main.js", "/missing.js", "/main.js/x", "/%6dain.js", "/.",
        "/link.js", "/outside/passwd",
    ])
    func servesNothingElse(_ path: String) async {
        let links = Links(in: folder)
        #expect(links.areMade)
        let response = await bench.ask(.get, path)
        #expect(response.status == 404)
        #expect(response.json["code"]?.string == "not_found")
    }

    @Test func revalidatesByContent() async throws {
        let first = await bench.ask(.get, "/main.js")
        let tag = try #require(first["ETag"])
        for field in [tag, "W/\(tag)", "\"x\", \(tag)", "*"] {
            let again = await bench.ask(.get, "/main.js", ["If-None-Match": field])
            #expect(again.status == 304)
            #expect(again["ETag"] == tag)
            #expect(again.bytes.isEmpty)
        }
        try folder.write("changed", to: "main.js")
        let changed = await bench.ask(.get, "/main.js", ["If-None-Match": tag])
        #expect(changed.status == 200)
        #expect(changed["ETag"] != tag)
    }

    @Test(arguments: [
        ("bytes=0-3", ByteRange.part(offset: 0, length: 4)), ("bytes=5-", .part(offset: 5, length: 5)),
        ("bytes=-3", .part(offset: 7, length: 3)), ("bytes=0-99", .part(offset: 0, length: 10)),
        ("bytes=-99", .part(offset: 0, length: 10)), ("bytes=10-", .unsatisfiable), ("bytes=-0", .unsatisfiable),
        ("bytes=3-1", .whole), ("bytes=a-b", .whole), ("bytes=0-1,3-4", .whole), ("lines=0-1", .whole),
        ("bytes=-", .whole), ("bytes=+1-2", .whole), ("bytes=99999999999999999999-", .whole),
    ])
    func readsRanges(_ field: String, _ range: ByteRange) { #expect(ByteRange(field, of: 10) == range) }

    @Test func servesAPart() async throws {
        let part = await bench.ask(.get, "/main.js", ["Range": "bytes=2-4"])
        #expect(part.status == 206)
        #expect(part["Content-Range"] == "bytes 2-4/10")
        #expect(part.text == "234")
        #expect(await bench.ask(.get, "/main.js", ["Range": "bytes=50-"]).status == 416)
        let other = await bench.ask(.get, "/main.js", ["Range": "bytes=2-4", "If-Range": "\"old\""])
        #expect(other.status == 200)
    }

    @Test func takesNothing() async {
        #expect(await bench.ask(.post, "/main.js").status == 405)
    }

    @Test func sendsFilesAndPartsOverTheWire() async throws {
        let client = RawClient(port: try bench.listen())
        client.send("GET /main.js HTTP/1.1\r\nHost: localhost\r\nRange: bytes=2-4\r\n\r\n")
        #expect(await client.answer().text == "234")
        client.send("HEAD /main.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.answer(toHead: true)["content-length"] == "10")
        client.send("GET /%2e%2e/main.js HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.answer().status == 404)
        client.send("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        #expect(await client.answer().text == "<!doctype html>")
    }
}

/// Links that lead out of the folder.
private struct Links {
    let areMade: Bool

    init(in folder: ScratchFolder) {
        areMade =
            symlink("/etc/passwd", folder.file("link.js")) == 0 && symlink("/etc", folder.file("outside")) == 0
    }
}
