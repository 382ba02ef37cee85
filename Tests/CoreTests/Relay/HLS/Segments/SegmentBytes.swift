@testable import Core

extension SegmentReader.Output {
    /// The audio of all pieces.
    var audio: [UInt8] {
        pieces.flatMap { piece in
            guard case .audio(let bytes) = piece else { return [UInt8]() }
            return bytes
        }
    }

    var titles: [StreamTitle] {
        pieces.compactMap { piece in
            guard case .title(let title) = piece else { return nil }
            return title
        }
    }
}

extension StreamTitle {
    init(_ title: String) { self.init(artist: nil, title: title, raw: title) }

    init(_ artist: String, _ title: String) { self.init(artist: artist, title: title, raw: "\(artist) - \(title)") }
}

/// Big-endian bytes of `value`.
func number(_ value: Int, _ width: Int) -> [UInt8] {
    (0..<width).reversed().map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}

/// ID3v2 tags by hand.
enum TagBytes {
    static func syncsafe(_ value: Int) -> [UInt8] { (0..<4).reversed().map { UInt8(value >> (7 * $0) & 0x7f) } }

    static func tag(version: UInt8 = 4, flags: UInt8 = 0, _ body: [UInt8]) -> [UInt8] {
        Array("ID3".utf8) + [version, 0, flags] + syncsafe(body.count) + body
    }

    /// A frame of 2.3 or 2.4 with a plain or syncsafe size.
    static func frame(_ id: String, _ content: [UInt8], version: UInt8 = 4, flags: Int = 0) -> [UInt8] {
        let size = version == 4 ? syncsafe(content.count) : number(content.count, version == 2 ? 3 : 4)
        return Array(id.utf8) + size + (version == 2 ? [] : number(flags, 2)) + content
    }

    static func text(_ id: String, _ text: String, version: UInt8 = 4) -> [UInt8] {
        frame(id, [3] + Array(text.utf8), version: version)
    }

    static func song(_ artist: String?, _ title: String) -> [UInt8] {
        tag(text("TIT2", title) + (artist.map { text("TPE1", $0) } ?? []))
    }
}

/// Transport streams by hand: a small multiplexer.
struct TransportBytes {
    struct Stream {
        var type: UInt8
        var pid: Int
        var descriptors: [UInt8] = []
    }

    static let audioPID = 0x101
    static let tagPID = 0x102
    private static let mapPID = 0x100

    private(set) var bytes: [UInt8] = []
    private var counters: [Int: UInt8] = [:]

    init() {}

    /// Tables of one program.
    mutating func tables(_ streams: [Stream] = [Stream(type: 0x0f, pid: audioPID)]) {
        sections(pid: 0, [Self.section(0, number(1, 2) + number(0xe000 | Self.mapPID, 2))])
        let map = streams.flatMap { stream in
            [stream.type] + number(0xe000 | stream.pid, 2) + number(0xf000 | stream.descriptors.count, 2)
                + stream.descriptors
        }
        sections(pid: Self.mapPID, [Self.section(2, number(0xe000 | Self.audioPID, 2) + number(0xf000, 2) + map)])
    }

    mutating func sections(pid: Int, _ sections: [[UInt8]]) {
        let payload = [0] + Array(sections.joined())
        var start = 0
        while start < payload.count {
            let part = Array(payload[start..<min(payload.count, start + 184)])
            packet(pid: pid, part, starts: start == 0)
            start += part.count
        }
    }

    /// One PES packet, cut into packets; `stamp` in ticks of 90 kHz, without one where nil.
    mutating func pes(
        pid: Int = audioPID,
        stream: UInt8 = 0xc0,
        stamp: Int?,
        _ payload: [UInt8],
        hasLength: Bool = true
    ) {
        let optional =
            stamp.map { stamp -> [UInt8] in
                [
                    0x21 | UInt8(stamp >> 29 & 0x0e), UInt8(stamp >> 22 & 0xff), UInt8(stamp >> 14 & 0xfe) | 1,
                    UInt8(stamp >> 7 & 0xff), UInt8(stamp << 1 & 0xfe) | 1,
                ]
            } ?? []
        let length = hasLength ? 3 + optional.count + payload.count : 0
        let head = [0, 0, 1, stream] + number(length, 2) + [0x80, stamp == nil ? 0 : 0x80, UInt8(optional.count)]
        let all = head + optional + payload
        for start in stride(from: 0, to: all.count, by: 184) {
            packet(pid: pid, Array(all[start..<min(all.count, start + 184)]), starts: start == 0)
        }
    }

    /// One packet; a short payload is filled up in the adaptation field, as PES needs it.
    mutating func packet(pid: Int, _ payload: [UInt8], starts: Bool, scrambling: UInt8 = 0) {
        let counter = counters[pid, default: 0]
        counters[pid] = (counter + 1) & 15
        let gap = 184 - payload.count
        var adaptation: [UInt8] = []
        if gap == 1 { adaptation = [0] }
        if gap > 1 { adaptation = [UInt8(gap - 1), 0] + Array(repeating: 0xff, count: gap - 2) }
        let control: UInt8 = scrambling << 6 | (gap > 0 ? 0x30 : 0x10) | counter
        bytes += [0x47, (starts ? 0x40 : 0) | UInt8(pid >> 8), UInt8(pid & 0xff), control] + adaptation + payload
    }

    /// The stream's bytes so far, which the next begins without.
    mutating func take() -> [UInt8] {
        defer { bytes = [] }
        return bytes
    }

    private static func section(_ table: UInt8, _ body: [UInt8]) -> [UInt8] {
        let rest = number(1, 2) + [0xc1, 0, 0] + body
        let section = [table] + number(0xb000 | (rest.count + 4), 2) + rest
        return section + number(Int(checksum(section)), 4)
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = 0xffff_ffff
        for byte in bytes {
            sum ^= UInt32(byte) << 24
            for _ in 0..<8 { sum = sum & 0x8000_0000 == 0 ? sum << 1 : sum << 1 ^ 0x04c1_1db7 }
        }
        return sum
    }

    static let id3Descriptor: [UInt8] = {
        let body = number(0xffff, 2) + Array("ID3 ".utf8) + [0xff] + Array("ID3 ".utf8) + [0, 0x0f]
        return [0x26, UInt8(body.count)] + body
    }()
}

/// Boxes of fragmented MP4 by hand.
enum BoxBytes {
    static func box(_ type: String, _ payload: [UInt8]) -> [UInt8] {
        number(payload.count + 8, 4) + Array(type.utf8) + payload
    }

    static func full(_ type: String, version: UInt8 = 0, flags: Int = 0, _ payload: [UInt8]) -> [UInt8] {
        box(type, [version] + number(flags, 3) + payload)
    }

    /// An initialization section of one track with these sample entries.
    static func movie(
        handler: String = "soun",
        timescale: Int = 44100,
        entries: [[UInt8]],
        extends: [UInt8] = full("trex", number(1, 4) + number(1, 4) + number(1024, 4) + number(0, 4) + number(0, 4))
    ) -> [UInt8] {
        let table = full("stsd", number(entries.count, 4) + Array(entries.joined()))
        let media =
            full("mdhd", number(0, 8) + number(timescale, 4) + number(0, 8))
            + full("hdlr", number(0, 4) + Array(handler.utf8) + number(0, 13))
            + box("minf", box("stbl", table))
        let track = box("trak", full("tkhd", number(0, 8) + number(1, 4) + number(0, 64)) + box("mdia", media))
        return box("ftyp", Array("iso5".utf8) + number(0, 4)) + box("moov", track + box("mvex", extends))
    }

    static func entry(_ type: String, _ boxes: [UInt8], version: Int = 0) -> [UInt8] {
        let extra = version == 1 ? 16 : version == 2 ? 36 : 0
        let head = number(0, 6) + number(1, 2) + number(version, 2) + number(0, 6) + number(2, 2) + number(16, 2)
        return box(type, head + number(0, 4) + number(44100 << 16, 4) + number(0, extra) + boxes)
    }

    static func aac(_ config: [UInt8] = [0x12, 0x10], objectType: UInt8 = 0x40) -> [UInt8] {
        entry("mp4a", esds(config, objectType: objectType))
    }

    static func esds(_ config: [UInt8], objectType: UInt8 = 0x40) -> [UInt8] {
        let specific = descriptor(5, config)
        let decoder = descriptor(4, [objectType, 0x15] + number(0, 11) + specific)
        return full("esds", descriptor(3, number(1, 2) + [0] + decoder + descriptor(6, [2])))
    }

    /// A length in four bytes, as many programs write it.
    static func descriptor(_ tag: UInt8, _ body: [UInt8]) -> [UInt8] {
        [tag, 0x80, 0x80, 0x80, UInt8(body.count)] + body
    }

    /// A fragment of one run with sizes of its own, and its data.
    static func fragment(_ samples: [[UInt8]], time: Int = 0, description: Int? = nil) -> [UInt8] {
        let head = full(
            "tfhd",
            flags: 0x20000 | (description == nil ? 0 : 2),
            number(1, 4) + (description.map { number($0, 4) } ?? [])
        )
        let sizes = samples.flatMap { number($0.count, 4) }
        let decodeTime = full("tfdt", version: 1, number(time, 8))
        let make = { (offset: Int) in
            let run = full("trun", flags: 0x201, number(samples.count, 4) + number(offset, 4) + sizes)
            return box("moof", full("mfhd", number(1, 4)) + box("traf", head + decodeTime + run))
        }
        return make(make(0).count + 8) + box("mdat", Array(samples.joined()))
    }

    static func message(
        scheme: String = "https://aomedia.org/emsg/ID3",
        version: UInt8 = 1,
        timescale: Int,
        time: Int,
        _ tag: [UInt8]
    ) -> [UInt8] {
        let names = Array(scheme.utf8) + [0, 0]
        let numbers = number(timescale, 4) + number(time, version == 0 ? 4 : 8) + number(0, 8)
        return full("emsg", version: version, (version == 0 ? names + numbers : numbers + names) + tag)
    }
}
