import FoundationEssentials
import Testing

@testable import longwave

struct PlayerTextTests {
    @Test(arguments: [
        (Canned.player("idle", title: nil), "Nothing was asked to play yet. Find a station: longwave stations"),
        (Canned.player("resolving"), "Looking up KEXP 90.3."),
        (
            Canned.player("starting", level: "none", signal: "unknown"),
            "Starting KEXP 90.3 on pulse/lab — not heard yet."
        ),
        (Canned.player("playing"), "Playing KEXP 90.3 on pulse/lab — heard by the output, signal present."),
        (
            Canned.player("playing", output: "null", sink: nil, level: "decoding"),
            "Playing KEXP 90.3 on the null output (which makes no sound) — decoded in real time, signal present."
        ),
        (
            Canned.player("playing", level: "deviceReported", signal: "silent"),
            "Playing KEXP 90.3 on pulse/lab — reported by the device, but the programme is silent."
        ),
        (
            Canned.player("buffering", output: "alsa/default", sink: nil, level: "none"),
            "KEXP 90.3 on alsa/default waits for the stream — not heard yet, signal present."
        ),
        (Canned.player("reconnecting"), "Reconnecting to KEXP 90.3 — the stream dropped."),
        (Canned.player("paused"), "Paused: KEXP 90.3 on pulse/lab."),
        (Canned.player("stopped"), "Stopped; KEXP 90.3 was last. Again: longwave play"),
        (Canned.player("stopped", title: nil), "Stopped."),
        (Canned.player("failed"), "KEXP 90.3 does not play. Why: longwave explain"),
        (
            Canned.player("stuck"),
            "The player does not answer; whether KEXP 90.3 is heard is not known. Try: longwave stop"
        ),
        (
            Canned.player("waiting", waitingFor: "output"),
            "KEXP 90.3 waits for an output and starts when it comes."
        ),
        (Canned.player("dancing"), "KEXP 90.3 on pulse/lab: dancing."),
    ])
    func everyPhaseIsASentence(json: String, sentence: String) throws {
        #expect(try text(json).sentence == sentence)
    }

    @Test func theSecondLineSaysWhatIsOnAndHowLoud() throws {
        let text = try text(Canned.player("playing", onAir: "Nina Simone - Sinnerman", volume: 44, muted: true))
        #expect(text.lines.count == 2)
        #expect(
            text.lines[1]
                == "on air: Nina Simone - Sinnerman · volume 44, muted · mp3 160 kbit/s from https://kexp.example"
        )
    }

    @Test func theHostsNoticeIsTheLastLine() throws {
        #expect(try text(Canned.player("failed", notice: "The server is full.")).lines.last == "The server is full.")
    }

    @Test func textFromAStreamCannotCommandTheTerminal() throws {
        let text = try text(Canned.player("playing", title: #"Evil\u001b[2J"#, onAir: #"\u001b]0;pwned\u0007\u202e"#))
        #expect(
            !text.lines.joined().unicodeScalars.contains { $0.value == 0x1b || $0.value == 7 || $0.value == 0x202e }
        )
        #expect(text.sentence.contains("Evil[2J"))
    }

    @Test(arguments: [
        #"{"phase":"playing"}"#,
        #"{"phase":"playing","item":7,"onAir":[],"output":"x","volume":"loud","muted":"no","evidence":null}"#,
    ])
    func aStrangeSnapshotIsReadAsFarAsItIsUnderstood(json: String) throws {
        let text = try text(json)
        #expect(text.sentence == "Playing nothing on no output — not heard yet.")
        #expect(text.lines.count == 2)
    }

    private func text(_ json: String) throws -> PlayerText {
        PlayerText(player: try JSONDecoder().decode(HostPlayer.self, from: Data(json.utf8)))
    }

    @Test func aPlayThatTheUserHasHushedSaysSo() throws {
        func sentence(volume: Int, muted: Bool) throws -> String {
            let body = Canned.player("playing", volume: volume, muted: muted)
            return PlayerText(player: try JSONDecoder().decode(HostPlayer.self, from: Data(body.utf8))).sentence
        }
        #expect(try sentence(volume: 0, muted: false).contains(" at volume 0 — "))
        #expect(try sentence(volume: 40, muted: true).contains(", muted — "))
        #expect(try !sentence(volume: 40, muted: false).contains("volume"))
    }
}
