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
        let nearest = (problem?.nearest ?? []).filter { !sentence.contains($0) }
        if !nearest.isEmpty {
            lines.append("Did you mean: \(nearest.map(\.withoutControls).joined(separator: ", "))?")
        } else if problem?.nearest.isEmpty ?? true, [.failed, .unconfirmed].contains(exit) {
            lines.append(
                exit == .failed
                    ? "Why: longwave explain\(hostOption)" : "See what comes: longwave status --follow\(hostOption)"
            )
        }
        self.text = lines.joined(separator: "\n")
    }
}
