internal import Model

/// A station as written in a file.
///
/// Needed are `id`, `name` and one stream with a `url`; the rest has a meaning when absent: `country` is that of the
/// id, `state` is active, `trust` is open, a stream's `kind` is icecast.
struct StationEntry: Decodable, Sendable {
    let id: String
    let name: String
    let country: String?
    let city: String?
    let language: [String]
    let tags: [String]
    let homepage: String?
    let state: String
    let successor: String?
    let charset: String?
    let silenceLimitS: Int?
    let trust: String?
    let streams: [Tolerant<StreamEntry>]
    let external: [String: OneOrMany]
    let unknown: [String]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.id = try fields.decode(String.self, forKey: "id")
        self.name = try fields.decode(String.self, forKey: "name")
        self.country = try fields.decodeIfPresent(String.self, forKey: "country")
        self.city = try fields.decodeIfPresent(String.self, forKey: "city")
        self.language = try fields.decodeIfPresent([String].self, forKey: "language") ?? []
        self.tags = try fields.decodeIfPresent([String].self, forKey: "tags") ?? []
        self.homepage = try fields.decodeIfPresent(String.self, forKey: "homepage")
        self.state = try fields.decodeIfPresent(String.self, forKey: "state") ?? "active"
        self.successor = try fields.decodeIfPresent(String.self, forKey: "successor")
        self.charset = try fields.decodeIfPresent(String.self, forKey: "charset")
        self.silenceLimitS = try fields.decodeIfPresent(Int.self, forKey: "silenceLimitS")
        self.trust = try fields.decodeIfPresent(String.self, forKey: "trust")
        self.streams = try fields.decodeIfPresent([Tolerant<StreamEntry>].self, forKey: "streams") ?? []
        self.external = try fields.decodeIfPresent([String: OneOrMany].self, forKey: "external") ?? [:]
        self.unknown = fields.unknown(besides: Self.known)
    }

    private static let known: Set = [
        "id", "name", "country", "city", "language", "tags", "homepage", "state", "successor", "charset",
        "silenceLimitS", "trust", "streams", "external",
    ]

    /// The station that this entry means. What makes it unsafe or nameless costs the station; what only decorates it
    /// is left out; both are said.
    func read(from origin: StationOrigin) -> Reading<Station> {
        var problems = unknownFields(unknown)
        func none(_ reason: String) -> Reading<Station> {
            Reading(value: nil, problems: problems.map { "\(id.toldForDisplay): \($0)" } + [reason])
        }
        guard let stationID = StationID(id) else {
            return none(
                "\(id.quotedForDisplay) is no station id: two letters for the country, then one to three names of"
                    + " a-z and 0-9, with dots between"
            )
        }
        let home = id.prefix(2).uppercased()
        guard country ?? home == home else { return none("\(id): the country must be \(home), as in the id") }
        let name = Self.line(name)
        guard !name.isEmpty else { return none("\(id): the name is empty") }
        let trust: StationTrust
        switch (self.trust, origin) {
        case (nil, _), ("open", _): trust = .open
        case ("lan", .own): trust = .lan
        case ("lan", .shipped): return none("\(id): a shipped station may not say trust: \"lan\"")
        default: return none("\(id): trust may be \"open\" or \"lan\"")
        }

        var streams: [StationStream] = []
        var isFromNewerCatalogue = false
        for (index, entry) in self.streams.enumerated() {
            switch entry.result.flatMap({ $0.read(trust: trust, origin: origin) }) {
            case .success(.stream(let stream, let unknown)):
                streams.append(stream)
                problems += unknownFields(unknown).map { "streams[\(index)]: \($0)" }
            case .success(.unknownKind(let kind)):
                isFromNewerCatalogue = true
                problems.append("streams[\(index)]: this host does not know the kind \(kind.quotedForDisplay)")
            case .failure(let fault): problems.append("streams[\(index)]: \(fault.reason)")
            }
        }
        let state = StationState(state.toldForDisplay)
        guard state != .active || isFromNewerCatalogue || !streams.isEmpty else {
            return none("\(id): it has no stream that may be used")
        }
        func optional<Value>(_ field: String, _ text: String?, _ read: (String) -> Value?) -> Value? {
            guard let text else { return nil }
            guard let value = read(text) else {
                problems.append("\(field) cannot be used and is left out")
                return nil
            }
            return value
        }
        let station = Station(
            id: stationID,
            name: name,
            country: home,
            city: city.map(Self.line).flatMap { $0.isEmpty ? nil : $0 },
            languages: language.map(Self.line),
            tags: tags.map(Self.line),
            homepage: optional("homepage", homepage) { text in
                StreamAddress(text).flatMap { $0.credentials == nil ? text : nil }
            },
            state: state,
            successor: optional("successor", successor) { StationID($0) },
            charset: optional("charset", charset) { $0.count <= 40 && $0.allSatisfy(\.isASCII) ? $0 : nil },
            silenceLimit: optional("silenceLimitS", silenceLimitS.map(String.init)) { text in
                Int(text).flatMap { (1...86_400).contains($0) ? .seconds($0) : nil }
            },
            streams: streams,
            trust: trust,
            external: external.mapValues(\.values)
        )
        return Reading(value: station, problems: problems.map { "\(id): \($0)" })
    }

    /// One line of text, fit to be shown.
    private static func line(_ text: String) -> String {
        // Nearly all of a catalogue is this, and counting characters is slow.
        if text.utf8.count <= 120, text.utf8.allSatisfy({ (0x20...0x7e).contains($0) }) { return text }
        return String(text.withoutControls.prefix(120))
    }
}

/// A stream as written in a file. A wrapper may name the `hosts` at which the entries of its playlist may live.
struct StreamEntry: Decodable, Sendable {
    let url: String
    let codec: String?
    let bitrateKbps: Int?
    let kind: String?
    let grade: String?
    let checked: String?
    let hosts: [String]?
    let unknown: [String]

    enum Outcome {
        /// The stream, and the fields that nobody knows.
        case stream(StationStream, [String])
        /// A word of a newer catalogue: the station is shown, this stream is never opened (PU3).
        case unknownKind(String)
    }

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.url = try fields.decode(String.self, forKey: "url")
        self.codec = try fields.decodeIfPresent(String.self, forKey: "codec")
        self.bitrateKbps = try fields.decodeIfPresent(Int.self, forKey: "bitrateKbps")
        self.kind = try fields.decodeIfPresent(String.self, forKey: "kind")
        self.grade = try fields.decodeIfPresent(String.self, forKey: "grade")
        self.checked = try fields.decodeIfPresent(String.self, forKey: "checked")
        self.hosts = try fields.decodeIfPresent([String].self, forKey: "hosts")
        self.unknown = fields.unknown(besides: Self.known)
    }

    private static let known: Set = ["url", "codec", "bitrateKbps", "kind", "grade", "checked", "hosts"]

    func read(trust: StationTrust, origin: StationOrigin) -> Result<Outcome, StationFile.Fault> {
        func refuse(_ reason: String) -> Result<Outcome, StationFile.Fault> { .failure(.init(reason: reason)) }
        guard let address = StreamAddress(url) else { return refuse("the url is no http or https address") }
        if let reason = address.reasonAgainst(trust) { return refuse(reason) }
        guard let kind = StreamKind(rawValue: self.kind ?? "icecast") else {
            return .success(.unknownKind(self.kind ?? ""))
        }
        guard (1...20_000).contains(bitrateKbps ?? 1) else { return refuse("bitrateKbps is out of range") }
        // A restriction that cannot hold costs the stream, since the user counts on it.
        if let hosts {
            guard kind == .wrapper else { return refuse("hosts is for a stream of kind wrapper") }
            guard !hosts.isEmpty, hosts.allSatisfy(Self.isHost) else {
                return refuse("hosts must list names or addresses, without scheme or port")
            }
        }
        var grade = StreamGrade.user
        if origin == .shipped {
            guard let known = self.grade.flatMap(StreamGrade.init(rawValue:)), known == .a || known == .b else {
                return refuse("the grade of a shipped stream must be A or B")
            }
            grade = known
        }
        let stream = StationStream(
            address: address,
            codec: codec?.lowercased().withoutControls,
            bitrateKbps: bitrateKbps,
            kind: kind,
            grade: grade,
            checked: checked?.withoutControls,
            hosts: hosts?.map { $0.lowercased() } ?? []
        )
        return .success(.stream(stream, unknown))
    }

    /// Whether an address can have this host, written like this.
    private static func isHost(_ text: String) -> Bool {
        let literal = text.contains(":") ? "[\(text)]" : text
        return StreamAddress("https://\(literal)/").map { $0.host == text.lowercased() && $0.credentials == nil }
            ?? false
    }
}

/// A key of another directory: one, or a list of them.
struct OneOrMany: Decodable, Sendable {
    let values: [String]

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        // Where it is not one text it must be a list of them, and then the list's own error is the one to report.
        if let one = try? value.decode(String.self) {
            self.values = [one]
        } else {
            self.values = try value.decode([String].self)
        }
    }
}

extension StreamAddress {
    /// Why a station of this trust may not have this address (design 7); nil where it may. Never repeats the address.
    func reasonAgainst(_ trust: StationTrust) -> String? {
        let name = host.hasSuffix(".") ? host.dropLast() : host[...]
        let last = name.split(separator: ".").last ?? ""
        if IPAddress(host) == nil, last.first?.isNumber == true {
            return "the url's host is neither a name nor an address written in full"
        }
        guard trust == .open else { return nil }
        if scheme != .https { return "plain http needs trust: \"lan\"" }
        if credentials != nil { return "credentials in the address need trust: \"lan\"" }
        let isLocal =
            if let address = IPAddress(host) { !address.isPublic } else {
                !name.contains(".") || ["localhost", "local", "lan", "internal", "home", "localdomain"].contains(last)
                    || name.hasSuffix(".home.arpa") || name.hasSuffix(".fritz.box")
            }
        return isLocal ? "an address of this network needs trust: \"lan\"" : nil
    }
}
