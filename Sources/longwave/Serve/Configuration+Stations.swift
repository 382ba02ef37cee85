internal import Model
internal import Networking
internal import Providers

extension Configuration {
    /// The shipped stations; nil where no share folder was found.
    var shippedStations: String? { share.map { "\($0)/stations" } }

    /// The file of results of checks.
    var stationChecks: String { "\(state)/\(StationCheckFile.name)" }

    /// Whose newer catalogue counts.
    var signing: SignatureRule { SignatureRule(keys: catalogueKeys, hash: SHA256.hash, verify: Ed25519.verify) }

    /// The open directory, where the owner switched it on.
    func openDirectory(
        client: any HTTPClient,
        resolver: any NameResolver,
        clock: any HostClock,
        randomness: Randomness,
        log: any LogSink
    ) -> RadioBrowser? {
        guard radioBrowser else { return nil }
        let path = "\(state)/radio-browser.json"
        return RadioBrowser(
            client: client,
            resolver: resolver,
            clock: clock,
            randomness: randomness,
            log: log,
            keeper: RadioBrowser.Keeper(
                // try?: a file that cannot be read keeps nothing; everything in it can be asked for again.
                read: { try? WholeFile.read(path) },
                write: { bytes in
                    do throws(WholeFile.Fault) { try WholeFile.replace(path, with: bytes) } catch {
                        log.log(.warning, "radioBrowser.unkept", [("reason", error.description)])
                    }
                }
            )
        )
    }

    /// The stations that a host of this configuration knows.
    func stations(
        openDirectory: (any OpenDirectory)? = nil,
        clock: any HostClock,
        log: any LogSink
    ) -> RadioDirectory {
        RadioDirectory(
            shipped: shippedStations ?? "",
            update: catalogue,
            own: ownStations,
            checks: stationChecks,
            signing: signing,
            openDirectory: openDirectory,
            clock: clock,
            log: log
        )
    }
}
