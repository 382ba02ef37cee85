import Model

@testable import longwave

/// A terminal that keeps what was said.
struct KeptTerminal: Sendable {
    private let said = Lock<(out: [String], complaints: [String])>(([], []))

    var terminal: Terminal {
        let said = said
        return Terminal(
            out: { text in said.withLock { $0.out.append(text) } },
            complaint: { text in said.withLock { $0.complaints.append(text) } }
        )
    }

    var out: [String] { said.withLock(\.out) }
    var complaints: [String] { said.withLock(\.complaints) }
    var firstLine: String { line(0) }
    var firstComplaint: String { complaints.first ?? "" }

    /// Empty where so much was not said.
    func line(_ number: Int) -> String { out.indices.contains(number) ? out[number] : "" }
}
