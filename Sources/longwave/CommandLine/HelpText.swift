/// The words of `--help`, made from the same table that the parser reads.
enum HelpText {
    static let width = 80

    static func of(_ command: CommandName?) -> String {
        guard let command else { return overview }
        return page(CommandSpec.of(command))
    }

    private static var overview: String {
        let rows = CommandName.allCases.map { name in
            let spec = CommandSpec.of(name)
            return (usage(spec, short: true), spec.summary)
        }
        return """
            longwave turns this box into an audio host: it plays radio, and never says that something plays unless
            it was seen to play.

            Start it, then play:
              longwave serve           run the host; the page is at http://localhost:1980
              longwave stations jazz   find a station
              longwave play kexp       play one; says how it is known

            Commands:
            \(table(rows))

            longwave COMMAND --help explains one command. --version prints the version.

            Exit status: 0 confirmed, 1 failed, 2 wrong usage, 3 refused, 4 not confirmed in time, 5 superseded by
            a newer command.
            """
    }

    private static func page(_ spec: CommandSpec) -> String {
        let options = spec.options.map { option in
            (option.value.map { "\(option.name) \($0)" } ?? option.name, option.summary)
        }
        return """
            longwave \(usage(spec, short: false))

            \(wrapped(spec.story, indent: 0))

            Options:
            \(table(options))

            Examples:
            \(table(spec.examples.map { ($0.line, $0.meaning) }))
            """
    }

    private static func usage(_ spec: CommandSpec, short: Bool) -> String {
        [spec.name.rawValue, spec.operands, short ? "" : "[OPTIONS]"].filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func table(_ rows: [(String, String)]) -> String {
        let column = (rows.map(\.0.count).max() ?? 0) + 4
        return rows.map { left, right in
            "  " + left + String(repeating: " ", count: column - left.count - 2)
                + wrapped(right, indent: column)
        }.joined(separator: "\n")
    }

    /// Breaks at spaces; lines after the first begin with `indent` spaces.
    private static func wrapped(_ text: String, indent: Int) -> String {
        var lines = [""]
        for word in text.split(separator: " ") {
            let last = lines[lines.count - 1]
            if !last.isEmpty, indent + last.count + 1 + word.count > width {
                lines.append(String(word))
            } else {
                lines[lines.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
            }
        }
        return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
    }
}
