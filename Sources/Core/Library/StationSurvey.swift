internal import FoundationEssentials
package import Model

/// Checks every stream of many stations, politely: hosts in parallel, one connection to each at a time and at most one
/// a second, at most ``breadth`` in all.
package struct StationSurvey: Sendable {
    /// Streams that are checked at the same time.
    package static let breadth = 8

    private struct Job: Sendable {
        let number: Int
        let station: Station
        let index: Int
    }

    private let probe: StreamProbe
    private let agent: String
    private let clock: any HostClock

    /// - Parameters:
    ///   - client: sends `agent` as its own.
    ///   - resolver: asked for every name.
    ///   - xml: reads the playlists that are XML.
    ///   - cipher: decrypts segments.
    ///   - clock: for deadlines and for the dates of the records.
    ///   - agent: who checks, for the records.
    package init(
        client: any HTTPClient,
        resolver: any NameResolver,
        xml: any XMLReading,
        cipher: any BlockCipher,
        clock: any HostClock,
        agent: String
    ) {
        self.probe = StreamProbe(
            client: client,
            resolver: resolver,
            xml: xml,
            cipher: cipher,
            clock: clock,
            turns: HostTurns(clock: clock)
        )
        self.agent = agent
        self.clock = clock
    }

    /// Checks every stream of `stations`; `found` hears of each station when its last stream is done, one at a time
    /// and in that order. A cancelled survey leaves out the stations that were not done.
    package func run(
        _ stations: [Station],
        found: @escaping @Sendable (Station, StationCheck) -> Void
    ) async {
        var number = 0
        var groups: [String: [Job]] = [:]
        for station in stations {
            for (index, stream) in station.streams.enumerated() {
                number += 1
                let job = Job(number: number, station: station, index: index)
                groups[stream.address.host, default: []].append(job)
            }
        }
        // The longest first: the last host to finish decides how long it takes.
        let queue = Lock(
            groups.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map(\.value)[...]
        )
        let gathering = Gathering(found)
        await withDiscardingTaskGroup { group in
            for _ in 0..<Self.breadth {
                group.addTask {
                    while let jobs = queue.withLock({ $0.popFirst() }) {
                        for job in jobs {
                            guard !Task.isCancelled else { return }
                            await check(job, gathering)
                        }
                    }
                }
            }
        }
    }

    private func check(_ job: Job, _ gathering: Gathering) async {
        let check = await probe.check(job.station.streams[job.index], of: job.station, as: job.number)
        guard !Task.isCancelled else { return }
        await gathering.add(check, at: job.index, of: job.station) { streams in
            StationCheck(
                station: job.station.id.description,
                at: clock.date.formatted(.iso8601),
                by: agent,
                streams: streams
            )
        }
    }
}

/// Puts the checks of a station's streams together.
private actor Gathering {
    private var parts: [StationID: [Int: StreamCheck]] = [:]
    private let found: @Sendable (Station, StationCheck) -> Void

    init(_ found: @escaping @Sendable (Station, StationCheck) -> Void) { self.found = found }

    func add(
        _ check: StreamCheck,
        at index: Int,
        of station: Station,
        _ whole: @Sendable ([StreamCheck]) -> StationCheck
    ) {
        parts[station.id, default: [:]][index] = check
        guard let all = parts[station.id], all.count == station.streams.count else { return }
        parts[station.id] = nil
        found(station, whole(all.sorted { $0.key < $1.key }.map(\.value)))
    }
}
