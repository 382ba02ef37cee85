internal import FoundationEssentials
internal import Model

/// How this host runs: the command line over the configuration file over defaults. Read once.
struct Configuration: Sendable, Equatable {
    static let defaultPort = 1980

    var state: String
    var ownStations: String
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

    private enum Key: String, CodingKey, CaseIterable { case name, port, bind, output, hostNames }

    /// The values as written, each still to be judged.
    private struct Wire: Decodable {
        var name: String?
        var port: Int?
        var bind: String?
        var output: String?
        var hostNames: [String]?

        private struct AnyKey: CodingKey {
            let stringValue: String
            var intValue: Int? { nil }
            init?(stringValue: String) { self.stringValue = stringValue }
            init?(intValue: Int) { nil }
        }

        init(from decoder: any Decoder) throws {
            let known = Key.allCases.map(\.rawValue)
            for key in try decoder.container(keyedBy: AnyKey.self).allKeys where !known.contains(key.stringValue) {
                throw ConfigurationProblem(
                    file: "",
                    reason:
                        "“\(key.stringValue.prefixForDisplay)” is no setting; known are \(known.joined(separator: ", "))"
                )
            }
            let values = try decoder.container(keyedBy: Key.self)
            name = try values.decodeIfPresent(String.self, forKey: .name)
            port = try values.decodeIfPresent(Int.self, forKey: .port)
            bind = try values.decodeIfPresent(String.self, forKey: .bind)
            output = try values.decodeIfPresent(String.self, forKey: .output)
            hostNames = try values.decodeIfPresent([String].self, forKey: .hostNames)
        }
    }

    init(_ bytes: [UInt8], path: String) throws(ConfigurationProblem) {
        func problem(_ key: Key?, _ reason: String) -> ConfigurationProblem {
            let line = key.flatMap { Self.line(of: $0.rawValue, in: bytes) }.map { "line \($0): " } ?? ""
            return ConfigurationProblem(file: path, reason: line + reason)
        }
        // The decoder does not say where a file is broken.
        do { _ = try JSON5Outline(bytes) } catch { throw problem(nil, "not JSON5: \(error)") }
        let wire: Wire
        do {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            wire = try decoder.decode(Wire.self, from: Data(bytes))
        } catch let unknown as ConfigurationProblem {
            throw ConfigurationProblem(file: path, reason: unknown.reason)
        } catch DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context) {
            let key = context.codingPath.first.flatMap { Key(rawValue: $0.stringValue) }
            throw problem(key, "“\(key?.rawValue ?? "the file")” has the wrong type: \(context.debugDescription)")
        } catch DecodingError.dataCorrupted(let context) {
            let detail = context.underlyingError.map { ": \(Self.words(of: $0))" } ?? ""
            throw problem(nil, "not JSON5: \(context.debugDescription)\(detail)")
        } catch {
            throw problem(nil, "\(error)")
        }
        name = wire.name
        hostNames = wire.hostNames
        port = wire.port
        if let port, !(0...65535).contains(port) { throw problem(.port, "“port” is a number from 0 to 65535") }
        if let text = wire.bind {
            guard let address = IPAddress(text) else { throw problem(.bind, "“bind” is an IP address of this box") }
            bind = address
        }
        if let text = wire.output {
            guard let name = OutputName(text) else {
                throw problem(.output, "“output” is auto, null, or a device such as alsa/default or pulse/NAME")
            }
            output = name
        }
    }

    /// The first line on which a key stands, counted from 1.
    private static func line(of key: String, in bytes: [UInt8]) -> Int? {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains(key) }.map { $0 + 1 }
    }

    /// What the decoder says of a syntax error: its own words hold line and column.
    private static func words(of error: any Error) -> String {
        let text = "\(error)"
        guard let start = text.firstRange(of: "NSDebugDescription")?.upperBound else { return text }
        return String(text[start...].drop { $0 == "=" || $0 == ":" || $0 == " " || $0 == "\"" })
    }
}
