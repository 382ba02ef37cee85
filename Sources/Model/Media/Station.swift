/// A radio station as the catalogue holds it: identity and text apart from delivery.
package struct Station: Sendable, Equatable {
    package let id: StationID
    package let name: String
    /// ISO 3166-1 alpha-2, upper case.
    package let country: String
    package let city: String?
    /// ISO 639 codes.
    package let languages: [String]
    package let tags: [String]
    package let homepage: String?
    package let state: StationState
    /// Whom a retired station names as its heir; offered, never started.
    package let successor: StationID?
    /// The charset of ICY text where it is not UTF-8, such as `windows-1251`.
    package let charset: String?
    /// Silence longer than this counts as a fault of the stream; nil where the station has no limit of its own.
    package let silenceLimit: Duration?
    /// In the order in which they are tried.
    package let streams: [StationStream]
    package let trust: StationTrust
    /// Keys of other directories, for import and matching; never resolved at play time.
    package let external: [String: [String]]

    package init(
        id: StationID,
        name: String,
        country: String,
        city: String?,
        languages: [String],
        tags: [String],
        homepage: String?,
        state: StationState,
        successor: StationID?,
        charset: String?,
        silenceLimit: Duration?,
        streams: [StationStream],
        trust: StationTrust,
        external: [String: [String]]
    ) {
        self.id = id
        self.name = name
        self.country = country
        self.city = city
        self.languages = languages
        self.tags = tags
        self.homepage = homepage
        self.state = state
        self.successor = successor
        self.charset = charset
        self.silenceLimit = silenceLimit
        self.streams = streams
        self.trust = trust
        self.external = external
    }
}

/// Whether a station may be played.
package enum StationState: Sendable, Equatable {
    case active
    case comingSoon
    case retired
    /// A word of a newer catalogue: shown, never played (PU3).
    case unknown(String)

    package init(_ word: String) {
        switch word {
        case "active": self = .active
        case "comingSoon": self = .comingSoon
        case "retired": self = .retired
        default: self = .unknown(word)
        }
    }

    package var word: String {
        switch self {
        case .active: "active"
        case .comingSoon: "comingSoon"
        case .retired: "retired"
        case .unknown(let word): word
        }
    }
}

/// What the addresses of a station may be.
package enum StationTrust: String, Sendable, Equatable {
    /// https only, public addresses only, no credentials.
    case open
    /// The user's own word for one of their stations: http, loopback, link-local and private addresses and
    /// credentials are allowed, and every surface shows it.
    case lan
}

/// One address of a station, with what is known of it.
package struct StationStream: Sendable, Equatable {
    package let address: StreamAddress
    /// `mp3`, `aac`, `vorbis`, `opus`, `flac`; nil where nobody has said.
    package let codec: String?
    package let bitrateKbps: Int?
    package let kind: StreamKind
    package let grade: StreamGrade
    /// When the shipped catalogue last saw it play, ISO 8601; nil where nobody has.
    package let checked: String?
    /// The hosts at which the entries of a playlist there may live, in lower case; empty where that is free.
    package let hosts: [String]

    package init(
        address: StreamAddress,
        codec: String?,
        bitrateKbps: Int?,
        kind: StreamKind,
        grade: StreamGrade,
        checked: String?,
        hosts: [String] = []
    ) {
        self.address = address
        self.codec = codec
        self.bitrateKbps = bitrateKbps
        self.kind = kind
        self.grade = grade
        self.checked = checked
        self.hosts = hosts
    }
}

/// What a stream is said to be; its content decides.
package enum StreamKind: String, Sendable, Equatable { case icecast, hls, wrapper }

/// How well a stream's address is attested (reference/radio.md 0); a user's own station is graded `user`, one of an open
/// directory `directory`.
package enum StreamGrade: String, Sendable, Equatable { case a = "A", b = "B", user, directory }
