internal import Model

/// What went wrong, why, and what to do, in a line or two.
struct ProblemText {
    let text: String

    init(_ answer: HostAnswer?, httpStatus: Int, exit: ExitStatus, hostOption: String = "") {
        let problem = answer?.problem
        let title = (problem?.title ?? "The host answered \(httpStatus)").withoutControls
        var sentence = title
        if let detail = problem?.detail?.withoutControls, !detail.isEmpty { sentence += ": \(detail)" }
        if let last = sentence.last, !".!?".contains(last) { sentence += "." }
        var lines = ["longwave: \(sentence)" + (problem?.code.map { " [\($0.withoutControls)]" } ?? "")]
        // What the host says for programs, in commands.
        let advice: [String: String] = [
            "unknown_token": "Those that there are: longwave pair --list\(hostOption)",
            "unknown_station": "Those that there are: longwave stations\(hostOption)",
            "owner_required":
                "On the host itself it needs no token: leave --host out, or give it the path of its socket.",
        ]
        let nearest = (problem?.nearest ?? []).filter { !sentence.contains($0) }
        if !nearest.isEmpty {
            lines.append("Did you mean: \(nearest.map(\.withoutControls).joined(separator: ", "))?")
        } else if let advice = problem?.code.flatMap({ advice[$0] }) {
            lines.append(advice)
        } else if problem?.nearest.isEmpty ?? true, [.failed, .unconfirmed].contains(exit) {
            lines.append(
                exit == .failed
                    ? "Why: longwave explain\(hostOption)" : "See what comes: longwave status --follow\(hostOption)"
            )
        }
        self.text = lines.joined(separator: "\n")
    }
}
