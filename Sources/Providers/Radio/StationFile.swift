internal import FoundationEssentials
internal import Model

/// Whose file it is: decides what its stations may do.
enum StationOrigin: Sendable {
    /// Comes with the host; never `trust: "lan"`.
    case shipped
    /// Lies in the user's own folder.
    case own
}

/// One decoded file: what of it can be used, and what cannot, with the reason. Any file may hold stations, aliases
/// and lists.
///
/// Each element is decoded by itself, so a bad one costs only itself. Fields that nobody knows are reported and cost
/// nothing: a misspelt `trust` must not go unseen.
struct StationFile: Sendable {
    struct Element<Value: Sendable>: Sendable {
        let value: Value
        /// Where it stands, such as `line 12`.
        let place: String
    }

    let name: String
    let stations: [Element<Station>]
    let aliases: [Element<AliasEntry>]
    let lists: [Element<ListEntry>]
    let problems: [CatalogueProblem]

    /// Why a file cannot be used at all; carries the line where it is known.
    struct Fault: Error, Equatable { let reason: String }

    init(name: String, bytes: [UInt8], origin: StationOrigin) throws(Fault) {
        let text = Array(bytes.starts(with: [0xef, 0xbb, 0xbf]) ? bytes.dropFirst(3) : bytes[...])
        guard String(validating: text, as: UTF8.self) != nil else { throw Fault(reason: "not UTF-8") }
        let outline: JSON5Outline
        do { outline = try JSON5Outline(text) } catch { throw Fault(reason: error.description) }
        let wire: Wire
        do {
            let decoder = JSONDecoder()
            decoder.allowsJSON5 = true
            wire = try decoder.decode(Wire.self, from: Data(text))
        } catch {
            throw Fault(reason: reason(of: error))
        }

        var problems = wire.unknown.map {
            CatalogueProblem(file: name, reason: "\($0.quotedForDisplay) is no field of a station file")
        }
        func elements<Entry, Value>(
            _ key: String,
            _ entries: [Tolerant<Entry>],
            _ read: (Entry) -> Reading<Value>
        ) -> [Element<Value>] {
            let lines = outline.elementLines[key] ?? []
            return entries.enumerated().compactMap { index, entry in
                let place = index < lines.count ? "line \(lines[index])" : "\(key)[\(index)]"
                let reading =
                    switch entry.result {
                    case .success(let entry): read(entry)
                    case .failure(let fault): Reading<Value>(value: nil, problems: [fault.reason])
                    }
                problems += reading.problems.map { CatalogueProblem(file: name, reason: "\(place): \($0)") }
                return reading.value.map { Element(value: $0, place: place) }
            }
        }
        self.name = name
        self.stations = elements("stations", wire.stations) { $0.read(from: origin) }
        self.aliases = elements("aliases", wire.aliases) { Reading(value: $0, problems: unknownFields($0.unknown)) }
        self.lists = elements("lists", wire.lists) { Reading(value: $0, problems: unknownFields($0.unknown)) }
        self.problems = problems
    }
}

/// What became of an entry: a value, or nil with the reasons; a value may have reasons too.
struct Reading<Value> {
    let value: Value?
    let problems: [String]
}

/// An alias as written; whether its target exists is known only once every file is read.
struct AliasEntry: Decodable, Sendable {
    let alias: String
    let target: String
    let reason: String
    let date: String
    let unknown: [String]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.alias = try fields.decode(String.self, forKey: "alias")
        self.target = try fields.decode(String.self, forKey: "target")
        self.reason = try fields.decodeIfPresent(String.self, forKey: "reason") ?? "import"
        self.date = try fields.decodeIfPresent(String.self, forKey: "date") ?? ""
        self.unknown = fields.unknown(besides: ["alias", "target", "reason", "date"])
    }
}

/// A list as written.
struct ListEntry: Decodable, Sendable {
    let id: String
    let name: String
    let visibility: String
    let stations: [String]
    let unknown: [String]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.id = try fields.decode(String.self, forKey: "id")
        self.name = try fields.decode(String.self, forKey: "name")
        self.visibility = try fields.decodeIfPresent(String.self, forKey: "visibility") ?? "visible"
        self.stations = try fields.decode([String].self, forKey: "stations")
        self.unknown = fields.unknown(besides: ["id", "name", "visibility", "stations"])
    }
}

/// The outermost object of a file.
private struct Wire: Decodable {
    let stations: [Tolerant<StationEntry>]
    let aliases: [Tolerant<AliasEntry>]
    let lists: [Tolerant<ListEntry>]
    let unknown: [String]

    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Field.self)
        self.stations = try fields.decodeIfPresent([Tolerant<StationEntry>].self, forKey: "stations") ?? []
        self.aliases = try fields.decodeIfPresent([Tolerant<AliasEntry>].self, forKey: "aliases") ?? []
        self.lists = try fields.decodeIfPresent([Tolerant<ListEntry>].self, forKey: "lists") ?? []
        self.unknown = fields.unknown(besides: ["stations", "aliases", "lists"])
    }
}

/// A value that may fail to decode without taking its neighbours along.
struct Tolerant<Value: Decodable & Sendable>: Decodable, Sendable {
    let result: Result<Value, StationFile.Fault>

    init(from decoder: any Decoder) throws {
        let depth = decoder.codingPath.count
        do { self.result = .success(try Value(from: decoder)) } catch {
            self.result = .failure(StationFile.Fault(reason: reason(of: error, below: depth)))
        }
    }
}

extension Tolerant: Encodable where Value: Encodable {
    init(_ value: Value) { self.result = .success(value) }

    func encode(to encoder: any Encoder) throws {
        if case .success(let value) = result { try value.encode(to: encoder) }
    }
}

/// A field by its name as written.
struct Field: CodingKey, ExpressibleByStringLiteral {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringLiteral name: StaticString) { self.stringValue = "\(name)" }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension KeyedDecodingContainer<Field> {
    /// The names of the fields that are not among `known`, in order of name.
    func unknown(besides known: Set<String>) -> [String] {
        allKeys.map(\.stringValue).filter { !known.contains($0) }.sorted()
    }
}

func unknownFields(_ names: [String]) -> [String] { names.map { "unknown field \($0.quotedForDisplay)" } }

/// A decoding error for a person: the field's path and what is wrong with it, never its value.
private func reason(of error: any Error, below depth: Int = 0) -> String {
    func path(_ context: DecodingError.Context, _ last: (any CodingKey)? = nil) -> String {
        var text = ""
        for key in context.codingPath.dropFirst(depth) + (last.map { [$0] } ?? []) {
            if let index = key.intValue {
                text += "[\(index)]"
            } else {
                text += (text.isEmpty ? "" : ".") + key.stringValue
            }
        }
        return text.isEmpty ? "it" : text.quotedForDisplay
    }
    switch error as? DecodingError {
    case .keyNotFound(let key, let context): return "\(path(context, key)) is missing"
    case .valueNotFound(_, let context): return "\(path(context)) is null"
    case .typeMismatch(let type, let context): return "\(path(context)) is not \(noun(for: type))"
    case .dataCorrupted(let context) where context.codingPath.count > depth: return "\(path(context)) is out of range"
    // Numbers too large for their field come without a path.
    default: return depth > 0 ? "a value in it does not fit" : "not valid JSON5"
    }
}

private func noun(for type: any Any.Type) -> String {
    let name = "\(type)"
    if name.hasPrefix("Array") || name.contains("UnkeyedDecodingContainer") { return "a list" }
    if name.hasPrefix("Dictionary") || name.contains("KeyedDecodingContainer") { return "an object" }
    return switch name {
    case "String": "a text"
    case "Int": "a whole number"
    case "Double": "a number"
    case "Bool": "true or false"
    default: "of the right kind"
    }
}
