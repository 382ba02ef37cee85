internal import Model

/// A player's state in the words of the command line. Text that came from a stream is shown without characters that
/// could command a terminal.
struct PlayerText {
    let player: HostPlayer
    /// What a further command needs to reach the same host: ` --host NAME`, or nothing.
    var hostOption = ""

    /// One sentence: what plays, where, and how it is known.
    var sentence: String {
        switch player.phase {
        case "idle": "Nothing was asked to play yet. Find a station: longwave stations\(hostOption)"
        case "resolving": "Looking up \(name)."
        case "starting": "Starting \(name) on \(output) — \(evidence)."
        case "playing": "Playing \(name) on \(output)\(hushed) — \(evidence)."
        case "buffering": "\(name) on \(output) waits for the stream — \(evidence)."
        case "reconnecting": "Reconnecting to \(name) — the stream dropped."
        case "paused": "Paused: \(name) on \(output)."
        case "stopped":
            player.media == nil ? "Stopped." : "Stopped; \(name) was last. Again: longwave play\(hostOption)"
        case "failed": "\(name) does not play. Why: longwave explain\(hostOption)"
        case "stuck":
            "The player does not answer; whether \(name) is heard is not known. Try: longwave stop\(hostOption)"
        case "waiting": "\(name) waits for \(awaited) and starts when it comes."
        default: "\(name) on \(output): \(player.phase.withoutControls)."
        }
    }

    /// What a stranger wants to know next: the title on air, the volume, the stream.
    var details: [String] {
        var parts: [String] = []
        if let onAir = player.onAir, !onAir.isEmpty { parts.append("on air: \(onAir.withoutControls)") }
        parts.append(volume)
        if let stream = player.stream {
            let form = [stream.codec, stream.bitrateKbps.map { "\($0) kbit/s" }].compactMap { $0 }
            let text = (form + [stream.origin.map { "from \($0)" }].compactMap { $0 }).joined(separator: " ")
            if !text.isEmpty { parts.append(text.withoutControls) }
        }
        return parts
    }

    /// The state in two lines, and a third for what the host wants to say.
    var lines: [String] { [sentence, details.joined(separator: " · ")] + notice }

    /// The state in one line.
    var line: String { ([sentence] + details + notice).joined(separator: " · ") }

    var volume: String {
        let number = player.volume.map { "volume \($0)" } ?? "volume unknown"
        return player.muted ? "\(number), muted" : number
    }

    /// What the user's own volume makes of it.
    private var hushed: String {
        if player.muted { return ", muted" }
        return player.volume == 0 ? " at volume 0" : ""
    }

    var output: String {
        if let sink = player.sink { return "pulse/\(sink)".withoutControls }
        switch player.output {
        case nil: return "no output"
        case "null": return "the null output (which makes no sound)"
        case let name?: return name.withoutControls
        }
    }

    private var name: String { (player.title ?? player.media ?? "nothing").withoutControls }

    private var notice: [String] { player.notice.map { [$0.withoutControls] } ?? [] }

    private var awaited: String {
        switch player.waitingFor {
        case "output": "an output"
        case "network": "the network"
        case "clock": "the clock"
        default: "what it needs"
        }
    }

    private var evidence: String {
        let level =
            switch player.level {
            case "decoding": "decoded in real time"
            case "outputAccepting": "heard by the output"
            case "deviceReported": "reported by the device"
            default: "not heard yet"
            }
        switch player.signal {
        case "present": return "\(level), signal present"
        case "silent": return "\(level), but the programme is silent"
        default: return level == "not heard yet" ? level : "\(level), signal not measured yet"
        }
    }
}
