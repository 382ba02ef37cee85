package import Core
package import Model

/// Everything that the server stands on, built once by the assembly.
package struct ServerContext: Sendable {
    package let identity: HostIdentity
    /// In the order in which they are listed; `main` is among them.
    package let players: [any PlayerAuthority]
    /// Opens a grant of the relay: 404 for one that is unknown or dead.
    package let relay: @Sendable (_ token: String, _ request: RelayRequest) async -> RelayAnswer
    package let pairing: Pairing
    package let stations: any StationDirectory
    package let receipts: any ReceiptStore
    package let streamMoves: any StreamMoveStore
    package let events: EventFeed
    package let clock: any HostClock
    /// SHA-256.
    package let hash: @Sendable ([UInt8]) -> [UInt8]
    /// Whether an address lies inside a prefix of one of this host's own links.
    package let isOnLink: @Sendable (IPAddress) -> Bool
    package let status: HostStatus
    /// The folder of the page; nil where it was not found, and then only the API is served.
    package let webFolder: String?

    package init(
        identity: HostIdentity,
        players: [any PlayerAuthority],
        relay: @escaping @Sendable (_ token: String, _ request: RelayRequest) async -> RelayAnswer,
        pairing: Pairing,
        stations: any StationDirectory,
        receipts: any ReceiptStore,
        streamMoves: any StreamMoveStore,
        events: EventFeed,
        clock: any HostClock,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8],
        isOnLink: @escaping @Sendable (IPAddress) -> Bool,
        status: HostStatus,
        webFolder: String?
    ) {
        self.identity = identity
        self.players = players
        self.relay = relay
        self.pairing = pairing
        self.stations = stations
        self.receipts = receipts
        self.streamMoves = streamMoves
        self.events = events
        self.clock = clock
        self.hash = hash
        self.isOnLink = isOnLink
        self.status = status
        self.webFolder = webFolder
    }

    func player(_ name: String) throws(Problem) -> any PlayerAuthority {
        if let player = players.first(where: { $0.id.description == name }) { return player }
        var problem = Problem(
            404,
            "unknown_player",
            "There is no such player",
            "“\(name.prefixForDisplay)” is no player of this host. GET /v1/players lists them."
        )
        problem.nearest = players.map(\.id.description)
        throw problem
    }
}

/// Who this host is.
package struct HostIdentity: Sendable, Equatable {
    /// The product's one name (H1).
    package static let product = "Longwave"

    /// Stays the same for the life of the state directory.
    package let id: String
    /// As people call it, and as Avahi advertises it.
    package let name: String
    package let version: String
    /// Names this run.
    package let epoch: String
    /// Names without a domain under which the host answers: its hostname, its Avahi name.
    package let hostNames: [String]
    /// Whole names from the configuration.
    package let configuredNames: [String]

    package init(
        id: String,
        name: String,
        version: String,
        epoch: String,
        hostNames: [String],
        configuredNames: [String] = []
    ) {
        self.id = id
        self.name = name
        self.version = version
        self.epoch = epoch
        self.hostNames = hostNames
        self.configuredNames = configuredNames
    }
}

/// What the host knows of itself, asked whenever somebody looks.
package struct HostStatus: Sendable {
    package let features: @Sendable () async -> [Feature]
    /// Whether the network and names can be used; nothing is probed for this.
    package let health: @Sendable () async -> [HealthCheck]
    /// Memory of this process in bytes; nil where the system does not say.
    package let residentBytes: @Sendable () -> Int?

    package init(
        features: @escaping @Sendable () async -> [Feature],
        health: @escaping @Sendable () async -> [HealthCheck],
        residentBytes: @escaping @Sendable () -> Int?
    ) {
        self.features = features
        self.health = health
        self.residentBytes = residentBytes
    }
}

/// Something that the host can do, and whether it can now. Storage is one of them.
package struct Feature: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable { case ready, degraded, off }

    /// camelCase: `storage`, `stations`, `engine`, `page`.
    package let name: String
    package let state: State
    /// A sentence; nil while it is ready.
    package let reason: String?

    package init(_ name: String, _ state: State, reason: String? = nil) {
        self.name = name
        self.state = state
        self.reason = reason
    }
}

/// One question about the host's health: `reachable`, `resolvable`.
package struct HealthCheck: Sendable, Equatable {
    package let name: String
    /// nil where nothing was seen either way.
    package let isGood: Bool?
    package let seen: String

    package init(_ name: String, isGood: Bool?, seen: String) {
        self.name = name
        self.isGood = isGood
        self.seen = seen
    }
}
