internal import FoundationEssentials
internal import Model

/// How this host runs: the command line over the configuration file over defaults. Read once.
struct Configuration: Sendable, Equatable {
    static let defaultPort = 1980

    var state: String
    var ownStations: String
    /// The folder that may hold a newer catalogue than the shipped one.
    var catalogue: String
    /// Ed25519 public keys, 32 bytes each; where there is any, a newer catalogue must be signed by one.
    var catalogueKeys: [[UInt8]]
    /// Whether radio-browser.info may be asked.
    var radioBrowser: Bool
    /// nil where neither web page nor stations were found.
    var share: String?
    var port: Int
    /// nil: every address of this box.
    var bind: IPAddress?
    /// nil: what was used last, else `auto`.
    var output: OutputName?
    /// What people call this host; nil: its hostname.
    var name: String?
    /// Further names under which browsers may reach it, such as that of a reverse proxy.
    var hostNames: [String]
    /// Address of the Pulse server in libpulse's notation; nil: where libpulse looks by itself.
    var pulseServer: String?

    /// - Throws: ``ConfigurationProblem`` that names the file, the line and the reason.
    init(
        _ options: ServeOptions,
        environment: [String: String],
        executable: String,
        exists: (String) -> Bool,
        read: (String) throws(ConfigurationProblem) -> [UInt8]?
    ) throws(ConfigurationProblem) {
        let paths = StandardPaths(environment: environment)
        let path = options.config ?? "\(paths.config)/longwave.json5"
        let bytes = try read(path)
        if bytes == nil, options.config != nil {
            throw ConfigurationProblem(file: path, reason: "there is no such file")
        }
        let file = try bytes.map { bytes throws(ConfigurationProblem) in try ConfigurationFile(bytes, path: path) }
        state = options.state ?? paths.state
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
        ownStations = "\(folder)/stations"
        let placed = file?.catalogue.map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" }
        catalogue = options.catalogue ?? placed ?? "\(state)/catalogue"
        catalogueKeys = file?.catalogueKeys ?? []
        radioBrowser = file?.radioBrowser ?? false
        share = ShareFolder.find(asked: options.share, executable: executable, exists: exists)
        if let asked = options.share, share == nil {
            throw ConfigurationProblem(file: asked, reason: "the folder given by --share holds no stations/")
        }
        port = options.port ?? file?.port ?? Self.defaultPort
        bind = options.bind ?? file?.bind
        output = options.output ?? file?.output
        name = file?.name
        hostNames = file?.hostNames ?? []
        pulseServer = environment["PULSE_SERVER"]
    }
}

/// Why the configuration cannot be used.
struct ConfigurationProblem: Error, Equatable, CustomStringConvertible {
    let file: String
    let reason: String

    var description: String { "\(file): \(reason)" }
}

/// `longwave.json5`, as people write it.
struct ConfigurationFile: Equatable {
    var name: String?
    var port: Int?
    var bind: IPAddress?
    var output: OutputName?
    var hostNames: [String]?
    var catalogue: String?
    var catalogueKeys: [[UInt8]]?
    var radioBrowser: Bool?

    private enum Key: String, CodingKey, CaseIterable {
        case name, port, bind, output, hostNames, catalogue, catalogueKeys, radioBrowser

        /// What belongs there, for people.
        var rule: String {
            switch self {
            case .name: "“name” is a text"
            case .port: "“port” is a whole number from 0 to 65535"
            case .bind: "“bind” is an IP address of this box"
            case .output: "“output” is auto, null, or a device such as alsa/default or pulse/NAME"
            case .hostNames: "“hostNames” is a list of texts"
            case .catalogue: "“catalogue” is a folder"
            case .catalogueKeys: "“catalogueKeys” is a list of Ed25519 public keys, 32 bytes each, in base64"
            case .radioBrowser: "“radioBrowser” is true or false"
            }
        }
    }

    /// A setting that cannot be used.
    private struct BadSetting: Error {
        let key: String
        let reason: String
    }

    /// The values as written, each still to be judged.
    private struct Wire: Decodable {
        var name: String?
        var port: Int?
        var bind: String?
        var output: String?
        var hostNames: [String]?
        var catalogue: String?
        var catalogueKeys: [String]?
        var radioBrowser: Bool?

        private struct AnyKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let known = Key.allCases.map(\.rawValue)
            let unknown = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue)
                .filter { !known.contains($0) }
            if let key = unknown.min() {
                throw BadSetting(
                    key: key,
                    reason: "\(key.quotedForDisplay) is no setting; known are \(known.joined(separator: ", "))"
                )
            }
            let values = try decoder.container(keyedBy: Key.self)
            func value<Value: Decodable>(_ key: Key) throws(BadSetting) -> Value? {
                do {
                    return try values.decodeIfPresent(Value.self, forKey: key)
                } catch {
                    throw BadSetting(key: key.rawValue, reason: key.rule)
                }
            }
            name = try value(.name)
            port = try value(.port)
            bind = try value(.bind)
            output = try value(.output)
            hostNames = try value(.hostNames)
            catalogue = try value(.catalogue)
            catalogueKeys = try value(.catalogueKeys)
            radioBrowser = try value(.radioBrowser)
        }
    }

    init(_ bytes: [UInt8], path: String) throws(ConfigurationProblem) {
        // The decoder does not say where a file is broken.
        let outline: JSON5Outline
        do throws(JSON5Outline.Fault) { outline = try JSON5Outline(bytes) } catch {
            throw ConfigurationProblem(file: path, reason: error.description)
        }
        func problem(_ key: String, _ reason: String) -> ConfigurationProblem {
            let line = outline.keyLines[key].map { "line \($0): " } ?? ""
            return ConfigurationProblem(file: path, reason: line + reason)
        }
        func problem(_ key: Key) -> ConfigurationProblem { problem(key.rawValue, key.rule) }
        let wire: Wire
        do {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            wire = try decoder.decode(Wire.self, from: Data(bytes))
        } catch let bad as BadSetting {
            throw problem(bad.key, bad.reason)
        } catch DecodingError.typeMismatch {
            throw ConfigurationProblem(file: path, reason: "line 1: the file is one object: { port: 1980 }")
        } catch {
            throw ConfigurationProblem(file: path, reason: "it holds something that is not JSON5 in UTF-8")
        }
        name = wire.name
        hostNames = wire.hostNames
        catalogue = wire.catalogue
        radioBrowser = wire.radioBrowser
        catalogueKeys = try wire.catalogueKeys?.map { text throws(ConfigurationProblem) in
            guard let key = Data(base64Encoded: text), key.count == 32 else { throw problem(.catalogueKeys) }
            return Array(key)
        }
        port = wire.port
        if let port, !(0...65535).contains(port) { throw problem(.port) }
        if let text = wire.bind {
            guard let address = IPAddress(text) else { throw problem(.bind) }
            bind = address
        }
        if let text = wire.output {
            guard let name = OutputName(text) else { throw problem(.output) }
            output = name
        }
    }
}
