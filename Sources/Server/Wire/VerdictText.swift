package import Model

/// What a verdict says to a person, as a title and a sentence.
package struct VerdictText: Sendable, Equatable {
    package let title: String
    package let detail: String

    private init(_ title: String, _ detail: String) {
        self.title = title
        self.detail = detail
    }

    /// - Returns: nil for what needs no words: confirmed, and superseded, which is never shown.
    package init?(_ verdict: Verdict, on snapshot: PlayerSnapshot, deadline: Duration) {
        switch verdict {
        case .confirmed, .superseded: return nil
        case .refused(let refusal):
            self.init("The player refused", refusal.reason)
        case .failed(let code):
            // The player's own notice knows the host and the output; it is the better sentence where it is about this.
            let notice = snapshot.notice.flatMap { $0.code == code.rawValue ? $0.text : nil }
            self.init("Could not play", notice ?? code.sentence)
        case .unconfirmed(let reason):
            let output = snapshot.output.sink.map { "pulse/\($0)" } ?? snapshot.output.name.description
            switch reason {
            case .deadline:
                self.init("Not confirmed", "No proof of sound from \(output) within \(deadline.secondsText).")
            case .silent:
                self.init(
                    "Not confirmed",
                    "Everything moves, but the programme was silent for \(deadline.secondsText)."
                )
            case .waiting:
                let what = snapshot.waitingFor?.words ?? "what it needs"
                self.init("Not confirmed", "The player waits for \(what) and will start when it comes.")
            }
        }
    }
}

extension WaitingFor {
    package var words: String {
        switch self {
        case .output: "an output"
        }
    }
}

extension Duration {
    /// Such as `8 s` or `0.5 s`.
    package var secondsText: String {
        let tenths = milliseconds / 100
        return tenths % 10 == 0 ? "\(tenths / 10) s" : "\(tenths / 10).\(tenths % 10) s"
    }
}

extension FaultCode {
    /// What went wrong and what may help.
    package var sentence: String {
        switch self {
        case .nameUnresolved: "The station's host name was not found. Check the host's network, or try later."
        case .connectionRefused: "The station's server refused the connection. Try later or another station."
        case .connectionFailed: "The station's server could not be reached. Check the host's network, or try later."
        case .tlsFailed: "The station's certificate could not be trusted. Try another station."
        case .tlsNotYetValid: "The station's certificate does not fit this host's clock. Set the clock."
        case .upstreamUnauthorized: "The station's server wants a login."
        case .upstreamForbidden: "The station's server does not let this host in."
        case .upstreamNotFound: "The station's server no longer has this stream."
        case .upstreamGone: "The station's server says that this stream is gone for good."
        case .upstreamBusy: "The station's server is full. Try later."
        case .upstreamError: "The station's server has a fault of its own. Try later."
        case .malformedResponse: "The station's server answered with something that is no proper HTTP."
        case .tooManyRedirects: "The station's server sends from one address to the next without end."
        case .redirectRefused: "The station's server sends to an address that is not safe to follow."
        case .addressRefused: "The station's name leads to an address inside a private network, which is not allowed."
        case .notAudio: "The station's server sent something that is no audio, such as a web page."
        case .unsupportedStream: "The station's stream has a form that this host cannot play."
        case .emptyStream: "The station's server sent an empty stream."
        case .streamDropped: "The station's stream broke off, and none of its streams came back."
        case .upstreamTimeout: "Nothing came from the station's server in time. Try later or another station."
        case .undecodable: "The station's stream could not be decoded."
        case .outputMissing: "There is no sound output. Connect a sound card, or choose another output."
        case .outputFailed: "The sound output could not be opened. Another program may hold it."
        case .outputLost: "The sound output went away while it played. Connect it again and press Play."
        case .outputMoved:
            "The sound was moved to another output, so it was paused. Press Play to start it where it belongs."
        case .rendererStuck: "The player has not answered for too long. Stop it and try again."
        case .rendererFailed: "The player broke. Try again."
        case .storageFailed: "The host could not save what to play. Check its disk."
        }
    }
}
