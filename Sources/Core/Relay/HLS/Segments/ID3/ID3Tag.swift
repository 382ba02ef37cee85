/// One ID3v2 tag (2.2, 2.3 or 2.4), read for what a listener sees. Never fails: what is broken in it is left out.
struct ID3Tag: Sendable, Equatable {
    /// Bytes of the whole tag, footer included.
    let length: Int
    /// Of the first frame of its kind; empty where the frame clears the title, nil where there is no frame.
    private(set) var title: String?
    private(set) var artist: String?
    /// The tag describes how the audio behind it is encrypted: packed audio under SAMPLE-AES.
    private(set) var announcesEncryption = false

    /// How long the tag is that begins at `offset`; nil where none begins.
    static func length(in bytes: [UInt8], at offset: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - 10, bytes[offset] == UInt8(ascii: "I") else { return nil }
        guard bytes[offset + 1] == UInt8(ascii: "D"), bytes[offset + 2] == UInt8(ascii: "3") else { return nil }
        let size = bytes[(offset + 6)..<(offset + 10)]
        guard (2...4).contains(bytes[offset + 3]), bytes[offset + 4] != 0xff, size.allSatisfy({ $0 < 0x80 }) else {
            return nil
        }
        let hasFooter = bytes[offset + 3] == 4 && bytes[offset + 5] & 0x10 != 0
        return 10 + size.reduce(0) { $0 << 7 | Int($1) } + (hasFooter ? 10 : 0)
    }

    /// - Returns: nil where no tag begins at `offset`, or not the whole of it is there.
    init?(_ bytes: [UInt8], at offset: Int) {
        guard let length = Self.length(in: bytes, at: offset), length <= bytes.count - offset else { return nil }
        self.length = length
        let version = Int(bytes[offset + 3])
        let flags = bytes[offset + 5]
        let hasFooter = version == 4 && flags & 0x10 != 0
        var body = Array(bytes[(offset + 10)..<(offset + length - (hasFooter ? 10 : 0))])
        let isUnsynchronised = flags & 0x80 != 0
        // Up to 2.3 the tag as a whole, from 2.4 on each frame by itself.
        if isUnsynchronised, version < 4 { body = Self.synchronised(body[...]) }

        var frames = ID3Frames(body, version: version, isUnsynchronised: isUnsynchronised)
        guard frames.skipExtendedHeader(flags: flags) else { return }
        while let frame = frames.next() {
            switch frame.id {
            case "TIT2", "TT2": title = title ?? ID3Text.text(of: frame.content)
            case "TPE1", "TP1": artist = artist ?? ID3Text.text(of: frame.content)
            case "PRIV":
                if frame.content.starts(with: "com.apple.streaming.audioDescription\0".utf8) {
                    announcesEncryption = true
                }
            default: break
            }
        }
    }

    /// What the tag says is on; nil where it holds only time stamps or other things.
    var streamTitle: StreamTitle? {
        switch (title, artist) {
        case (nil, nil), (nil, ""): nil
        case ("", _): StreamTitle(artist: nil, title: "", raw: "")
        case (let title?, let artist?) where !artist.isEmpty:
            StreamTitle(artist: artist, title: title, raw: TitleText.cleaned("\(artist) - \(title)"))
        // A name alone is all that is known of what is on.
        case (let title?, _), (nil, let title?): StreamTitle(artist: nil, title: title, raw: title)
        }
    }

    /// `bytes` without the zeros that hide sync words from decoders (ID3v2.4 structure, 6.1).
    static func synchronised(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        var plain: [UInt8] = []
        plain.reserveCapacity(bytes.count)
        var isStuffed = false
        for byte in bytes {
            if !(isStuffed && byte == 0) { plain.append(byte) }
            isStuffed = byte == 0xff
        }
        return plain
    }
}
