internal import FoundationEssentials
internal import Model

/// What a host answers, as far as the command line shows it. Every member may be missing or of another type: a newer
/// or older host is read as far as it is understood.
struct HostAnswer: Decodable, Equatable {
    var verdict: String?
    var player: HostPlayer?
    var problem: HostProblem

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.verdict = fields.read("verdict")
        // A snapshot has its own name in `player`; an answer has a snapshot there.
        self.player = fields.read("player", as: HostPlayer.self)
        self.problem = try HostProblem(from: decoder)
    }
}

struct HostProblem: Decodable, Equatable {
    var code: String?
    var title: String?
    var detail: String?
    var nearest: [String]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.code = fields.read("code")
        self.title = fields.read("title")
        self.detail = fields.read("detail")
        self.nearest = fields.read("nearest") ?? []
    }
}

struct HostPlayer: Decodable, Equatable {
    var phase: String
    var waitingFor: String?
    var media: String?
    var title: String?
    var stream: HostStream?
    var onAir: String?
    var output: String?
    var sink: String?
    var volume: Int?
    var muted: Bool
    var level: String?
    var required: String?
    var signal: String?
    var notice: String?
    var noticeCode: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.phase = try fields.decode(String.self, forKey: Key("phase"))
        self.waitingFor = fields.read("waitingFor")
        let item = fields.object("item")
        self.media = item?.read("media")
        self.title = item?.read("title")
        self.stream = item?.read("stream")
        self.onAir = fields.object("onAir")?.read("text")
        let output = fields.object("output")
        self.output = output?.read("name")
        self.sink = output?.read("sink")
        self.volume = fields.read("volume")
        self.muted = fields.read("muted") ?? false
        let evidence = fields.object("evidence")
        self.level = evidence?.read("level")
        self.required = evidence?.read("required")
        self.signal = evidence?.read("signal")
        let notice = fields.object("notice")
        self.notice = notice?.read("text")
        self.noticeCode = notice?.read("code")
    }
}

struct HostStream: Decodable, Equatable {
    var origin: String?
    var codec: String?
    var bitrateKbps: Int?
}

struct HostStations: Decodable {
    var stations: [HostStation]
    /// Where the next page begins; nil on the last.
    var next: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.stations = fields.read("stations") ?? []
        self.next = fields.read("next")
    }
}

struct HostStation: Decodable, Equatable {
    var id: String
    var media: String?
    var name: String?
    var city: String?
    var country: String?
    var state: String?
    var streams: [HostStream]?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.id = try fields.decode(String.self, forKey: Key("id"))
        self.media = fields.read("media")
        self.name = fields.read("name")
        self.city = fields.read("city")
        self.country = fields.read("country")
        self.state = fields.read("state")
        self.streams = fields.read("streams")
    }
}

struct HostPresets: Decodable {
    struct Preset: Decodable {
        var id: String
        var position: Int?
        var media: String?
        var name: String?
        var available: Bool?
        var station: HostStation?

        init(from decoder: any Decoder) throws {
            let fields = try decoder.container(keyedBy: Key.self)
            self.id = try fields.decode(String.self, forKey: Key("id"))
            self.position = fields.read("position")
            self.media = fields.read("media")
            self.name = fields.read("name")
            self.available = fields.read("available")
            self.station = fields.read("station")
        }
    }

    var presets: [Preset]
    /// A sentence about those that are not available.
    var text: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.presets = fields.read("presets") ?? []
        self.text = fields.read("text")
    }
}

/// What a change of the presets came to.
struct HostChange: Decodable {
    var text: String?

    init(from decoder: any Decoder) throws {
        self.text = try decoder.container(keyedBy: Key.self).object("notice")?.read("text")
    }
}

struct HostLists: Decodable {
    struct List: Decodable {
        var id: String?
        var name: String?
        var stations: Int?
    }

    var lists: [List]

    init(from decoder: any Decoder) throws {
        self.lists = try decoder.container(keyedBy: Key.self).read("lists") ?? []
    }
}

struct HostResolution: Decodable {
    var media: String?

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.media = fields.read("media") ?? fields.read("station", as: HostStation.self)?.media
    }
}

struct HostExplanation: Decodable {
    struct Hop: Decodable {
        var name: String?
        var state: String?
        var seen: String?
    }

    var sentence: String?
    var hops: [Hop]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self.sentence = fields.read("sentence")
        self.hops = fields.read("hops") ?? []
    }
}

struct HostCode: Decodable {
    var code: String?
    var expiresInS: Int?
}

struct HostTokens: Decodable {
    struct Token: Decodable {
        var id: String?
        var label: String?
        var createdAt: String?
    }

    var tokens: [Token]

    init(from decoder: any Decoder) throws {
        self.tokens = try decoder.container(keyedBy: Key.self).read("tokens") ?? []
    }
}

/// Any member's name.
private struct Key: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { self.stringValue = name }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<Key> {
    /// The member; nil where it is missing, null or of another type.
    fileprivate func read<Value: Decodable>(_ name: String, as type: Value.Type = Value.self) -> Value? {
        // try?: what is not understood is not shown; the raw answer is there with --json.
        try? decodeIfPresent(Value.self, forKey: Key(name))
    }

    fileprivate func object(_ name: String) -> KeyedDecodingContainer<Key>? {
        // try?: as above.
        try? nestedContainer(keyedBy: Key.self, forKey: Key(name))
    }
}
