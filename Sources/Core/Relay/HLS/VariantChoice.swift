internal import Model

/// Which form of a programme is played, and why. The same playlist always gives the same choice; it is made once, since
/// changing forms while playing is not worth a gap to a speaker.
struct VariantChoice: Sendable, Equatable {
    enum Sound: Int, Sendable {
        /// Sound alone, in a codec that can be taken apart.
        case alone
        /// Nothing is said of codecs, and nothing of pictures.
        case unsaid
        /// Beside pictures, which are thrown away.
        case besidePictures
    }

    struct Candidate: Sendable, Equatable {
        let address: StreamAddress
        let sound: Sound
        /// Bits per second, as listed; for a rendition that of its variant.
        let bandwidth: Int?
        /// The sound is a rendition of its own, apart from the variant.
        let isRendition: Bool
    }

    /// Above this a higher rate is no gain, and a slow line a risk; bits per second.
    static let greatestBandwidth = 400_000

    /// Best first, each address once; never empty.
    let candidates: [Candidate]

    /// - Throws: ``FaultCode/unsupportedStream`` where no variant holds sound that this build takes apart,
    ///   ``FaultCode/emptyStream`` where none is listed.
    init(_ playlist: MasterPlaylist) throws(FaultCode) {
        guard !playlist.variants.isEmpty else { throw .emptyStream }
        let renditions = Dictionary(grouping: playlist.renditions, by: \.group).compactMapValues(Self.preferred)
        var candidates: [Candidate] = []
        var known: Set<StreamAddress> = []
        for variant in playlist.variants {
            let rendition = variant.audioGroup.flatMap { renditions[$0] }
            guard let candidate = Self.candidate(variant, rendition?.address) else { continue }
            if known.insert(candidate.address).inserted { candidates.append(candidate) }
        }
        guard !candidates.isEmpty else { throw .unsupportedStream }
        // Among equals the earlier listed one goes first.
        let order = candidates.indices.sorted { left, right in
            let (a, b) = (candidates[left], candidates[right])
            return Self.precedes(a, b) || (!Self.precedes(b, a) && left < right)
        }
        self.candidates = order.map { candidates[$0] }
    }

    /// Nil where the sound of `variant` cannot be taken apart.
    private static func candidate(_ variant: MasterPlaylist.Variant, _ rendition: StreamAddress?) -> Candidate? {
        let pictures = variant.codecs.filter(isPicture)
        let sounds = variant.codecs.filter { !isPicture($0) && !isText($0) }
        // A variant may list the codecs of several renditions: one that can be taken apart is enough.
        guard sounds.isEmpty || sounds.contains(where: isSupported) else { return nil }
        guard sounds.count > 0 || pictures.isEmpty || variant.audioGroup != nil else { return nil }
        if let rendition {
            return Candidate(
                address: rendition,
                sound: sounds.isEmpty ? .unsaid : .alone,
                bandwidth: variant.bandwidth,
                isRendition: true
            )
        }
        let hasPictures = !pictures.isEmpty || variant.hasResolution
        return Candidate(
            address: variant.address,
            sound: hasPictures ? .besidePictures : sounds.isEmpty ? .unsaid : .alone,
            bandwidth: variant.bandwidth,
            isRendition: false
        )
    }

    /// The rendition that a listener who asked for nothing gets.
    private static func preferred(_ members: [MasterPlaylist.AudioRendition]) -> MasterPlaylist.AudioRendition? {
        members.first(where: \.isDefault) ?? members.first(where: \.isAutomatic) ?? members.first
    }

    private static func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
        if a.sound != b.sound { return a.sound.rawValue < b.sound.rawValue }
        let (first, second) = (a.bandwidth ?? 0, b.bandwidth ?? 0)
        // Pictures cost and give nothing: the least of them.
        if a.sound == .besidePictures { return first < second }
        switch (first <= greatestBandwidth, second <= greatestBandwidth) {
        case (true, true): return first > second
        case (false, false): return first < second
        case (let fits, _): return fits
        }
    }

    private static func isSupported(_ codec: String) -> Bool {
        switch codec {
        case "mp4a.40.2", "mp4a.40.02", "mp4a.40.5", "mp4a.40.05", "mp4a.40.29", "mp4a.40.34", "mp4a.67", "mp4a.69",
            "mp4a.6b", "mp3", "flac":
            true
        default: false
        }
    }

    private static func isPicture(_ codec: String) -> Bool {
        ["avc", "hvc", "hev", "dvh", "dva", "vp0", "vp8", "vp9", "av01", "mp4v", "jpeg", "mjpg"]
            .contains { codec.hasPrefix($0) }
    }

    private static func isText(_ codec: String) -> Bool {
        ["stpp", "wvtt", "tx3g", "id3", "mett"].contains { codec.hasPrefix($0) }
    }
}
