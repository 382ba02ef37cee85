/// What a program map table lists, as far as a radio needs it (ISO/IEC 13818-1, 2.4.4.8).
struct ProgramMap: Sendable, Equatable {
    enum Audio: Sendable, Equatable {
        case readable(pid: Int, family: ElementaryReader.Family)
        case refused(SegmentFault)
        case none
    }

    /// The first audio that can be read, else the first there is.
    private(set) var audio = Audio.none
    /// PIDs of timed ID3 tags.
    private(set) var tags: Set<Int> = []

    /// Reads a section from its table id to its checksum; nil where that is no map that is in force.
    init?(_ section: [UInt8]) {
        guard section.count >= 16, section[0] == 2, section[5] & 1 == 1 else { return nil }
        var reader = ByteReader(section, 10..<(section.count - 4))
        guard let length = reader.uint16(), reader.skip(length & 0x0fff) else { return nil }
        while let type = reader.byte(), let pid = reader.uint16(), let length = reader.uint16(),
            let descriptors = reader.take(length & 0x0fff)
        {
            add(type, pid: pid & 0x1fff, descriptors: Descriptors(section, descriptors))
        }
    }

    /// Stream types of table 2-34 and those registered with users of it.
    private mutating func add(_ type: Int, pid: Int, descriptors: Descriptors) {
        switch type {
        case 0x03, 0x04: add(.readable(pid: pid, family: .mpeg))
        case 0x0f: add(.readable(pid: pid, family: .aac))
        case 0x11: add(.refused(.unsupported(codec: "aac_latm")))
        case 0x1c: add(.refused(.unsupported(codec: "aac_raw")))
        case 0x2d: add(.refused(.unsupported(codec: "mpegh")))
        case 0x81: add(.refused(.unsupported(codec: "ac3")))
        case 0x87: add(.refused(.unsupported(codec: "eac3")))
        case 0x82, 0x85, 0x86, 0x88, 0x8a: add(.refused(.unsupported(codec: "dts")))
        case 0x83: add(.refused(.unsupported(codec: "truehd")))
        case 0xc1, 0xc2, 0xcf: add(.refused(.encrypted))
        // Metadata in PES packets: without a word about its format it is looked at, since a tag names itself.
        case 0x15: if descriptors.holdID3 || !descriptors.describeMetadata { tags.insert(pid) }
        case 0x06: if descriptors.holdID3 { tags.insert(pid) } else { addPrivate(descriptors) }
        default: break
        }
    }

    /// Private data that descriptors of DVB or a registration call audio.
    private mutating func addPrivate(_ descriptors: Descriptors) {
        if let codec = descriptors.codec { add(.refused(.unsupported(codec: codec))) }
    }

    private mutating func add(_ found: Audio) {
        switch (audio, found) {
        case (.none, _), (.refused, .readable): audio = found
        default: break
        }
    }
}

/// The descriptors of one stream in a program map.
struct Descriptors {
    /// Whether the metadata, or the whole stream, is registered as ID3.
    private(set) var holdID3 = false
    private(set) var describeMetadata = false
    /// What codec they name.
    private(set) var codec: String?

    init(_ section: [UInt8], _ part: Range<Int>) {
        var reader = ByteReader(section, part)
        while let tag = reader.byte(), let length = reader.byte(), let body = reader.take(length) {
            switch tag {
            case 0x05:
                holdID3 = holdID3 || section[body].starts(with: "ID3 ".utf8)
                codec = codec ?? Self.registered(section[body].prefix(4))
            case 0x26:
                describeMetadata = true
                // Format identifiers stand at one of two places, by which fields are there.
                holdID3 = holdID3 || Array(section[body]).firstRange(of: Array("ID3 ".utf8)) != nil
            case 0x6a: codec = codec ?? "ac3"
            case 0x7a: codec = codec ?? "eac3"
            case 0x7b: codec = codec ?? "dts"
            case 0x7c: codec = codec ?? "aac_latm"
            default: break
            }
        }
    }

    private static func registered(_ word: ArraySlice<UInt8>) -> String? {
        switch String(decoding: word, as: UTF8.self) {
        case "AC-3": "ac3"
        case "EAC3": "eac3"
        case "AC-4": "ac4"
        case "Opus": "opus"
        case "DTS1", "DTS2", "DTS3": "dts"
        default: nil
        }
    }
}
