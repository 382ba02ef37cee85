package import Model

/// What every request must pass before any route sees it: the right host name, the right origin, the right network.
package struct Gatekeeper: Sendable {
    private let hosts: HostRule
    private let isOnLink: @Sendable (IPAddress) -> Bool

    package init(hosts: HostRule, isOnLink: @escaping @Sendable (IPAddress) -> Bool) {
        self.hosts = hosts
        self.isOnLink = isOnLink
    }

    package func refusal(of head: Request) -> Problem? {
        let host = head.headers["host"]
        if case .network(let address) = head.peer {
            guard address.isLoopback || isOnLink(address) else { return Self.offLink }
            // Renderers name the relay by whatever address they were given; pages do not fetch from it.
            let isRenderer = head.path.hasPrefix("/relay/") && head.headers["origin"] == nil
            guard isRenderer || host.map(hosts.allows) ?? true else { return Self.foreignHost(host ?? "") }
        }
        guard OriginRule.allows(head.headers["origin"], host: host) else { return Self.foreignOrigin }
        return nil
    }

    private static let offLink = Problem(
        403,
        "off_link",
        "Only the local network may come in",
        "This address is on no network of the host. Connect from the same network, or through a VPN that ends there."
    )

    private static let foreignOrigin = Problem(
        403,
        "foreign_origin",
        "Another site may not speak to this host",
        "The page that asked was not served by this host. Open the host's own page instead."
    )

    private static func foreignHost(_ host: String) -> Problem {
        Problem(
            403,
            "foreign_host",
            "This host does not go by that name",
            "“\(host.prefixForDisplay)” is none of its names. Use its IP address, or add the name to the configuration."
        )
    }
}
