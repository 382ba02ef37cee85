internal import Core
internal import Model

/// What is said of presets, on every surface.
enum PresetText {
    /// nil where every saved station is there (C11).
    static func unavailable(_ count: Int) -> String? {
        switch count {
        case 0: nil
        case 1: "1 saved station is not available."
        default: "\(count) saved stations are not available."
        }
    }

    static func added(_ name: String) -> String { "\(name) is a preset now." }
    /// - `place`: counted from 1.
    static func moved(_ name: String, to place: Int) -> String { "\(name) is preset \(place) now." }
    static func removed(_ name: String) -> String { "\(name) is no longer a preset." }

    /// Puts a removed preset back where it was.
    static func undo(_ removed: Presets.Placed) -> PageControl {
        var control = PageControl(id: "undo", act: "addPreset", label: "Undo", icon: "retry", path: "/v1/presets")
        control.body = JSONWriter.object { json in
            json.member("media", removed.preset.media.description)
            json.member("position", removed.position)
        }
        return control
    }
}
