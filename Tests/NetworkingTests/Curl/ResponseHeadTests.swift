import Model
import Testing

@testable import Networking

struct ResponseHeadTests {
    @Test(arguments: [
        ("HTTP/1.1 200 OK", 200), ("HTTP/1.0 404", 404), ("HTTP/1.1 503 Service Unavailable", 503),
        ("ICY 200 OK", 200), ("ICY 401 Service Unavailable", 401), ("HTTP/1.1 599 x", 599),
    ])
    func statusIsRead(line: String, status: Int) {
        var head = ResponseHead()
        #expect(head.take(Array("\(line)\r\n".utf8)) == .more)
        #expect(head.take(Array("\r\n".utf8)) == .complete)
        #expect(head.status == status)
    }

    @Test(arguments: [
        "8 Message Corrupt", "HTTP/1.1 099 Low", "HTTP/1.1 600 High", "HTTP/1.1 20 OK", "HTTP/1.1 2000 OK", "HTTP/1.1",
        "HTTP/1.1 +20 OK", "ICYCLE 200 OK", "", "<html>",
    ])
    func whatIsNoStatusIsMalformed(line: String) {
        var head = ResponseHead()
        #expect(head.take(Array("\(line)\r\n".utf8)) == .malformed)
    }

    @Test func interimAnswersArePassedOver() {
        var head = ResponseHead()
        for line in ["HTTP/1.1 103 Early Hints", "Link: a", "", "HTTP/1.1 200 OK", "Content-Type: audio/mpeg"] {
            #expect(head.take(Array("\(line)\r\n".utf8)) == .more)
        }
        #expect(head.take(Array("\r\n".utf8)) == .complete)
        #expect(head.status == 200)
        #expect(head.headers.fields.map(\.name) == ["content-type"])
    }

    @Test func fieldsAreTrimmedFoldedAndCut() {
        let head = whole([
            "ICY-Name:  Two words\t ", "X-Folded: one", "  two", "no colon", "Bad Name: x", ": nameless",
            "X-Long: " + String(repeating: "x", count: 2000), "Location: " + String(repeating: "y", count: 2000),
        ])
        #expect(head.headers["icy-name"] == "Two words")
        #expect(head.headers["X-FOLDED"] == "one two")
        #expect(head.headers.bytes("x-long")?.count == 1024)
        #expect(head.headers.bytes("location")?.count == 2000, "a cut address is another address")
        #expect(head.headers.fields.count == 4)
    }

    @Test func bareLineFeedsEndLinesToo() {
        var head = ResponseHead()
        #expect(head.take(Array("ICY 200 OK\n".utf8)) == .more)
        #expect(head.take(Array("icy-metaint:8192\n".utf8)) == .more)
        #expect(head.take(Array("\n".utf8)) == .complete)
        #expect(head.headers["icy-metaint"] == "8192")
    }

    @Test func theWholeHeadIsLimited() {
        var head = ResponseHead()
        _ = head.take(Array("HTTP/1.1 200 OK\r\n".utf8))
        let line = Array("X: \(String(repeating: "x", count: 1019))\r\n".utf8)
        #expect(line.count == 1024)
        for _ in 0..<31 { #expect(head.take(line) == .more) }
        #expect(head.take(line) == .malformed)
    }

    @Test func trailersChangeNothing() {
        var head = whole(["Content-Type: audio/mpeg"])
        #expect(head.take(Array("Content-Type: text/html\r\n".utf8)) == .complete)
        #expect(head.headers["content-type"] == "audio/mpeg")
        #expect(head.headers.fields.count == 1)
    }

    private func whole(_ lines: [String]) -> ResponseHead {
        var head = ResponseHead()
        for line in ["HTTP/1.1 200 OK"] + lines + [""] { _ = head.take(Array("\(line)\r\n".utf8)) }
        return head
    }
}
