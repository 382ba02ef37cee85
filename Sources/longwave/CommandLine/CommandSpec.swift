/// An option as the parser reads it and the help explains it.
struct OptionSpec: Sendable, Equatable {
    let name: String
    /// The word for its value; nil for one that has none.
    let value: String?
    let summary: String

    static let json = OptionSpec(
        name: "--json",
        value: nil,
        summary: "print what the host answered, as JSON, for programs"
    )
    static let host = OptionSpec(
        name: "--host",
        value: "HOST[:PORT]",
        summary: "ask that host; without it the one on this box, port \(ControlAddress.defaultPort)"
    )
    static let help = OptionSpec(name: "--help", value: nil, summary: "print this")
    static let version = OptionSpec(name: "--version", value: nil, summary: "print the version")
}

/// One command: what the parser accepts and what the help says.
struct CommandSpec: Sendable, Equatable {
    struct Example: Sendable, Equatable {
        let line: String
        let meaning: String

        init(_ line: String, _ meaning: String) {
            self.line = line
            self.meaning = meaning
        }
    }

    let name: CommandName
    /// Such as `[STATION|REF]`; empty where there are none.
    let operands: String
    let maximumOperands: Int
    /// One line for the list of commands.
    let summary: String
    /// A few sentences that teach.
    let story: String
    let options: [OptionSpec]
    let examples: [Example]

    init(
        _ name: CommandName,
        operands: String = "",
        maximumOperands: Int = 0,
        summary: String,
        story: String,
        options: [OptionSpec] = [],
        isControl: Bool = true,
        hasOwnOptions: Bool = false,
        examples: [Example]
    ) {
        self.name = name
        self.operands = operands
        self.maximumOperands = maximumOperands
        self.summary = summary
        self.story = story
        self.options = options + (hasOwnOptions ? [] : isControl ? [.json, .host, .help] : [.help])
        self.examples = examples
    }

    static func of(_ name: CommandName) -> CommandSpec {
        switch name {
        case .serve: serve
        case .play: play
        case .pause: pause
        case .resume: resume
        case .stop: stop
        case .next: next
        case .previous: previous
        case .volume: volume
        case .mute: mute
        case .output: output
        case .status: status
        case .stations: stations
        case .presets: presets
        case .lists: lists
        case .stationsCheck: stationsCheck
        case .stationsUpdate: stationsUpdate
        case .explain: explain
        case .pair: pair
        }
    }
}
