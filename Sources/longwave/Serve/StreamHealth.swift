internal import Core
internal import Model
internal import Server

/// What the current load's stream has shown of the network and of names; nothing is probed for it.
enum StreamHealth {
    static func checks(_ tally: RelayTally?) -> [HealthCheck] { [reachable(tally), resolvable(tally)] }

    private static func reachable(_ tally: RelayTally?) -> HealthCheck {
        if let fault = tally?.fault, [.connectionRefused, .connectionFailed].contains(fault) {
            return HealthCheck("reachable", isGood: false, seen: fault.sentence)
        }
        guard let tally, tally.bytes > 0 else { return HealthCheck("reachable", isGood: nil, seen: "Not tried yet.") }
        return HealthCheck("reachable", isGood: true, seen: "Bytes came from \(tally.origin ?? "a stream").")
    }

    private static func resolvable(_ tally: RelayTally?) -> HealthCheck {
        if let fault = tally?.fault, fault == .nameUnresolved {
            return HealthCheck("resolvable", isGood: false, seen: fault.sentence)
        }
        // Bytes from an address prove nothing of names.
        guard let tally, tally.bytes > 0, let origin = tally.origin, let host = StreamAddress(origin)?.host,
            IPAddress(host) == nil
        else { return HealthCheck("resolvable", isGood: nil, seen: "Not tried yet.") }
        return HealthCheck("resolvable", isGood: true, seen: "\(host) was found.")
    }
}
