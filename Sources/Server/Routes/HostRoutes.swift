internal import Core
internal import Model

/// `GET /v1/host`: who this is, what it can do and why not, and whether it is well.
struct HostRoutes {
    let context: ServerContext
    let ownership: Ownership

    var routes: [Route] {
        [Route(.get, "/v1/host", .later { request, _ throws(Problem) in try await host(request) })]
    }

    private func host(_ request: Request) async throws(Problem) -> Response {
        try request.knows([])
        let isOwner = try await ownership.owner(of: request) != nil
        let features = await context.status.features()
        let health = await context.status.health()
        let catalogue = await context.stations.catalogue()
        let playing = HealthCheck.playing(context.players.map { $0.snapshot })
        return .json { json in
            json.member("id", context.identity.id)
            json.member("name", context.identity.name)
            json.member("product", HostIdentity.product)
            json.member("version", context.identity.version)
            json.member("api", "v1")
            json.member("epoch", context.identity.epoch)
            json.member("nowMs", context.clock.now.milliseconds)
            json.member("owner", isOwner)
            json.member("catalogue") { json in
                json.member("version", catalogue.edition?.version)
                json.member("source", catalogue.edition?.source.rawValue)
                json.member("signature", catalogue.edition?.signature.rawValue)
                json.member("stations", catalogue.stations.count)
            }
            json.member("features", array: features) { json, feature in
                json.object { json in
                    json.member("name", feature.name)
                    json.member("state", feature.state.rawValue)
                    json.member("reason", feature.reason)
                }
            }
            json.member("health") { json in
                for check in health + [playing] {
                    json.member(check.name) { json in
                        json.member("good", check.isGood)
                        json.member("seen", check.seen)
                    }
                }
            }
        }
    }
}

extension HealthCheck {
    /// Whether what should sound is seen to sound.
    static func playing(_ snapshots: [PlayerSnapshot]) -> HealthCheck {
        let atRest: Set<PlaybackPhase> = [.idle, .stopped, .paused]
        let active = snapshots.filter { !atRest.contains($0.phase) }
        guard let first = active.first(where: { !$0.isHeard }) ?? active.first else {
            return HealthCheck("playing", isGood: nil, seen: "Nothing is asked to play.")
        }
        let evidence = first.evidence
        return HealthCheck(
            "playing",
            isGood: first.isHeard,
            seen:
                "Player \(first.player): \(first.phase.rawValue), evidence \(evidence.level.word), signal \(evidence.signal.word)."
        )
    }
}

extension PlayerSnapshot {
    fileprivate var isHeard: Bool { phase == .playing && evidence.isSufficient }
}
