internal import Core
internal import Model

/// Commanding players. Each route reads its body, makes one call, and answers with what was seen.
struct CommandRoutes {
    static let defaultDeadline = 8_000
    static let deadlines = 1...30_000
    /// The player gives its verdict at the deadline; this is for a player that cannot.
    static let grace = Duration.seconds(2)

    let context: ServerContext
    let snapshots: SnapshotBytes

    var routes: [Route] {
        [
            route("play", ["media"]) { fields throws(Problem) in try playButtonTapped(fields) },
            route("pause") { _ throws(Problem) in .pause },
            route("resume") { _ throws(Problem) in .resume },
            route("stop") { _ throws(Problem) in .stop },
            route("next") { _ throws(Problem) in .next },
            route("previous") { _ throws(Problem) in .previous },
            route("volume", ["volume"]) { fields throws(Problem) in try volumeRangeMoved(fields) },
            route("mute", ["muted"]) { fields throws(Problem) in try muteButtonTapped(fields) },
            route("transfer", ["output"]) { fields throws(Problem) in try outputChosen(fields) },
        ]
    }

    private func playButtonTapped(_ fields: Fields) throws(Problem) -> PlayerCommand {
        guard var value = fields["media"] else { return .play(nil) }
        if case .array(let refs) = value {
            guard refs.count == 1 else {
                throw Problem(
                    422,
                    "one_media_only",
                    "One media ref at a time",
                    "“media” holds \(refs.count) refs; this host plays one at a time."
                ).naming("media")
            }
            value = refs[0]
        }
        guard case .string(let text) = value else { throw Fields.wrongType("media", "a media ref as text", value) }
        do throws(MediaRefProblem) {
            return .play(try MediaRef(text))
        } catch {
            throw Problem(error).naming("media")
        }
    }

    private func volumeRangeMoved(_ fields: Fields) throws(Problem) -> PlayerCommand {
        let percent = try fields.required("volume", fields.number("volume", in: 0...100))
        return .volume(try fields.required("volume", Volume(percent: percent)))
    }

    private func muteButtonTapped(_ fields: Fields) throws(Problem) -> PlayerCommand {
        .mute(try fields.required("muted", fields.flag("muted")))
    }

    private func outputChosen(_ fields: Fields) throws(Problem) -> PlayerCommand {
        let text = try fields.required("output", fields.text("output"))
        guard let output = OutputName(text) else {
            throw Problem(
                422,
                "unknown_output",
                "There is no such output",
                "“\(text.prefixForDisplay)” is no output. Use auto, null, or a name such as pulse/NAME or alsa/NAME."
            ).naming("output")
        }
        return .transfer(output)
    }

    private func route(
        _ act: String,
        _ known: [String] = [],
        _ command: @escaping @Sendable (Fields) throws(Problem) -> PlayerCommand
    ) -> Route {
        Route(
            .post,
            "/v1/players/{player}/\(act)",
            .later { request, values throws(Problem) in
                let player = try context.player(values[0])
                let fields = try Fields(request, known: known + ["deadlineMs"])
                let deadline = try fields.number("deadlineMs", in: Self.deadlines) ?? Self.defaultDeadline
                let command = try command(fields)
                return await perform(command, on: player, within: .milliseconds(deadline), Preference(request))
            }
        )
    }

    private func perform(
        _ command: PlayerCommand,
        on player: any PlayerAuthority,
        within deadline: Duration,
        _ preference: Preference
    ) async -> Response {
        let operation = await player.perform(command, deadline: deadline)
        let limit = min(preference.wait ?? deadline + Self.grace, deadline + Self.grace)
        let verdict = limit > .zero ? await player.outcome(of: operation, within: limit)?.verdict : nil
        return response(operation, command, verdict, player.snapshot, deadline, preference)
    }

    private func response(
        _ operation: OperationID,
        _ command: PlayerCommand,
        _ verdict: Verdict?,
        _ snapshot: PlayerSnapshot,
        _ deadline: Duration,
        _ preference: Preference
    ) -> Response {
        let status = verdict?.status ?? 202
        let text = verdict.flatMap { VerdictText($0, to: command, on: snapshot, deadline: deadline) }
        let body = JSONWriter.object { json in
            json.member("operation", operation.description)
            json.member("verdict", verdict?.word)
            json.member("reason", verdict?.reasonWord)
            if let text {
                json.member("type", "about:blank")
                json.member("title", text.title)
                json.member("status", status)
                json.member("detail", text.detail)
                json.member("code", verdict?.reasonWord)
            }
            if case .refused(let refusal) = verdict {
                json.member("nearest", texts: refusal.nearest)
                json.member("disallowed", array: refusal.disallowed) { $0.disallowed($1) }
            }
            json.member("player", json: snapshots.bytes(of: snapshot))
            json.member("nowMs", context.clock.now.milliseconds)
        }
        var headers = [(name: "Location", value: "/v1/operations/\(operation)")]
        if !preference.applied.isEmpty {
            headers.append(("Preference-Applied", preference.applied.joined(separator: ", ")))
        }
        return .json(
            status,
            type: text != nil && status >= 400 ? "application/problem+json" : "application/json",
            bytes: body,
            headers: headers
        )
    }
}

extension Problem {
    init(_ problem: MediaRefProblem) {
        switch problem {
        case .untrustedStream:
            self.init(
                422,
                "untrusted_stream",
                "Addresses are not played",
                "Play takes the name of a station, such as station:us.wsum. Only an owner gives a station its address."
            )
        case .malformed(let shown):
            self.init(
                422,
                "malformed_media",
                "This is no media ref",
                "“\(shown)” names nothing playable. A media ref looks like station:us.wsum."
            )
        }
    }
}
