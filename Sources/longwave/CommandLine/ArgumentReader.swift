/// Splits the words after a command into options and operands, by the command's own table.
struct ArgumentReader {
    private(set) var values: [String: String] = [:]
    private(set) var flags: Set<String> = []
    private(set) var operands: [String] = []

    /// Reads `--name value`, `--name=value`, `-h`; after `--` everything is an operand, and so is a number with a sign.
    init(_ words: some Sequence<String>, for spec: CommandSpec) throws(UsageProblem) {
        var rest = Array(words)[...]
        var takesOptions = true
        while let word = rest.popFirst() {
            if takesOptions, word == "--" {
                takesOptions = false
            } else if takesOptions, word.hasPrefix("-"), word.count > 1, Int(word) == nil {
                try readOption(word == "-h" ? "--help" : word, &rest, spec)
            } else {
                operands.append(word)
            }
        }
        // An option may ask for help anywhere in a line that is otherwise wrong.
        guard !flags.contains(OptionSpec.help.name), operands.count > spec.maximumOperands else { return }
        let extra = operands[spec.maximumOperands]
        let reason = spec.maximumOperands == 0 ? "it takes no words, and got “\(extra)”" : "“\(extra)” is one too many"
        throw UsageProblem(reason, command: spec.name)
    }

    private mutating func readOption(
        _ word: String,
        _ rest: inout ArraySlice<String>,
        _ spec: CommandSpec
    ) throws(UsageProblem) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let name = parts[0]
        guard let option = spec.options.first(where: { $0.name == name }) else {
            throw UsageProblem(
                "there is no option \(name)",
                nearest: Nearest.to(name, among: spec.options.map(\.name)),
                command: spec.name
            )
        }
        guard let kind = option.value else {
            guard parts.count == 1 else { throw UsageProblem("\(name) takes no value", command: spec.name) }
            flags.insert(name)
            return
        }
        guard values[name] == nil else { throw UsageProblem("\(name) is given twice", command: spec.name) }
        let value = parts.count == 2 ? parts[1] : rest.popFirst()
        guard let value, !value.isEmpty else {
            throw UsageProblem("\(name) needs a value: \(kind)", command: spec.name)
        }
        values[name] = value
    }
}
