internal import Model

/// Follows the redirects of one connection, and refuses those that lead astray (reference/radio.md 1.4).
///
/// It lives as long as one attempt: targets are never kept, since official entry points mint a session per request.
struct RedirectGuard: Sendable {
    static let limit = 5

    private(set) var address: StreamAddress
    private let trust: StationTrust
    private var seen: Set<StreamAddress>
    private var hops = 0

    init(from address: StreamAddress, trust: StationTrust) {
        self.address = address
        self.trust = trust
        self.seen = [address]
    }

    /// Whether ``address`` is the one that the station lists.
    var isFirst: Bool { hops == 0 }

    /// Moves on to the address that `location` means.
    ///
    /// The listed credentials go along only to the same scheme, host and port. Where the target's name leads is
    /// ``AddressGuard``'s business.
    ///
    /// - Throws: ``FaultCode/tooManyRedirects`` for the sixth hop and for a loop, ``FaultCode/malformedResponse``
    ///   where no target was given, ``FaultCode/redirectRefused`` for a step from https to http, for a target with
    ///   credentials of its own and for one that is no http address.
    mutating func follow(_ location: String?) throws(FaultCode) {
        guard let location, !location.isEmpty else { throw .malformedResponse }
        guard hops < Self.limit else { throw .tooManyRedirects }
        guard let target = address.resolving(location), target.credentials == nil else { throw .redirectRefused }
        guard !(address.scheme == .https && target.scheme == .http) else { throw .redirectRefused }
        guard AddressGuard.allows(target, trust: trust) else { throw .redirectRefused }
        let next = target.bearingCredentials(of: address)
        guard seen.insert(next).inserted else { throw .tooManyRedirects }
        hops += 1
        address = next
    }
}
