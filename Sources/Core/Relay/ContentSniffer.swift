internal import Model

/// Decides whether an answer is audio, by its first bytes; the header is believed only where it says that it is not
/// (reference/radio.md 2.1).
struct ContentSniffer: Sendable {
    enum Finding: Sendable, Equatable {
        case audio(SniffedAudio)
        /// No audio, but where to find it.
        case list(ListKind)
        /// Not decided; more bytes may.
        case undecided
        case refused(FaultCode)
    }

    enum ListKind: Sendable, Equatable {
        case pls
        /// An M3U or, where its tags say so, an HLS playlist.
        case m3u
        case xspf
        case asx
    }

    /// Bytes that are looked at.
    static let limit = 4096

    /// Lower case, without parameters.
    private let declaredType: String?

    /// - Parameter contentType: the header's value as sent.
    init(contentType: String?) {
        let plain = contentType?.prefix { $0 != ";" }.lowercased().filter { !$0.isWhitespace }
        self.declaredType = plain?.isEmpty == true ? nil : plain
    }

    /// What the header alone settles: a page, data or a picture is never audio.
    var headerFinding: Finding {
        switch declaredType {
        case "text/html", "application/xhtml+xml", "application/json": .refused(.notAudio)
        case let type? where type.hasPrefix("image/") || type.hasSuffix("+json"): .refused(.notAudio)
        default: .undecided
        }
    }

    /// What the first bytes settle: `bytes` from the start of the body on, without ICY metadata. Where `isComplete`,
    /// nothing more will come, and the finding is never ``Finding/undecided``.
    func finding(_ bytes: [UInt8], isComplete: Bool) -> Finding {
        if let audio = SniffedAudio(bytes, declaredType: declaredType) { return .audio(audio) }
        if let finding = Self.finding(ofText: bytes, isComplete: isComplete) { return finding }
        guard isComplete || bytes.count >= Self.limit else { return .undecided }
        if bytes.isEmpty { return .refused(.emptyStream) }
        return .refused(Self.isForeignContainer(bytes) ? .unsupportedStream : .notAudio)
    }

    /// Lists and pages. Audio joined in the middle of a frame may begin with any byte, so a page must look like text for
    /// a while.
    private static func finding(ofText bytes: [UInt8], isComplete: Bool) -> Finding? {
        let body = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...]
        let text = String(decoding: body.drop { $0 <= 0x20 }.prefix(1024), as: UTF8.self).lowercased()
        if text.hasPrefix("#extm3u") || text.hasPrefix("#ext-x-") { return .list(.m3u) }
        if text.hasPrefix("[playlist]") { return .list(.pls) }
        guard isComplete || body.count >= 64, body.prefix(1024).allSatisfy(isTextByte) else { return nil }
        if text.hasPrefix("http://") || text.hasPrefix("https://") || text.hasPrefix("#extinf") { return .list(.m3u) }
        guard text.hasPrefix("<") else {
            return text.hasPrefix("{") || text.hasPrefix("[") ? .refused(.notAudio) : nil
        }
        switch rootElement(of: text) {
        case "asx": return .list(.asx)
        case "playlist": return .list(.xspf)
        case "smil": return .refused(.unsupportedStream)
        case nil where !isComplete && body.count < limit: return nil
        default: return .refused(.notAudio)
        }
    }

    /// The name of the first element; nil where it has not come yet.
    private static func rootElement(of text: String) -> Substring? {
        var rest = text[...]
        while let start = rest.firstIndex(of: "<") {
            rest = rest[rest.index(after: start)...]
            if rest.hasPrefix("!doctype html") { return "html" }
            if rest.first == "!" || rest.first == "?" { continue }
            let name = rest.prefix { $0.isLetter || $0.isNumber || $0 == ":" }
            return name.endIndex == rest.endIndex ? nil : name
        }
        return nil
    }

    private static func isTextByte(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte != 0x7f || (0x09...0x0d).contains(byte)
    }

    /// Containers that may well hold sound but are no radio stream: MP4, Matroska, WAVE, Flash video, MPEG-TS.
    private static func isForeignContainer(_ bytes: [UInt8]) -> Bool {
        if bytes.starts(with: [0x1a, 0x45, 0xdf, 0xa3]) || bytes.starts(with: "FLV\u{1}".utf8) { return true }
        if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return true }
        if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WAVE".utf8) { return true }
        return bytes.count > 376 && [0, 188, 376].allSatisfy { bytes[$0] == 0x47 }
    }
}
