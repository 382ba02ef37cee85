internal import Model

/// The keys of a player: always the same five in the same order. One that latches keeps its label: “Pause, pressed”.
struct NowControls {
    let snapshot: PlayerSnapshot

    private var base: String { "/v1/players/\(snapshot.player)" }

    var all: [PageControl] { [play, pause, stop, mute, volume] }

    /// What a notice's button does.
    func control(_ action: Notice.Action) -> PageControl {
        PageControl(
            id: "notice",
            act: action.act.rawValue,
            label: action.text,
            icon: action.act == .play ? "retry" : action.act.rawValue,
            path: "\(base)/\(action.act.rawValue)",
            reason: disallowed(action.act)
        )
    }

    private var play: PageControl {
        var control = key("play", .play, "Play", "play")
        control.isPressed = snapshot.phase == .playing
        control.isPending = NowText.tone(snapshot.phase) == "waits"
        control.reason = snapshot.phase == .idle && snapshot.item == nil ? "Choose a station first." : disallowed(.play)
        return control
    }

    private var pause: PageControl {
        if snapshot.phase == .paused {
            var control = key("pause", .resume, "Pause", "pause")
            control.isPressed = true
            control.reason = disallowed(.resume)
            return control
        }
        var control = key("pause", .pause, "Pause", "pause")
        control.isPressed = false
        switch snapshot.phase {
        case .playing, .buffering, .reconnecting: control.reason = disallowed(.pause)
        case .resolving, .starting, .waiting: control.reason = disallowed(.pause) ?? "Nothing is heard yet."
        default: control.reason = disallowed(.pause) ?? "Nothing is playing."
        }
        return control
    }

    private var stop: PageControl {
        var control = key("stop", .stop, "Stop", "stop")
        switch snapshot.phase {
        case .idle, .stopped, .failed: control.reason = disallowed(.stop) ?? "Nothing is playing."
        default: control.reason = disallowed(.stop)
        }
        return control
    }

    private var mute: PageControl {
        let isMuted = snapshot.isMuted
        var control = key("mute", .mute, "Mute", "mute")
        control.body = JSONWriter.object { $0.member("muted", !isMuted) }
        control.isPressed = isMuted
        control.reason = disallowed(.mute)
        return control
    }

    private var volume: PageControl {
        var control = key("volume", .volume, "Volume", nil)
        let percent = snapshot.volume.percent
        control.range = PageControl.Range(
            field: "volume",
            bounds: 0...100,
            value: percent,
            valueText: "\(percent) percent",
            unit: "percent"
        )
        control.reason = disallowed(.volume)
        return control
    }

    private func key(_ id: String, _ act: PlayerAct, _ label: String, _ icon: String?) -> PageControl {
        PageControl(id: id, act: act.rawValue, label: label, icon: icon, path: "\(base)/\(act.rawValue)")
    }

    private func disallowed(_ act: PlayerAct) -> String? { snapshot.disallowed.first { $0.act == act }?.reason }
}
