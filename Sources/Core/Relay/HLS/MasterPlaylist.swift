internal import Model

/// A playlist of playlists: the same programme in several forms (RFC 8216 4.3.4).
struct MasterPlaylist: Sendable, Equatable {
    struct Variant: Sendable, Equatable {
        let address: StreamAddress
        /// Peak, bits per second; nil where it is not said.
        let bandwidth: Int?
        /// Lower case; empty where it is not said.
        let codecs: [String]
        let hasResolution: Bool
        /// The group of renditions that carry its sound.
        let audioGroup: String?
    }

    /// A form of the sound apart from the variants' own.
    struct AudioRendition: Sendable, Equatable {
        let group: String
        /// Nil where the sound is in the variant itself.
        let address: StreamAddress?
        let isDefault: Bool
        let isAutomatic: Bool
    }

    /// In the order listed.
    private(set) var variants: [Variant] = []
    private(set) var renditions: [AudioRendition] = []

    init(_ lines: [PlaylistLine], from address: StreamAddress) {
        var pending: AttributeList?
        for line in lines {
            switch line {
            case .tag("EXT-X-STREAM-INF", let value): pending = AttributeList(value)
            case .tag("EXT-X-MEDIA", let value):
                let attributes = AttributeList(value)
                guard attributes["TYPE"]?.uppercased() == "AUDIO", let group = attributes["GROUP-ID"] else { continue }
                renditions.append(
                    AudioRendition(
                        group: group,
                        address: attributes["URI"].flatMap { HLSPlaylist.resolve($0, against: address) },
                        isDefault: attributes.isSet("DEFAULT"),
                        isAutomatic: attributes.isSet("AUTOSELECT")
                    )
                )
            case .tag: continue
            case .reference(let reference):
                guard let attributes = pending.take() else { continue }
                guard let target = HLSPlaylist.resolve(reference, against: address) else { continue }
                variants.append(Self.variant(attributes, at: target))
            }
        }
    }

    private static func variant(_ attributes: AttributeList, at address: StreamAddress) -> Variant {
        let codecs = (attributes["CODECS"] ?? "").lowercased().split(separator: ",")
        return Variant(
            address: address,
            bandwidth: attributes.number("BANDWIDTH") ?? attributes.number("AVERAGE-BANDWIDTH"),
            codecs: codecs.map { $0.filter { $0 != " " } }.filter { !$0.isEmpty },
            hasResolution: attributes["RESOLUTION"] != nil,
            audioGroup: attributes["AUDIO"]
        )
    }
}
