import Model
import Testing

struct MediaRefTests {
    @Test(arguments: ["station:us.wsum", "station:kexp", "station:wsum-fm", "station:US.wsum", "station:a:b"])
    func aNameIsTakenAsWritten(text: String) throws {
        let ref = try MediaRef(text)
        #expect(ref.description == text)
        #expect(ref.provider == .radio)
    }

    /// H114: an address is never played, in whatever dress.
    @Test(arguments: [
        "https://radio.example/live", "http://radio.example", "HTTP://radio.example", "//radio.example/x",
        "/etc/passwd",
        "file:/etc/passwd", "File:x", "http:radio.example", "HTTPS:radio.example", "data:audio/mpeg;base64,AA", "mms:x",
        "rtsp:x", "station:https://radio.example/x", "icy://radio.example", "lavf://x", "av://lavfi:sine",
    ])
    func anAddressIsUntrusted(text: String) {
        #expect(throws: MediaRefProblem.untrustedStream) { try MediaRef(text) }
    }

    @Test(arguments: [
        "", "wsum", "station", "station:", "Station:us.wsum", "STATION:us.wsum", "station:us wsum", "station:us.wsüm",
        "station:us\n", "station:\u{7f}", "station:" + String(repeating: "a", count: 65), "files:x", ":x",
        "radio:us.wsum",
        "edl:x", "memory:x",
    ])
    func anythingElseIsMalformed(text: String) {
        #expect(throws: MediaRefProblem.malformed(text.prefixForDisplay)) { try MediaRef(text) }
    }

    @Test func whatIsRepeatedIsShortAndHarmless() {
        let text = "\u{1b}[31m\u{202e}evil\n" + String(repeating: "x", count: 100_000)
        #expect(throws: MediaRefProblem.self) { try MediaRef(text) }
        let shown = text.prefixForDisplay
        #expect(shown.count == 80)
        #expect(shown.hasPrefix("\u{FFFD}[31m\u{FFFD}evil\u{FFFD}"))
        #expect(shown.unicodeScalars.allSatisfy { !$0.isUnprintable })
    }
}
