internal import Model

extension Invocation {
    /// Reads the words after the program's name. Touches nothing outside.
    static func parse(_ words: [String]) -> Result<Invocation, UsageProblem> {
        do throws(UsageProblem) {
            return .success(try read(words))
        } catch {
            return .failure(error)
        }
    }

    private static func read(_ words: [String]) throws(UsageProblem) -> Invocation {
        let (leading, words) = try leadingOptions(words)
        guard let first = words.first else { throw UsageProblem("say what to do, such as: longwave play kexp") }
        let names = CommandName.allCases.map(\.rawValue)
        switch first {
        case "--help", "-h": return .help(nil)
        case "help":
            guard let topic = words.dropFirst().first else { return .help(nil) }
            guard let command = CommandName(rawValue: topic) else { throw unknown(topic, among: names) }
            return .help(command)
        case "--version": return .version
        default:
            guard let command = CommandName(rawValue: first) else { throw unknown(first, among: names) }
            let spec = CommandSpec.of(command)
            let arguments = try ArgumentReader(leading + words.dropFirst(), for: spec)
            if arguments.flags.contains(OptionSpec.help.name) { return .help(command) }
            if command == .serve { return .serve(try ServeOptions(arguments)) }
            return .control(try ControlInvocation(command, arguments))
        }
    }

    /// The options of every control command may stand before it as well.
    private static func leadingOptions(_ words: [String]) throws(UsageProblem) -> (options: [String], rest: [String]) {
        var rest = words[...]
        var options: [String] = []
        while let word = rest.first {
            if word == OptionSpec.json.name || word.hasPrefix("\(OptionSpec.host.name)=") {
                options.append(rest.removeFirst())
            } else if word == OptionSpec.host.name {
                options.append(rest.removeFirst())
                guard let value = rest.popFirst() else {
                    throw UsageProblem("\(word) needs a value: \(OptionSpec.host.value ?? "")")
                }
                options.append(value)
            } else {
                break
            }
        }
        return (options, Array(rest))
    }

    private static func unknown(_ word: String, among names: [String]) -> UsageProblem {
        let shown = word.prefixForDisplay
        guard !word.hasPrefix("-") else {
            return UsageProblem(
                "\(shown) stands before any command; options follow their command",
                nearest: Nearest.to(word, among: ["--help", "--version"])
            )
        }
        return UsageProblem("there is no command “\(shown)”", nearest: Nearest.to(word, among: names))
    }
}

extension ServeOptions {
    fileprivate init(_ arguments: ArgumentReader) throws(UsageProblem) {
        self.state = arguments.values["--state"]
        self.config = arguments.values["--config"]
        self.share = arguments.values["--share"]
        if let text = arguments.values["--port"] {
            guard let port = Int(text), (0...65535).contains(port) else {
                throw UsageProblem(
                    "--port is a number from 0 to 65535, not “\(text.prefixForDisplay)”",
                    command: .serve
                )
            }
            self.port = port
        }
        if let text = arguments.values["--bind"] {
            guard let bind = IPAddress(text) else {
                throw UsageProblem(
                    "--bind is an IP address of this box, such as 127.0.0.1 or ::, not “\(text.prefixForDisplay)”",
                    command: .serve
                )
            }
            self.bind = bind
        }
        if let text = arguments.values["--output"] { self.output = try OutputName(argument: text, of: .serve) }
    }
}

extension ControlInvocation {
    fileprivate init(_ command: CommandName, _ arguments: ArgumentReader) throws(UsageProblem) {
        self.init(act: try ControlAct(command, arguments))
        self.json = arguments.flags.contains(OptionSpec.json.name)
        if let text = arguments.values[OptionSpec.host.name] {
            guard let host = ControlAddress(text) else {
                throw UsageProblem(
                    "--host is a name or address with or without a port, not “\(text.prefixForDisplay)”",
                    command: command
                )
            }
            self.host = host
        }
    }
}

extension ControlAct {
    fileprivate init(_ command: CommandName, _ arguments: ArgumentReader) throws(UsageProblem) {
        let words = arguments.operands.isEmpty ? nil : arguments.operands.joined(separator: " ")
        switch command {
        case .serve: preconditionFailure("serve is no question to a host")
        case .play: self = .play(words.map(PlayTarget.init))
        case .pause: self = .pause
        case .resume: self = .resume
        case .stop: self = .stop
        case .volume:
            guard let words else {
                self = .showVolume
                return
            }
            guard let change = VolumeChange(words) else {
                throw UsageProblem("“\(words.prefixForDisplay)” is not 0 to 100, +N or -N", command: command)
            }
            self = .volume(change)
        case .mute:
            switch words {
            case "on": self = .mute(true)
            case "off": self = .mute(false)
            case nil: throw UsageProblem("say on or off", command: command)
            case let other?: throw UsageProblem("say on or off, not “\(other.prefixForDisplay)”", command: command)
            }
        case .output:
            self =
                try words.map { text throws(UsageProblem) in
                    .transfer(try OutputName(argument: text, of: .output))
                } ?? .showOutput
        case .status: self = .status(follow: arguments.flags.contains("--follow"))
        case .stations: self = .stations(query: words)
        case .explain: self = .explain
        case .pair:
            let revoked = arguments.values["--revoke"]
            let lists = arguments.flags.contains("--list")
            guard !(lists && revoked != nil) else {
                throw UsageProblem("--list and --revoke are two commands", command: command)
            }
            self = revoked.map(ControlAct.revokeToken) ?? (lists ? .listTokens : .pair)
        }
    }
}

extension OutputName {
    fileprivate init(argument text: String, of command: CommandName) throws(UsageProblem) {
        guard let name = OutputName(text) else {
            throw UsageProblem(
                "“\(text.prefixForDisplay)” is no output: it is auto, null, or alsa/…, pulse/… or pipewire/…",
                nearest: Nearest.to(text, among: ["auto", "null"]),
                command: command
            )
        }
        self = name
    }
}
