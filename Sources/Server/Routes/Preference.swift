internal import Model

/// What the client prefers (RFC 7240): how long it waits for the verdict.
struct Preference: Sendable, Equatable {
    /// nil where the client waits for the verdict itself.
    private(set) var wait: Duration?
    /// The tokens that were understood, for `Preference-Applied`.
    private(set) var applied: [String] = []

    init(_ request: Request) {
        let fields = request.headers.fields.filter { $0.name == "prefer" }
        let tokens = fields.flatMap { String(decoding: $0.value, as: UTF8.self).split(separator: ",") }
            .map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" }.lowercased() }
        for token in tokens where token.hasPrefix("wait=") && wait == nil {
            guard let seconds = Int(token.dropFirst(5)), (0...86_400).contains(seconds) else { continue }
            wait = .seconds(seconds)
            applied.append("wait=\(seconds)")
        }
        guard tokens.contains("respond-async") else { return }
        wait = wait ?? .zero
        applied.append("respond-async")
    }
}
