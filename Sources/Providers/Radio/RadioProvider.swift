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
    ///
    /// A name of the open directory is admitted unasked where that is switched on, since asking takes the network.
    package func admit(_ media: MediaRef) async throws(Refusal) -> MediaRef {
        if case .station(let requested) = media, requested.hasPrefix(OpenStationID.prefix) {
            let (id, directory) = try open(requested)
            await directory.willPlay(id)
            return .station(id.description)
        }
        return try await stream(for: media).media
    }

    /// - Throws: as ``admit(_:)``; a failure only where the open directory is asked and does not answer.
    package func resolve(_ media: MediaRef) async throws(ProviderError) -> ResolvedStream {
        if case .station(let requested) = media, requested.hasPrefix(OpenStationID.prefix) {
            return try await openStream(requested)
        }
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

    /// The open directory, and what it is to be asked for.
    private func open(_ requested: String) throws(Refusal) -> (OpenStationID, any OpenDirectory) {
        guard let directory = directory.openDirectory else {
            throw Refusal(
                .unknownStation,
                "radio-browser is not switched on here, so “\(requested.prefixForDisplay)” is unknown."
            )
        }
        guard let id = OpenStationID(requested) else {
            throw Refusal(.unknownStation, "“\(requested.prefixForDisplay)” is no name of a radio-browser station.")
        }
        return (id, directory)
    }

    private func openStream(_ requested: String) async throws(ProviderError) -> ResolvedStream {
        let id: OpenStationID
        let open: any OpenDirectory
        do throws(Refusal) { (id, open) = try self.open(requested) } catch { throw .refused(error) }
        let station: OpenStation
        do throws(OpenDirectoryFault) { station = try await open.resolve(id) } catch {
            switch error {
            case .unavailable: throw .failed(.connectionFailed)
            case .unknownStation:
                throw .refused(Refusal(.unknownStation, "radio-browser knows no station “\(id)”."))
            case .noSafeAddress:
                throw .refused(Refusal(.notPlayable, "radio-browser has no https address for “\(id)”."))
            }
        }
        return ResolvedStream(
            media: .station(id.description),
            title: station.name,
            subtitle: ["radio-browser", station.country].compactMap(\.self).joined(separator: ", "),
            streams: [station.stream],
            isLive: true,
            trust: .open,
            charset: nil,
            languages: station.languages,
            silenceLimit: nil
        )
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
        let streams = station.streams
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
