package import Model

/// The words for everything that a player has to say; all surfaces show these.
extension Notice {
    package static func failed(_ code: FaultCode) -> Notice {
        Notice(code: code.rawValue, severity: .error, text: code.sentence, action: Action("Try again", .play))
    }

    package static func reconnecting(_ code: FaultCode) -> Notice {
        Notice(
            code: code.rawValue,
            severity: .warning,
            text: "\(code.sentence) Its listed streams are being tried once."
        )
    }

    package static func waitingForOutput(_ output: OutputName) -> Notice {
        let wanted = output == .auto ? "any sound output" : "the output \(output)"
        return Notice(
            code: FaultCode.outputMissing.rawValue,
            severity: .warning,
            text: "Waiting for \(wanted): there is none now. It plays as soon as it comes; Stop ends the wait."
        )
    }

    package static func outputMoved(to sink: String) -> Notice {
        Notice(
            code: FaultCode.outputMoved.rawValue,
            severity: .error,
            text: "Paused: the sound had been moved to \(sink.prefixForDisplay), which is not the output asked for.",
            action: Action("Resume", .resume)
        )
    }

    package static func outputLost(_ output: OutputName) -> Notice {
        Notice(
            code: FaultCode.outputLost.rawValue,
            severity: .error,
            text: "Paused: the output \(output) went away. Resume when it is back, or choose another.",
            action: Action("Resume", .resume)
        )
    }

    package static let silent = Notice(
        code: "silent",
        severity: .warning,
        text: "The stream runs, but the programme in it has been silent since it started."
    )

    package static let silentNow = Notice(
        code: "silent",
        severity: .warning,
        text: "The stream runs, but the programme in it is silent now."
    )

    package static func outputMuted(_ sink: String) -> Notice {
        Notice(
            code: "output_muted",
            severity: .warning,
            text:
                "The sound server has \(sink.prefixForDisplay) muted or at volume zero, so nothing is heard. Unmute it there."
        )
    }

    package static func outputNotRunning(_ sink: String) -> Notice {
        Notice(
            code: "output_not_running",
            severity: .warning,
            text: "The sound server does not run \(sink.prefixForDisplay) now, so nothing is heard. Resume it there."
        )
    }

    /// It says what a look at the renderer showed, and goes with the next one that does not.
    var isOfALook: Bool { ["silent", "output_muted", "output_not_running"].contains(code) }

    package static func notSaved(_ error: StoreError) -> Notice {
        let text =
            switch error {
            case .degraded:
                "The database could not be opened: this works until the host restarts, and is not kept."
            case .failed(let reason):
                "The disk refused to save it: \(reason.prefixForDisplay). Free some space or check the disk."
            }
        return Notice(code: FaultCode.storageFailed.rawValue, severity: .error, text: text)
    }
}

extension FaultCode {
    /// What happened and, where there is something, what to do; for people.
    package var sentence: String {
        switch self {
        case .networkDown: "None of the station's servers could be reached: this host has no network. Check it."
        case .nameUnresolved: "The name of the station's server could not be resolved. Check the network and DNS."
        case .connectionRefused: "The station's server refused the connection."
        case .connectionFailed: "The station's server could not be reached. Check the network."
        case .tlsFailed: "The station's server has no valid certificate."
        case .tlsNotYetValid: "The certificate does not fit this host's clock. Check the date of the host."
        case .upstreamUnauthorized: "The station's server asks for a login."
        case .upstreamForbidden: "The station's server forbids this stream, perhaps outside its country."
        case .upstreamNotFound: "The station's server no longer has this stream."
        case .upstreamGone: "The station's server has removed this stream for good."
        case .upstreamBusy: "The station's server is too busy now."
        case .upstreamError: "The station's server answered with an error."
        case .malformedResponse: "The station's server answered with something that is not HTTP."
        case .tooManyRedirects: "The station's server redirected in circles."
        case .redirectRefused: "The station's server redirected to an address that is not allowed."
        case .addressRefused: "The station's server has an address inside a home network, which is not allowed."
        case .notAudio: "The station's server sent something that is not audio."
        case .unsupportedStream: "The stream has a form that this host does not play."
        case .emptyStream: "The station's server sent nothing."
        case .streamDropped: "The stream ended."
        case .upstreamTimeout: "Nothing came from the station in time."
        case .undecodable: "The stream could not be decoded."
        case .outputMissing: "There is no sound output. Connect one, or choose another."
        case .outputFailed: "The sound output could not be opened. Another program may hold it."
        case .outputLost: "The sound output went away."
        case .outputMoved: "The sound was moved to another output."
        case .rendererStuck: "The player has not answered for eight seconds. Play makes a fresh attempt."
        case .rendererFailed: "The player broke. Play makes a fresh one."
        case .storageFailed: "The disk refused to keep it. Free some space or check the disk."
        }
    }
}
