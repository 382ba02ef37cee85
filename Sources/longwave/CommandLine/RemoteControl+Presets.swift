internal import Model

/// The commands about saved stations and lists.
extension RemoteControl {
    func presets(json: Bool) async throws(ControlFault) -> ExitStatus {
        try await answer("GET", "/v1/presets", json: json) { (found: HostPresets) in
            guard !found.presets.isEmpty else {
                return ["No presets yet. One: longwave presets add STATION\(hostOption)"]
            }
            let column = found.presets.map(\.id.count).max() ?? 0
            let rows = found.presets.enumerated().map { index, preset in
                let place = String((preset.position ?? index) + 1).padded(to: 5)
                let text = preset.station?.text ?? "\(preset.name ?? preset.media ?? "") (not available)"
                return "\(place)\(preset.id.padded(to: column + 2))\(text)"
            }
            return rows + (found.text.map { [$0] } ?? [])
        }
    }

    func addPreset(_ target: PlayTarget, json: Bool) async throws(ControlFault) -> ExitStatus {
        try await named(target, json: json) { media throws(ControlFault) in
            let body = JSONMember.object(["media": .text(media)])
            return try await answer("POST", "/v1/presets", body, json: json) { (found: HostChange) in
                [found.text ?? "Saved."]
            }
        }
    }

    /// `name`: a preset's ID, or its station's; the host's list says which preset that is.
    func changePreset(
        _ method: String,
        _ name: String,
        _ body: String?,
        json: Bool
    ) async throws(ControlFault) -> ExitStatus {
        let listed = try await channel.request("GET", "/v1/presets", json: nil)
        guard listed.status == 200, let found = decoded(HostPresets.self, listed) else {
            return tell(listed, json: json)
        }
        let named = found.presets.first { preset in
            preset.id == name || preset.media == name || preset.media == "station:\(name)"
        }
        let path = "/v1/presets/\((named?.id ?? name).queryEscaped)"
        return try await answer(method, path, body, json: json) { (found: HostChange) in [found.text ?? "Done."] }
    }

    func lists(_ id: String?, json: Bool) async throws(ControlFault) -> ExitStatus {
        guard let id else {
            return try await answer("GET", "/v1/lists", json: json) { (found: HostLists) in
                guard !found.lists.isEmpty else { return ["This host has no lists."] }
                let column = found.lists.compactMap(\.id?.count).max() ?? 0
                return found.lists.map { list in
                    let count = list.stations ?? 0
                    let name = [list.name ?? "", "\(count) \(count == 1 ? "station" : "stations")"].joined(
                        separator: " · "
                    )
                    return "\((list.id ?? "").padded(to: column + 2))\(name)"
                }
            }
        }
        return try await answer("GET", "/v1/lists/\(id.queryEscaped)", json: json) { (found: HostStations) in
            let column = found.stations.map(\.id.count).max() ?? 0
            return found.stations.map { "\($0.id.padded(to: column + 2))\($0.text)" }
        }
    }
}
