/// An `emsg` box (ISO/IEC 23009-1, 5.10.3.3) that carries an ID3 tag.
struct EventMessage: Sendable, Equatable {
    /// In version 0 from the start of the segment on, in version 1 on the track's clock.
    enum Time: Sendable, Equatable {
        case fromStart(PresentationTime)
        case absolute(PresentationTime)
    }

    let time: Time
    let tag: ID3Tag

    /// - Returns: nil where the box is damaged, or its message is no ID3 tag.
    init?(_ bytes: [UInt8], in box: Range<Int>) {
        var reader = ByteReader(bytes, box)
        guard let version = reader.byte(), version <= 1, reader.skip(3) else { return nil }
        var scheme: ArraySlice<UInt8>?
        if version == 0 {
            scheme = reader.terminated()
            guard reader.terminated() != nil else { return nil }
        }
        guard let timescale = reader.uint32(), timescale > 0 else { return nil }
        guard let count = reader.integer(bytes: version == 0 ? 4 : 8), reader.skip(8) else { return nil }
        if version == 1 {
            scheme = reader.terminated()
            guard reader.terminated() != nil else { return nil }
        }
        guard let scheme, Self.isID3(scheme), let tag = ID3Tag(bytes, at: reader.position) else { return nil }
        let time = PresentationTime(count, timescale: timescale)
        self.time = version == 0 ? .fromStart(time) : .absolute(time)
        self.tag = tag
    }

    /// That of the CMAF binding, Apple's older one, and URNs that end in the name.
    private static func isID3(_ scheme: ArraySlice<UInt8>) -> Bool {
        let text = String(decoding: scheme.prefix(256), as: UTF8.self).lowercased()
        return text == "https://aomedia.org/emsg/id3" || text == "https://developer.apple.com/streaming/emsg-id3"
            || text.hasPrefix("urn:") && text.hasSuffix("id3")
    }
}
