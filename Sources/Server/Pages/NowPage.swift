internal import Core
internal import Model

/// The whole picture of the Now page (docs/pages.md, Now).
struct NowPage {
    let snapshot: PlayerSnapshot
    let host: String
    /// nil for a visitor.
    let owner: Owner?
    /// Only for owners.
    let explanation: Explanation?
    /// Why the state is not kept; nil while it is.
    let storageProblem: String?

    var bytes: [UInt8] {
        JSONWriter.object { json in
            json.member("page", "now")
            json.member("epoch", snapshot.epoch)
            json.member("rev", snapshot.rev)
            json.shell(host: host)
            json.member("phase", snapshot.phase.rawValue)
            json.member("tone", NowText.tone(snapshot))
            json.member("eyebrow", NowText.eyebrow(snapshot))
            json.member("title", title)
            json.member("onAir", snapshot.onAir?.text)
            json.member(
                "detail",
                texts: snapshot.item?.subtitle.map { $0.split(separator: ", ").map(String.init) } ?? []
            )
            json.member("tags", texts: snapshot.item?.trust == .lan ? ["LAN"] : [])
            json.member("media", snapshot.item?.media.description)
            json.member("position", optional: snapshot.position) { json, _ in
                json.object { json in
                    json.member("label", "Heard for")
                    json.member("live", snapshot.item?.isLive ?? false)
                    json.member("liveText", snapshot.item?.isLive == true ? "Live" : nil)
                }
            }
            evidence(into: &json)
            json.member("empty", optional: snapshot.item == nil ? snapshot.phase : nil) { json, _ in
                json.object { json in
                    json.member("text", "Choose a station and press it once.")
                    json.member("label", "Radio")
                    json.member("page", "radio")
                }
            }
            json.member("playerLabel", "Player")
            let controls = NowControls(snapshot: snapshot)
            json.member("controls", array: controls.all) { $1.write(into: &$0) }
            json.member("notices", array: [snapshot.notice, storage].compactMap { $0 }) { json, notice in
                json.pageNotice(
                    code: notice.code,
                    severity: notice.severity.rawValue,
                    text: notice.text,
                    action: notice.action.map(controls.control)
                )
            }
            signalPath(into: &json)
            browser(into: &json)
        }
    }

    private var storage: Notice? {
        storageProblem.map { Notice(code: "storage_degraded", severity: .warning, text: $0) }
    }

    private var title: String {
        guard let item = snapshot.item else { return "Nothing playing" }
        return item.title ?? item.media.description
    }

    private func evidence(into json: inout JSONWriter) {
        json.member("evidence") { json in
            json.member("label", "Evidence")
            json.member("level", snapshot.evidence.level.word)
            json.member("signal", snapshot.evidence.signal.word)
            let scale = EvidenceScale(snapshot.evidence)
            json.member("scale", texts: scale.steps)
            json.member("at", scale.seen)
            json.member("fields", texts: NowText.evidence(snapshot))
        }
    }

    private func signalPath(into json: inout JSONWriter) {
        json.member("signalPath", optional: explanation) { json, explanation in
            json.object { json in
                json.member("title", "Signal path")
                json.member("sentence", explanation.sentence)
                json.member("hops", array: explanation.hops) { json, hop in
                    json.object { json in
                        json.member("name", hop.name.label)
                        json.member("state", hop.state.rawValue)
                        json.member("stateText", hop.state.rawValue)
                        json.member("seen", hop.seen)
                    }
                }
            }
        }
    }

    private func browser(into json: inout JSONWriter) {
        json.member("browser") { json in
            json.member("title", "This browser")
            json.member("shortcuts") { json in
                json.member("label", "Keyboard shortcuts")
                json.member(
                    "text",
                    "Space plays or stops, M mutes, P and N play the previous and next station, J and K move along the "
                        + "stations, Alt with ↑ and ↓ moves a preset, / searches."
                )
            }
            json.member("pairing") { json in
                json.member("paired", owner != nil)
                switch owner {
                case .paired(let token):
                    json.member("title", "Paired")
                    json.member("text", "This browser holds the token “\(token.label)”.")
                    json.member("forgetLabel", "Forget the token")
                case .local:
                    json.member("title", "Paired")
                    json.member("text", "This comes through the host's own socket.")
                case nil:
                    json.member("title", "Pair")
                    json.member("text", "Run “longwave pair” on the host and type the code here.")
                    json.member("code") { $0.member("label", "Pairing code") }
                    json.member("name") { $0.member("label", "Name of this browser") }
                    json.key("control")
                    PageControl(id: "pair", act: "pair", label: "Pair", icon: nil, path: "/v1/pairing/redeem")
                        .write(into: &json)
                }
            }
        }
    }
}

extension Explanation.Hop.Name {
    fileprivate var label: String {
        switch self {
        case .provider: "Provider"
        case .relay: "Relay"
        case .decode: "Decoder"
        case .output: "Output"
        case .device: "Device"
        }
    }
}
