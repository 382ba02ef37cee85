internal import Glibc
internal import Model

/// Where sound can go on this machine, and which of libmpv's devices that is.
struct Outputs: Sendable {
    /// Names in libmpv's `audio-device`, and the Pulse sink asked for, if one was.
    struct Route: Sendable, Equatable {
        let device: String
        var sink: String?
        /// The stream can be watched at the Pulse server.
        var isPulse = false
    }

    let cards: SoundCards
    /// Where PipeWire's socket is; nil where the environment names none.
    let runtimeDirectory: String?

    /// Whether `output` needs to know what the Pulse server says.
    static func asksPulse(_ output: OutputName) -> Bool { output == .auto || output.pulseSink != nil }

    /// - Parameters:
    ///   - output: what is asked for.
    ///   - sinks: what the Pulse server has; nil where no server answers.
    /// - Returns: nil where nothing is there that could take the sound. A sink that the server does not have gets a
    ///   route all the same: libmpv's own refusal is the better answer than ours.
    func route(to output: OutputName, sinks: PulseSinks?) -> Route? {
        switch output {
        case .null: return Route(device: "null")
        case .auto:
            return Self.real(sinks) ?? (cards.cards.isEmpty ? nil : Route(device: "alsa"))
        case .device(let name):
            guard let sink = output.pulseSink else { return Route(device: name) }
            return sinks == nil ? nil : Route(device: name, sink: sink, isPulse: true)
        }
    }

    /// As ``route(to:sinks:)``, and the device named is there now.
    func isAvailable(_ output: OutputName, sinks: PulseSinks?) -> Bool {
        switch output {
        case .null: return true
        case .auto: return route(to: .auto, sinks: sinks) != nil
        case .device(let name):
            if let sink = output.pulseSink { return sinks?.names.contains(sink) ?? false }
            if name.hasPrefix("alsa/") { return cards.holds(device: String(name.dropFirst("alsa/".count))) }
            guard name.hasPrefix("pipewire/"), let runtimeDirectory else { return false }
            return access("\(runtimeDirectory)/pipewire-0", R_OK | W_OK) == 0
        }
    }

    /// `auto_null` is the dummy that sound servers make where they found no card: choosing it by itself would be the
    /// null output that nobody asked for. Where it is the default, the first real sink by name is asked for.
    private static func real(_ sinks: PulseSinks?) -> Route? {
        guard let sinks, let first = sinks.names.filter({ $0 != "auto_null" }).min() else { return nil }
        if let name = sinks.defaultName, name != "auto_null", sinks.names.contains(name) {
            return Route(device: "pulse", isPulse: true)
        }
        return Route(device: "pulse/\(first)", sink: first, isPulse: true)
    }
}
