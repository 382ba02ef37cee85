internal import FoundationEssentials
internal import Model

/// A station as radio-browser's servers write it: the documented fields that are of use, each of which may be missing or
/// of another type.
struct RadioBrowserRow: Codable, Sendable, Equatable {
    let stationuuid: String
    let name: String
    /// Where the station's owner points; may be a playlist or a redirect. `url_resolved` is a snapshot that may hold
    /// somebody's session, and is not read.
    let url: String
    let homepage: String?
    let tags: String?
    let countrycode: String?
    let languagecodes: String?
    let codec: String?
    let bitrate: Int?
    let hls: Int?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func optional<Value: Decodable>(_ key: CodingKeys) -> Value? {
            // try?: a decoration of another type is left out; the station stays.
            try? fields.decodeIfPresent(Value.self, forKey: key)
        }
        self.stationuuid = try fields.decode(String.self, forKey: .stationuuid)
        self.name = try fields.decode(String.self, forKey: .name)
        self.url = try fields.decode(String.self, forKey: .url)
        self.homepage = optional(.homepage)
        self.tags = optional(.tags)
        self.countrycode = optional(.countrycode)
        self.languagecodes = optional(.languagecodes)
        self.codec = optional(.codec)
        self.bitrate = optional(.bitrate)
        self.hls = optional(.hls)
    }

    /// - Returns: nil for a row without a name or with an address that an open station may not have.
    var station: OpenStation? {
        guard let id = OpenStationID(uuid: stationuuid), let address, !line(name).isEmpty else { return nil }
        let page = homepage.flatMap { text in StreamAddress(text).flatMap { $0.credentials == nil ? text : nil } }
        return OpenStation(
            id: id,
            name: line(name),
            country: countrycode.flatMap(Self.country),
            languages: list(languagecodes),
            tags: list(tags),
            homepage: page,
            stream: StationStream(
                address: address,
                codec: Self.codecs[codec?.uppercased() ?? ""],
                bitrateKbps: kbps,
                kind: kind(of: address),
                grade: .directory,
                checked: nil
            )
        )
    }

    private var address: StreamAddress? {
        guard let address = StreamAddress(url.trimmed) else { return nil }
        return address.reasonAgainst(.open) == nil ? address : nil
    }

    private static let codecs = [
        "MP3": "mp3", "AAC": "aac", "AAC+": "aac", "FLAC": "flac", "OPUS": "opus", "OGG": "vorbis",
    ]

    /// The document says bit/s in one place; rows are in kbit/s. Nobody sends 20 Mbit/s of sound.
    private var kbps: Int? {
        guard let bitrate, bitrate > 0 else { return nil }
        return bitrate <= 20_000 ? bitrate : bitrate <= 20_000_000 ? bitrate / 1000 : nil
    }

    private func kind(of address: StreamAddress) -> StreamKind {
        let path = address.target.prefix { $0 != "?" }.lowercased()
        if hls == 1 || path.hasSuffix(".m3u8") { return .hls }
        return [".pls", ".m3u", ".xspf", ".asx"].contains { path.hasSuffix($0) } ? .wrapper : .icecast
    }

    private static func country(_ text: String) -> String? {
        let code = text.uppercased()
        return code.utf8.count == 2 && code.utf8.allSatisfy { (0x41...0x5a).contains($0) } ? code : nil
    }

    private func line(_ text: String) -> String { String(text.withoutControls.trimmed.prefix(120)) }

    private func list(_ text: String?) -> [String] {
        (text ?? "").split(separator: ",").prefix(20).map { line(String($0)) }.filter { !$0.isEmpty }
    }
}

extension RadioBrowserRow {
    /// The rows of an answer in its order, each uuid and each address once: the same stream is often entered twice.
    ///
    /// - Returns: nil where the bytes are no list.
    static func rows(_ bytes: [UInt8]) -> [RadioBrowserRow]? {
        // try?: what is no list is no answer, and the next server is asked.
        guard let rows = try? JSONDecoder().decode([Tolerant<RadioBrowserRow>].self, from: Data(bytes)) else {
            return nil
        }
        var seen: Set<String> = []
        return rows.compactMap { row in
            guard case .success(let row) = row.result else { return nil }
            guard seen.insert(row.stationuuid).inserted, seen.insert(row.url.trimmed).inserted else { return nil }
            return row
        }
    }
}

extension String {
    fileprivate var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
