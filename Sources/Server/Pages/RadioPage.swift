internal import Core
internal import Model

/// The whole picture of the Radio page (docs/pages.md, Radio).
struct RadioPage {
    let catalogue: StationCatalogue
    let query: String
    let player: PlayerID
    let host: String
    /// Or why there is none to show.
    let presets: Result<Presets.Shelf, StoreError>

    var bytes: [UInt8] {
        let found = catalogue.search(query)
        let all = catalogue.stations.count
        return JSONWriter.object { json in
            json.member("page", "radio")
            json.member("revision", catalogue.revision)
            json.member("query", query)
            json.shell(host: host)
            let noun = all == 1 ? "station" : "stations"
            json.member("eyebrow", found.count == all ? "\(all) \(noun)" : "\(found.count) of \(all) \(noun)")
            json.member("title", "Radio")
            json.member("search") { json in
                json.member("label", "Search stations")
                json.member("hint", "Name, city or tag")
            }
            json.member("empty", optional: found.isEmpty ? query : nil) { json, query in
                json.object { json in
                    let text = query.isEmpty ? "This host has no stations." : "No station matches “\(query)”."
                    json.member("text", text)
                }
            }
            json.key("play")
            PageControl(
                id: "play",
                act: "play",
                label: "Play",
                icon: "play",
                path: "/v1/players/\(player)/play",
                field: "media"
            ).write(into: &json)
            json.member("presets", optional: RadioPresets(presets, in: catalogue)) { json, section in
                json.object { json in
                    section.write(into: &json) { json, station in members(of: station, into: &json) }
                }
            }
            json.member("heading", "All stations")
            json.member("rows", array: found) { json, station in json.object { members(of: station, into: &$0) } }
            json.member("notices", array: notices) { json, notice in
                json.pageNotice(
                    code: notice.code,
                    severity: notice.severity.rawValue,
                    text: notice.text,
                    action: nil
                )
            }
        }
    }

    private var notices: [Notice] {
        let files = catalogue.problems.map { problem in
            Notice(
                code: "station_file_unreadable",
                severity: .warning,
                text: "\(problem.file): \(problem.reason)"
            )
        }
        guard case .failure(let error) = presets else { return files }
        let problem = Problem.storage(error)
        return [Notice(code: problem.code, severity: .warning, text: "The presets: \(problem.detail)")] + files
    }

    private func members(of station: Station, into json: inout JSONWriter) {
        let stream = station.streams.first
        let format = stream.flatMap { StreamText.format(codec: $0.codec, bitrateKbps: $0.bitrateKbps) }
        let reason = reason(station)
        json.member("id", station.id.description)
        json.member("media", MediaRef.station(station.id.description).description)
        json.member("title", station.name)
        json.member("detail", texts: [station.city, station.country, format].compactMap { $0 })
        json.member("tags", texts: station.trust == .lan ? ["LAN"] : [])
        json.member("enabled", reason == nil)
        json.member("reason", reason)
    }

    private func reason(_ station: Station) -> String? {
        switch station.state {
        case .active: return station.streams.isEmpty ? "No stream of this station can be played here." : nil
        case .comingSoon: return "This station is not on air yet."
        case .unknown(let word): return "This station is “\(word.prefixForDisplay)”, which this host does not know."
        case .retired:
            guard let heir = station.successor.flatMap(catalogue.station) else { return "This station has ended." }
            return "This station has ended. Its successor is \(heir.name)."
        }
    }
}
