internal import Core
internal import Model

/// The presets on the Radio page (docs/pages.md, Radio): rows to press, and what changes them.
struct RadioPresets {
    private let shelf: Presets.Shelf
    /// With their places in the list, which also holds what is not shown.
    private let rows: [(position: Int, preset: Preset, station: Station)]

    /// - Returns: nil where the list could not be read.
    init?(_ presets: Result<Presets.Shelf, StoreError>, in catalogue: StationCatalogue) {
        guard case .success(let shelf) = presets else { return nil }
        self.shelf = shelf
        self.rows = shelf.presets.enumerated().compactMap { position, preset in
            catalogue.savedStation(preset.station).map { (position, preset, $0) }
        }
    }

    /// - `members`: writes what every row of a station has.
    func write(into json: inout JSONWriter, _ members: (inout JSONWriter, Station) -> Void) {
        json.member("title", "Presets")
        json.member("revision", shelf.revision)
        json.member("text", PresetText.unavailable(shelf.presets.count - rows.count))
        let isEmpty = rows.isEmpty
        json.member("empty", isEmpty ? "No presets yet. The mark beside a station makes it one." : nil)
        json.member("arrange", "Arrange")
        for control in [add, remove, move] {
            json.key(control.id)
            control.write(into: &json)
        }
        json.member("up", "Move up")
        json.member("down", "Move down")
        json.member("handle", "Drag to its place")
        json.member("rows", array: rows) { json, row in
            json.object { json in
                members(&json, row.station)
                json.member("preset", row.preset.id.description)
                json.member("position", row.position)
                json.member("path", "\(Self.path)/\(row.preset.id)")
            }
        }
    }

    private static let path = "/v1/presets"

    private var add: PageControl {
        var control = PageControl(id: "add", act: "addPreset", label: "Preset", icon: "preset", path: Self.path)
        control.field = "media"
        return control
    }

    /// Its path is the row's.
    private var remove: PageControl {
        PageControl(
            id: "remove",
            act: "removePreset",
            label: "Preset",
            icon: "preset",
            path: Self.path,
            method: "DELETE"
        )
    }

    /// Its path is the row's.
    private var move: PageControl {
        var control = PageControl(
            id: "move",
            act: "movePreset",
            label: "Move",
            icon: nil,
            path: Self.path,
            method: "PATCH"
        )
        control.field = "position"
        return control
    }
}
