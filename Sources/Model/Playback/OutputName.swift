/// Where a player is asked to send its sound.
package enum OutputName: Hashable, Sendable, CustomStringConvertible {
    /// The default sink of a running Pulse server, else the first sound card; never the null output.
    case auto
    /// Decodes in real time and makes no sound; only on request, and named in every snapshot.
    case null
    /// A libmpv device: `alsa/…`, `pulse/…`, `pipewire/…`.
    case device(String)

    /// - Returns: nil where the text is neither `auto`, `null` nor `<driver>/<name>` of a driver that we know.
    package init?(_ text: String) {
        switch text {
        case "auto": self = .auto
        case "null": self = .null
        default:
            let parts = text.split(separator: "/", maxSplits: 1)
            guard parts.count == 2, ["alsa", "pulse", "pipewire"].contains(parts[0]), text.utf8.count <= 256 else {
                return nil
            }
            guard text.unicodeScalars.allSatisfy({ !$0.isUnprintable && $0 != " " }) else { return nil }
            self = .device(text)
        }
    }

    package var description: String {
        switch self {
        case .auto: "auto"
        case .null: "null"
        case .device(let name): name
        }
    }

    /// The Pulse sink that this name asks for.
    package var pulseSink: String? {
        guard case .device(let name) = self, name.hasPrefix("pulse/") else { return nil }
        return String(name.dropFirst("pulse/".count))
    }
}
