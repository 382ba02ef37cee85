internal import Model

extension MediaPlaylist {
    /// - Throws: ``FaultCode/malformedResponse`` for numbers that no counter could follow.
    init(_ lines: [PlaylistLine], from address: StreamAddress) throws(FaultCode) {
        var reader = MediaPlaylistReader(address: address)
        for line in lines { try reader.take(line) }
        self = reader.playlist
    }
}

/// Reads a media playlist line by line: tags speak of the references that follow.
private struct MediaPlaylistReader {
    private static let greatestNumber = 1 << 52

    let address: StreamAddress
    private var target: Duration?
    private var first = 0
    private var count = 0
    private var segments: [MediaSegment] = []
    private var isEnded = false
    private var isRecording = false

    // Of the next segment alone.
    private var duration: Duration?
    private var title: StreamTitle?
    private var rangeText: Substring?
    private var isGap = false
    private var breaks = 0

    // Until said otherwise.
    private var discontinuity = 0
    private var initialization: MediaInitialization?
    private var keys: [(format: String, key: SegmentKey)] = []
    /// Where the last range ended, and in which resource.
    private var lastRange: (address: StreamAddress, end: Int)?
    /// Of the next segment, in seconds; only ever compared with other dates of this playlist.
    private var date: Double?
    private var dated: [DatedTitle] = []
    /// The date of each kept segment.
    private var dates: [Double?] = []

    init(address: StreamAddress) { self.address = address }

    mutating func take(_ line: PlaylistLine) throws(FaultCode) {
        switch line {
        case .reference(let reference): takeSegment(reference)
        case .tag(let name, let value):
            switch name {
            case "EXT-X-TARGETDURATION": target = Duration(decimalSeconds: value)
            case "EXT-X-MEDIA-SEQUENCE": first = try Self.counter(value)
            case "EXT-X-DISCONTINUITY-SEQUENCE": discontinuity = try Self.counter(value) + breaks
            case "EXT-X-ENDLIST": isEnded = true
            case "EXT-X-PLAYLIST-TYPE": isRecording = value.uppercased() == "VOD"
            default: takeOfSegment(name, value)
            }
        }
    }

    private mutating func takeOfSegment(_ name: String, _ value: Substring) {
        switch name {
        case "EXTINF":
            let parts = value.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
            duration = parts.first.flatMap { Duration(decimalSeconds: $0) }
            title = parts.count > 1 ? StreamTitle(extinf: parts[1]) : nil
        case "EXT-X-BYTERANGE": rangeText = value
        case "EXT-X-GAP": isGap = true
        case "EXT-X-DISCONTINUITY":
            breaks += 1
            discontinuity += 1
            date = nil
        case "EXT-X-KEY": takeKey(AttributeList(value))
        case "EXT-X-MAP": takeMap(AttributeList(value))
        case "EXT-X-PROGRAM-DATE-TIME": date = ProgramDate.seconds(value)
        case "EXT-X-DATERANGE":
            guard let title = StreamTitle(daterange: AttributeList(value)) else { return }
            dated.append(
                DatedTitle(title: title, start: ProgramDate.start(of: AttributeList(value)), next: segments.count)
            )
        default: break
        }
    }

    private mutating func takeSegment(_ reference: Substring) {
        let length = duration ?? target ?? .zero
        defer {
            count += 1
            date = date.map { $0 + length.seconds }
            (duration, title, rangeText, isGap) = (nil, nil, nil, false)
        }
        guard let address = HLSPlaylist.resolve(reference, against: address) else { return }
        var range: ByteRange?
        if let rangeText {
            range = ByteRange(rangeText, after: lastRange?.address == address ? lastRange?.end : nil)
            lastRange = range.map { (address, $0.end) }
            guard range != nil else { return }
        }
        guard !isGap else { return }
        segments.append(
            MediaSegment(
                sequence: first + count,
                discontinuity: discontinuity,
                address: address,
                range: range,
                duration: length,
                title: title,
                initialization: initialization,
                key: key
            )
        )
        dates.append(date)
    }

    /// Several keys may be listed for players of different kinds; ours is the plain one.
    private var key: SegmentKey {
        keys.first { $0.format == "identity" }?.key ?? (keys.isEmpty ? .none : .refused)
    }

    private mutating func takeKey(_ attributes: AttributeList) {
        let method = attributes["METHOD"]?.uppercased()
        guard method != "NONE" else {
            keys = []
            return
        }
        let format = attributes["KEYFORMAT"]?.lowercased() ?? "identity"
        keys.removeAll { $0.format == format }
        // A list of forty kinds is no list for a player.
        if keys.count < 16 { keys.append((format, method == "AES-128" ? aes128(attributes) : .refused)) }
    }

    private func aes128(_ attributes: AttributeList) -> SegmentKey {
        guard let target = attributes["URI"].flatMap({ HLSPlaylist.resolve($0, against: address) }) else {
            return .refused
        }
        // The key is the secret: it never crosses the net in the open, save from the host that already sends all else so.
        guard target.scheme == .https || address.scheme == .http && target.host == address.host else {
            return .refused
        }
        guard attributes["IV"] != nil else { return .aes128(target, iv: nil) }
        guard let iv = attributes.bytes("IV"), iv.count <= 16 else { return .refused }
        return .aes128(target, iv: Array(repeating: 0, count: 16 - iv.count) + iv)
    }

    private mutating func takeMap(_ attributes: AttributeList) {
        guard let target = attributes["URI"].flatMap({ HLSPlaylist.resolve($0, against: address) }) else { return }
        initialization = MediaInitialization(
            address: target,
            range: attributes["BYTERANGE"].flatMap { ByteRange($0, after: 0) },
            key: key
        )
    }

    var playlist: MediaPlaylist {
        MediaPlaylist(
            targetDuration: target ?? segments.map(\.duration).max() ?? .seconds(10),
            firstSequence: first,
            endSequence: first + count,
            segments: titled,
            isEnded: isEnded,
            isRecording: isRecording
        )
    }

    /// The segments with the titles that begin within them: by date where both have one, else in the order listed.
    private var titled: [MediaSegment] {
        guard !dated.isEmpty else { return segments }
        var titles: [Int: StreamTitle] = [:]
        let known = dates.indices.compactMap { index in dates[index].map { (index: index, date: $0) } }
            .sorted { $0.date < $1.date }
        for entry in dated {
            guard let start = entry.start, let oldest = known.first, let newest = known.last else {
                titles[entry.next] = entry.title
                continue
            }
            // One that began before this window is on still; one that begins after it comes with a later reading.
            guard start < newest.date + segments[newest.index].duration.seconds else { continue }
            let place = start < oldest.date ? oldest.index : known[known.lastIndex(notAfter: start)].index
            titles[place] = entry.title
        }
        var titled = segments
        for (index, title) in titles where titled.indices.contains(index) { titled[index].title = title }
        return titled
    }

    private struct DatedTitle {
        let title: StreamTitle
        let start: Double?
        /// Where in the list of segments it stands.
        let next: Int
    }

    private static func counter(_ text: Substring) throws(FaultCode) -> Int {
        guard text.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(text) else {
            throw .malformedResponse
        }
        guard number < greatestNumber else { throw .malformedResponse }
        return number
    }
}

extension [(index: Int, date: Double)] {
    /// The last place whose date is not after `date`; the first where all are. Sorted by date, not empty.
    fileprivate func lastIndex(notAfter date: Double) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].date <= date { low = middle + 1 } else { high = middle }
        }
        return Swift.max(0, low - 1)
    }
}

extension Duration {
    /// Decimal seconds of at most a day; nil for anything else.
    fileprivate init?(decimalSeconds text: Substring) {
        let plain = text.prefix { $0 != " " }
        guard plain.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2e }), let value = Double(plain) else {
            return nil
        }
        guard value.isFinite, value >= 0, value <= 86_400 else { return nil }
        self = .seconds(value)
    }
}
