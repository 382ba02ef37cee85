internal import Model

/// Which addresses a station's stream may live at, by the station's trust (design 5 and 7).
enum AddressGuard {
    /// Whether this address may be asked at all, before its name is resolved: an open station means https without
    /// credentials.
    static func allows(_ address: StreamAddress, trust: StationTrust) -> Bool {
        switch trust {
        case .open: address.scheme == .https && address.credentials == nil
        case .lan: true
        }
    }

    /// The addresses that may be dialled, in their order: for an open station only those on the open internet, so
    /// that no name can lead into the house.
    static func dialable(_ addresses: [IPAddress], trust: StationTrust) -> [IPAddress] {
        switch trust {
        case .open: addresses.filter(\.isPublic)
        case .lan: addresses
        }
    }
}
