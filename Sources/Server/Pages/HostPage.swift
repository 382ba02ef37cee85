internal import Core
internal import Model

/// The whole picture of the Host page: what this box is and how it is, as labelled lines.
struct HostPage {
    let identity: HostIdentity
    let uptime: Duration
    let features: [Feature]
    let health: [HealthCheck]
    let catalogue: StationCatalogue

    var bytes: [UInt8] {
        JSONWriter.object { json in
            json.member("page", "host")
            json.member("epoch", identity.epoch)
            json.shell(host: identity.name)
            json.member("eyebrow", features.allSatisfy { $0.state == .ready } ? "All well" : "Something is missing")
            json.member("title", identity.name)
            json.member("groups", array: groups) { json, group in
                json.object { json in
                    json.member("title", group.title)
                    json.member("lines", array: group.lines) { json, line in
                        json.object { json in
                            json.member("label", line.label)
                            json.member("tone", line.tone)
                            json.member("text", line.text)
                        }
                    }
                }
            }
            json.member("notices", array: [] as [Feature]) { _, _ in }
        }
    }

    private struct Line {
        let label: String
        let tone: String
        let text: String
    }

    private var groups: [(title: String, lines: [Line])] {
        [
            (
                "Host",
                [
                    Line(label: "Name", tone: "rests", text: identity.name),
                    Line(label: "Version", tone: "rests", text: identity.version),
                    Line(label: "Running for", tone: "rests", text: Self.words(uptime)),
                    Line(label: "Catalogue", tone: "rests", text: stations),
                ]
            ),
            ("Health", health.map(line)),
            ("Features", features.map(line)),
        ]
    }

    /// Such as `319 stations · 20261130, shipped`.
    private var stations: String {
        let count = "\(catalogue.stations.count) \(catalogue.stations.count == 1 ? "station" : "stations")"
        guard let edition = catalogue.edition else { return count }
        let source =
            switch (edition.source, edition.signature) {
            case (.shipped, _): "shipped"
            case (.update, .absent): "updated"
            case (.update, .unchecked): "updated, signature not checked"
            case (.update, .verified): "updated, signed"
            }
        return "\(count) · \(edition.version > 0 ? "\(edition.version), " : "")\(source)"
    }

    private func line(_ check: HealthCheck) -> Line {
        let label =
            switch check.name {
            case "reachable": "Network"
            case "resolvable": "Names"
            case "playing": "Sound"
            default: Self.capitalised(check.name)
            }
        let tone = check.isGood.map { $0 ? "sounds" : "fails" } ?? "rests"
        return Line(label: label, tone: tone, text: check.seen)
    }

    private func line(_ feature: Feature) -> Line {
        switch feature.state {
        case .ready: Line(label: Self.capitalised(feature.name), tone: "sounds", text: "Ready")
        case .degraded: Line(label: Self.capitalised(feature.name), tone: "fails", text: feature.reason ?? "Degraded")
        case .off: Line(label: Self.capitalised(feature.name), tone: "rests", text: feature.reason ?? "Off")
        }
    }

    private static func capitalised(_ word: String) -> String { word.prefix(1).uppercased() + word.dropFirst() }

    /// The two largest units: `3 d 4 h`, `12 min`.
    private static func words(_ duration: Duration) -> String {
        let minutes = Int(duration.components.seconds) / 60
        switch minutes {
        case ..<1: return "less than a minute"
        case ..<60: return "\(minutes) min"
        case ..<1440: return "\(minutes / 60) h \(minutes % 60) min"
        default: return "\(minutes / 1440) d \(minutes / 60 % 24) h"
        }
    }
}
