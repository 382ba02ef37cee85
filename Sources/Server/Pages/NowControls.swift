internal import Model

/// The keys of a player: always the same seven in the same order. One that latches keeps its label: “Pause, pressed”.
/// Whether one can be pressed is the player's to say: it is off exactly where the API would refuse it.
struct NowControls {
    let snapshot: PlayerSnapshot

    private var base: String { "/v1/players/\(snapshot.player)" }

    var all: [PageControl] { [play, pause, stop, previous, next, mute, volume] }

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
        control.isPending = Self.isUnderWay(snapshot.phase)
        control.reason = disallowed(.play)
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
        control.reason = disallowed(.pause)
        return control
    }

    private var stop: PageControl {
        var control = key("stop", .stop, "Stop", "stop")
        control.reason = disallowed(.stop)
        return control
    }

    private var previous: PageControl {
        var control = key("previous", .previous, "Previous", "previous")
        control.reason = disallowed(.previous)
        return control
    }

    private var next: PageControl {
        var control = key("next", .next, "Next", "next")
        control.reason = disallowed(.next)
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

    /// A press was taken and what it asks for is still to come.
    private static func isUnderWay(_ phase: PlaybackPhase) -> Bool {
        switch phase {
        case .resolving, .starting, .buffering, .reconnecting, .waiting: true
        case .idle, .playing, .paused, .stopped, .failed, .stuck: false
        }
    }

    private func key(_ id: String, _ act: PlayerAct, _ label: String, _ icon: String?) -> PageControl {
        PageControl(id: id, act: act.rawValue, label: label, icon: icon, path: "\(base)/\(act.rawValue)")
    }

    private func disallowed(_ act: PlayerAct) -> String? { snapshot.disallowed.first { $0.act == act }?.reason }
}
