internal import Model

/// The commands by name.
enum CommandName: String, Sendable, CaseIterable {
    case serve, play, pause, resume, stop, volume, mute, output, status, stations, explain, pair
}

/// What a command line asks for.
enum Invocation: Sendable, Equatable {
    /// The help of one command, or of all.
    case help(CommandName?)
    case version
    case serve(ServeOptions)
    case control(ControlInvocation)
}

/// How to run the host. A nil was not given.
struct ServeOptions: Sendable, Equatable {
    var state: String?
    var config: String?
    /// 0 lets the system choose a free port.
    var port: Int?
    var bind: IPAddress?
    var output: OutputName?
    var share: String?
}

/// One question or command to a running host.
struct ControlInvocation: Sendable, Equatable {
    var act: ControlAct
    var json = false
    var host: ControlAddress?
}

enum ControlAct: Sendable, Equatable {
    /// nil: resume, or the last station again.
    case play(PlayTarget?)
    case pause
    case resume
    case stop
    case showVolume
    case volume(VolumeChange)
    case mute(Bool)
    case showOutput
    case transfer(OutputName)
    case status(follow: Bool)
    case stations(query: String?)
    case explain
    case pair
    case listTokens
    case revokeToken(String)
}

enum PlayTarget: Sendable, Equatable {
    /// Sent as it is; the host judges it.
    case media(String)
    /// Words of a person: the host is asked which station they mean.
    case words(String)

    /// `us.kexp` is an id and `station:us.kexp` a media ref; `kexp`, `FIP` and `Radio Paradise` are words.
    init(_ text: String) {
        if text.contains(":") || text.contains("/") {
            self = .media(text)
        } else if StationID(text) != nil {
            self = .media("station:\(text)")
        } else {
            self = .words(text)
        }
    }
}

enum VolumeChange: Sendable, Equatable {
    case to(Volume)
    /// Louder by so many percent, or softer where negative; ends at 0 and 100.
    case by(Int)

    /// Reads `40`, `+5`, `-5`; nil for anything else.
    init?(_ text: String) {
        guard text.utf8.count <= 4, let number = Int(text) else { return nil }
        if text.hasPrefix("+") || text.hasPrefix("-") {
            guard (-100...100).contains(number) else { return nil }
            self = .by(number)
        } else {
            guard let volume = Volume(percent: number) else { return nil }
            self = .to(volume)
        }
    }
}
