/// All that a client can ask of a player.
package enum PlayerCommand: Sendable, Equatable {
    /// Plays a media ref; nil means: resume what is paused, or start the saved intent again.
    case play(MediaRef?)
    case pause
    /// Ends a pause; a live stream resumes at the live edge, by a new load.
    case resume
    case stop
    /// Plays the station after this one: of the presets where it is one, else of the list that has it.
    case next
    /// The one before.
    case previous
    case volume(Volume)
    case mute(Bool)
    /// Sends the player's sound to another output; what plays is loaded anew there.
    case transfer(OutputName)

    /// The act as routes, receipts and `disallowed` name it.
    package var act: PlayerAct {
        switch self {
        case .play: .play
        case .pause: .pause
        case .resume: .resume
        case .stop: .stop
        case .next: .next
        case .previous: .previous
        case .volume: .volume
        case .mute: .mute
        case .transfer: .transfer
        }
    }

    /// What was asked for, as a receipt shows it beside the act.
    package var asked: [String: String] {
        switch self {
        case .volume(let volume): ["volume": "\(volume.percent)"]
        case .mute(let isMuted): ["muted": "\(isMuted)"]
        case .transfer(let output): ["output": output.description]
        case .play, .pause, .resume, .stop, .next, .previous: [:]
        }
    }
}

package enum PlayerAct: String, Sendable, CaseIterable {
    case play, pause, resume, stop, next, previous, volume, mute, transfer
}
