internal import FoundationEssentials
internal import Model

/// Carries one question or command to a host and tells a person, or a program, what came of it.
struct RemoteControl {
    let channel: any ControlChannel
    let terminal: Terminal
    /// What a further command needs to reach the same host; set by ``run(_:)``.
    var hostOption = ""

    private static let player = "/v1/players/main"

    func run(_ invocation: ControlInvocation) async -> ExitStatus {
        var control = self
        control.hostOption = invocation.host.map { " --host \($0)" } ?? ""
        do throws(ControlFault) {
            return try await control.act(invocation)
        } catch {
            return control.tell(error, json: invocation.json, isCommand: invocation.act.isCommand)
        }
    }

    private func act(_ invocation: ControlInvocation) async throws(ControlFault) -> ExitStatus {
        let json = invocation.json
        switch invocation.act {
        case .play(let target): return try await play(target, json: json)
        case .pause: return try await command("pause", json: json)
        case .resume: return try await command("resume", json: json)
        case .stop: return try await command("stop", json: json)
        case .next: return try await command("next", json: json)
        case .previous: return try await command("previous", json: json)
        case .volume(let change): return try await volume(change, json: json)
        case .mute(let isOn):
            return try await command("mute", ["muted": .flag(isOn)], json: json) { "\($0.volume.capitalizedFirst)." }
        case .transfer(let name): return try await command("transfer", ["output": .text(name.description)], json: json)
        case .showVolume: return try await show(json: json) { ["\($0.volume.capitalizedFirst)."] }
        case .showOutput: return try await show(json: json) { ["Output: \($0.output)."] }
        case .status(follow: false): return try await show(json: json, \.lines)
        case .status(follow: true): return try await follow(json: json)
        case .stations(let query): return try await stations(query, json: json)
        case .listPresets: return try await presets(json: json)
        case .addPreset(let target): return try await addPreset(target, json: json)
        case .movePreset(let name, let place):
            let body = JSONMember.object(["position": .number(place - 1)])
            return try await changePreset("PATCH", name, body, json: json)
        case .removePreset(let name): return try await changePreset("DELETE", name, nil, json: json)
        case .lists(let id): return try await lists(id, json: json)
        case .explain:
            return try await answer("GET", "\(Self.player)/explain", json: json) { (found: HostExplanation) in
                [found.sentence ?? "The host gave no sentence."]
                    + found.hops.map { hop in
                        let columns = [hop.name ?? "", hop.state ?? ""].map { $0.padded(to: 10) }
                        return "  \(columns.joined())\(hop.seen ?? "")"
                    }
            }
        case .pair:
            return try await answer("POST", "/v1/pairing", json: json) { (found: HostCode) in
                let time = found.expiresInS.map { " for \(($0 + 59) / 60) minutes" } ?? ""
                return ["Code: \(found.code ?? "none"). It works once,\(time): type it into the page under Now."]
            }
        case .listTokens:
            return try await answer("GET", "/v1/tokens", json: json) { (found: HostTokens) in
                found.tokens.isEmpty
                    ? ["Nobody is paired. Pair: longwave pair\(hostOption)"]
                    : found.tokens.map { token in
                        [token.id ?? "", token.label ?? "", token.createdAt ?? ""].joined(separator: "  ")
                    }
            }
        case .revokeToken(let id):
            let answer = try await channel.request("DELETE", "/v1/tokens/\(id.queryEscaped)", json: nil)
            guard answer.status == 204 else { return tell(answer, json: json) }
            terminal.out(json ? "{}" : "\(id.withoutControls) is no longer paired.")
            return .confirmed
        }
    }

    // MARK: Commands

    private func play(_ target: PlayTarget?, json: Bool) async throws(ControlFault) -> ExitStatus {
        guard let target else { return try await command("play", json: json) }
        return try await named(target, json: json) { media throws(ControlFault) in
            try await command("play", ["media": .text(media)], json: json)
        }
    }

    /// Does `act` with the media ref that a person means; where the host knows none, tells that instead.
    func named(
        _ target: PlayTarget,
        json: Bool,
        _ act: (String) async throws(ControlFault) -> ExitStatus
    ) async throws(ControlFault) -> ExitStatus {
        switch target {
        case .media(let media): return try await act(media)
        case .words(let words):
            let found = try await channel.request("GET", "/v1/stations/resolve?q=\(words.queryEscaped)", json: nil)
            guard found.status == 200, let media = decoded(HostResolution.self, found)?.media else {
                return tell(found, json: json)
            }
            return try await act(media)
        }
    }

    private func volume(_ change: VolumeChange, json: Bool) async throws(ControlFault) -> ExitStatus {
        let percent: Int
        switch change {
        case .to(let volume): percent = volume.percent
        case .by(let step):
            let now = try await channel.request("GET", Self.player, json: nil)
            guard let player = player(in: now), let volume = player.volume else { return tell(now, json: json) }
            percent = min(100, max(0, volume + step))
        }
        return try await command("volume", ["volume": .number(percent)], json: json) {
            "\($0.volume.capitalizedFirst)."
        }
    }

    private func command(
        _ act: String,
        _ members: [String: JSONMember] = [:],
        json: Bool,
        _ words: (PlayerText) -> String = \.sentence
    ) async throws(ControlFault) -> ExitStatus {
        let body = Array(JSONMember.object(members).utf8)
        let answer = try await channel.request("POST", "\(Self.player)/\(act)", json: body)
        let status = ExitStatus(answer, verdict: decoded(HostAnswer.self, answer)?.verdict)
        guard !json, status == .confirmed else { return tell(answer, json: json) }
        guard let player = player(in: answer) else { return tell(answer, json: json) }
        let text = PlayerText(player: player, hostOption: hostOption)
        terminal.out(words(text))
        return status
    }

    // MARK: Questions

    private func show(json: Bool, _ lines: (PlayerText) -> [String]) async throws(ControlFault) -> ExitStatus {
        let answer = try await channel.request("GET", Self.player, json: nil)
        guard !json, let player = player(in: answer) else { return tell(answer, json: json) }
        terminal.out(lines(PlayerText(player: player, hostOption: hostOption)).joined(separator: "\n"))
        return .confirmed
    }

    /// Every page of the list: for a program a line of JSON each, for a person one table.
    private func stations(_ query: String?, json: Bool) async throws(ControlFault) -> ExitStatus {
        let filter = query.map { ["q=\($0.queryEscaped)"] } ?? []
        var found: [HostStation] = []
        var cursor: String?
        repeat {
            let parameters = filter + (cursor.map { ["cursor=\($0.queryEscaped)"] } ?? [])
            let path = "/v1/stations" + (parameters.isEmpty ? "" : "?" + parameters.joined(separator: "&"))
            let answer = try await channel.request("GET", path, json: nil)
            guard answer.status == 200, let page = decoded(HostStations.self, answer) else {
                return tell(answer, json: json)
            }
            if json { _ = tell(answer, json: true) }
            found += page.stations
            // A page without stations cannot lead on, whatever it says.
            cursor = page.stations.isEmpty ? nil : page.next
        } while cursor != nil
        guard !json else { return .confirmed }
        guard !found.isEmpty else {
            let words = query.map { " “\($0.withoutControls)”" } ?? ""
            terminal.out("No station fits\(words). All of them: longwave stations\(hostOption)")
            return .confirmed
        }
        let column = found.map(\.id.count).max() ?? 0
        terminal.out(found.map { "\($0.id.padded(to: column + 2))\($0.text)".withoutControls }.joined(separator: "\n"))
        return .confirmed
    }

    private func follow(json: Bool) async throws(ControlFault) -> ExitStatus {
        let lines = try await channel.lines("/v1/events?topics=player")
        var events = EventLines()
        var last: String?
        do {
            for try await line in lines {
                guard let event = events.take(line), event.name == "player" else { continue }
                let answer = ControlAnswer(status: 200, body: Array(event.data.utf8))
                guard let player = player(in: answer) else { continue }
                let text = json ? event.data : PlayerText(player: player, hostOption: hostOption).line
                if text != last { terminal.out(text) }
                last = text
            }
        } catch {
            throw error as? ControlFault ?? .broken("the stream of events broke: \(error)")
        }
        throw .broken("the host ended the stream of events")
    }

    func answer<Found: Decodable>(
        _ method: String,
        _ path: String,
        _ body: String? = nil,
        json: Bool,
        _ lines: (Found) -> [String]
    ) async throws(ControlFault) -> ExitStatus {
        let answer = try await channel.request(method, path, json: body.map { Array($0.utf8) })
        let isGood = (200..<300).contains(answer.status)
        guard !json, isGood, let found = decoded(Found.self, answer) else { return tell(answer, json: json) }
        terminal.out(lines(found).map(\.withoutControls).joined(separator: "\n"))
        return .confirmed
    }

    // MARK: Telling

    /// Tells an answer that is not a plain success: as it is, or as a sentence.
    func tell(_ answer: ControlAnswer, json: Bool) -> ExitStatus {
        let read = decoded(HostAnswer.self, answer)
        let status = ExitStatus(answer, verdict: read?.verdict)
        if json {
            terminal.out(String(decoding: answer.body, as: UTF8.self).withoutEndOfLine)
        } else if status == .superseded {
            terminal.out("A newer command took over.")
        } else {
            terminal.complaint(ProblemText(read, httpStatus: answer.status, exit: status, hostOption: hostOption).text)
        }
        return status
    }

    private func tell(_ fault: ControlFault, json: Bool, isCommand: Bool) -> ExitStatus {
        let code: String
        let detail: String
        let status: ExitStatus
        switch fault {
        case .answered(let answer): return tell(answer, json: json)
        case .unreachable(let words):
            code = "host_unreachable"
            detail =
                "No host answers at \(channel.address) (\(words)). Start one with: longwave serve — or name another "
                + "with --host."
            status = .failed
        case .broken(let words):
            code = "host_lost"
            detail =
                "The host at \(channel.address) went away (\(words))."
                + (isCommand ? " Whether it did that is not known; see: longwave status\(hostOption)" : "")
            status = isCommand ? .unconfirmed : .failed
        }
        if json {
            terminal.out(JSONMember.object(["code": .text(code), "detail": .text(detail)]))
        } else {
            terminal.complaint("longwave: \(detail)")
        }
        return status
    }

    private func player(in answer: ControlAnswer) -> HostPlayer? {
        decoded(HostAnswer.self, answer)?.player ?? decoded(HostPlayer.self, answer)
    }

    func decoded<Value: Decodable>(_ type: Value.Type, _ answer: ControlAnswer) -> Value? {
        // try?: an answer that cannot be read is told by its status.
        try? JSONDecoder().decode(type, from: Data(answer.body))
    }
}

extension ControlAct {
    /// Whether it changes something.
    var isCommand: Bool {
        switch self {
        case .showVolume, .showOutput, .status, .stations, .listPresets, .lists, .explain, .listTokens: false
        default: true
        }
    }
}

extension ExitStatus {
    /// The verdict says it; where there is none the status does.
    init(_ answer: ControlAnswer, verdict: String?) {
        switch verdict {
        case "confirmed": self = .confirmed
        case "unconfirmed": self = .unconfirmed
        case "failed": self = .failed
        case "refused": self = .refused
        case "superseded": self = .superseded
        default:
            switch answer.status {
            case 202: self = .unconfirmed
            case 200..<300: self = .confirmed
            case 400..<500: self = .refused
            default: self = .failed
            }
        }
    }
}

extension HostStation {
    var text: String {
        let place = [city, country].compactMap { $0 }.joined(separator: ", ")
        let stream = streams?.first.map { stream in
            [stream.codec, stream.bitrateKbps.map { "\($0) kbit/s" }].compactMap { $0 }.joined(separator: " ")
        }
        let note = state == nil || state == "active" ? nil : state.map { "(\($0))" }
        return [name ?? id, place, stream ?? "", note ?? ""].filter { !$0.isEmpty }.joined(separator: " · ")
    }
}
