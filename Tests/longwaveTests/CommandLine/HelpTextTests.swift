import Testing

@testable import longwave

struct HelpTextTests {
    @Test(arguments: CommandName.allCases)
    func everyCommandIsTaughtWithItsOptionsAndExamplesThatWork(name: CommandName) throws {
        let spec = CommandSpec.of(name)
        let help = HelpText.of(name)
        #expect(help.hasPrefix("longwave \(name.rawValue)"))
        for option in spec.options { #expect(help.contains("  \(option.name)"), "\(option.name)") }
        #expect(!spec.examples.isEmpty)
        for example in spec.examples {
            #expect(help.contains(example.line))
            let words = example.line.split(separator: " ").dropFirst().prefix { $0 != "&&" }.map(String.init)
            #expect(throws: Never.self, "\(example.line)") { try Invocation.parse(words).get() }
        }
        #expect(HelpText.of(nil).contains(spec.summary.split(separator: " ").prefix(4).joined(separator: " ")))
    }

    @Test(arguments: [nil] + CommandName.allCases.map(Optional.some))
    func everyLineFitsATerminal(name: CommandName?) {
        for line in HelpText.of(name).split(separator: "\n") { #expect(line.count <= 110, "\(line)") }
    }

    @Test func theOverviewSaysWhatTheNumbersMean() {
        #expect(HelpText.of(nil).contains("0 confirmed, 1 failed, 2 wrong usage, 3 refused, 4 not confirmed"))
    }
}
