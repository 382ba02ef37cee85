package import Model

/// Turns a station's name into the streams that are tried: id, then alias, then the station's own list. Addresses
/// come from the catalogue at every call; nothing that a stream redirected to is remembered (reference/radio.md 1.4).
package struct RadioProvider: Provider {
    package let id = ProviderID.radio
    private let directory: any StationDirectory

    package init(directory: any StationDirectory) { self.directory = directory }

    /// - Throws: `unknown_station` with the nearest names as text, `station_retired` with the successor named,
    ///   `station_inactive` for every other state but active, `not_playable` where this build plays none of its
    ///   streams.
    package func admit(_ media: MediaRef) async throws(Refusal) -> MediaRef { try await stream(for: media).media }

    /// - Throws: as ``admit(_:)``; never a failure, since the catalogue is at hand.
    package func resolve(_ media: MediaRef) async throws(ProviderError) -> ResolvedStream {
        do throws(Refusal) { return try await stream(for: media) } catch { throw .refused(error) }
    }

    private func stream(for media: MediaRef) async throws(Refusal) -> ResolvedStream {
        let catalogue = await directory.catalogue()
        switch media {
        case .station(let requested):
            switch catalogue.find(requested) {
            case .found(let station, _): return try stream(of: station, in: catalogue)
            case .unknown(let nearest):
                throw Refusal(
                    .unknownStation,
                    "There is no station “\(requested.prefixForDisplay)”.",
                    nearest: nearest.map { "\($0.name) (\($0.id))" }
                )
            }
        }
    }

    private func stream(of station: Station, in catalogue: StationCatalogue) throws(Refusal) -> ResolvedStream {
        switch station.state {
        case .active: break
        case .retired:
            let heir = station.successor.flatMap { catalogue.station($0) }
            let offer = heir.map { " Its successor is \($0.name) (\($0.id))." } ?? ""
            throw Refusal(.stationRetired, "\(station.name) is off the air for good.\(offer)")
        case .comingSoon:
            throw Refusal(.stationInactive, "\(station.name) is not on the air yet.")
        case .unknown(let word):
            throw Refusal(.stationInactive, "\(station.name) is marked “\(word.prefixForDisplay)”, not active.")
        }
        // Playlists in front of a stream and HLS come with later builds.
        let streams = station.streams.filter { $0.kind == .icecast }
        guard !streams.isEmpty else {
            throw Refusal(.notPlayable, "This host cannot play any of the streams of \(station.name).")
        }
        return ResolvedStream(
            media: .station(station.id.description),
            title: station.name,
            subtitle: station.city.map { "\($0), \(station.country)" } ?? station.country,
            streams: streams,
            isLive: true,
            trust: station.trust,
            charset: station.charset,
            languages: station.languages,
            silenceLimit: station.silenceLimit
        )
    }
}
