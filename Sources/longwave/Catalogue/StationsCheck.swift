internal import Core
internal import FoundationEssentials
internal import Model
internal import Providers
internal import Server

/// `longwave stations check`: opens streams as a player would open them, says what differs from the catalogue, and
/// keeps what was found beside the host's state. It changes no catalogue and starts no sound.
struct StationsCheck {
    let directory: any StationDirectory
    let survey: StationSurvey
    /// The file of results.
    let file: String
    let terminal: Terminal
    /// Shows how far it is, in one line that is written over; nil where nobody watches.
    let progress: (@Sendable (String) -> Void)?

    /// `stop` ends it early; what was done by then is kept.
    func run(_ options: CheckOptions, until stop: AsyncStream<Int32>) async -> ExitStatus {
        let catalogue = await directory.catalogue()
        var chosen: [Station] = []
        if options.isAll { chosen = catalogue.stations.filter { $0.state != .retired && !$0.streams.isEmpty } }
        for id in options.ids {
            switch catalogue.find(id) {
            case .unknown(let nearest): return refuse(id, nearest, json: options.json)
            case .found(let station, _):
                if !chosen.contains(where: { $0.id == station.id }), !station.streams.isEmpty { chosen.append(station) }
            }
        }
        guard !chosen.isEmpty else {
            terminal.complaint("longwave: there is no stream to check.")
            return .refused
        }
        let (checks, isWhole) = await check(chosen, json: options.json, until: stop)
        return end(checks, of: chosen, isWhole: isWhole, json: options.json)
    }

    private func check(
        _ stations: [Station],
        json: Bool,
        until stop: AsyncStream<Int32>
    ) async -> ([(Station, StationCheck)], isWhole: Bool) {
        let done = Lock<[(Station, StationCheck)]>([])
        let terminal = terminal
        let progress = progress
        let isWhole = await withTaskGroup(of: Bool.self) { group in
            group.addTask {
                await survey.run(stations) { station, check in
                    let count = done.withLock { done in
                        done.append((station, check))
                        return done.count
                    }
                    progress?("")
                    if json {
                        var line = JSONWriter()
                        line.stationCheck(check, of: station)
                        terminal.out(text: line.bytes)
                    } else {
                        terminal.out(CheckText(station: station, check: check).lines.joined(separator: "\n"))
                    }
                    if count < stations.count { progress?("\(count) of \(stations.count) stations") }
                }
                return true
            }
            group.addTask {
                for await _ in stop { return false }
                return false
            }
            let isWhole = await group.next() ?? false
            group.cancelAll()
            return isWhole
        }
        progress?("")
        return (done.withLock { $0 }, isWhole)
    }

    private func end(
        _ checks: [(Station, StationCheck)],
        of stations: [Station],
        isWhole: Bool,
        json: Bool
    ) -> ExitStatus {
        let isOurs = SurveyRule.isOurNetwork(checks.map(\.1))
        var fault: String?
        if !isOurs, !checks.isEmpty { fault = keep(checks.map(\.1)) }
        let conditions = checks.map { $1.condition(of: $0) }
        func count(_ condition: StationCondition) -> Int { conditions.filter { $0 == condition }.count }
        if json {
            terminal.out(
                text: JSONWriter.object { json in
                    json.member("stations", checks.count)
                    for condition in StationCondition.allCases { json.member(condition.rawValue, count(condition)) }
                    json.member("whole", isWhole)
                    json.member("kept", !isOurs && fault == nil && !checks.isEmpty)
                }
            )
        } else {
            terminal.out(CheckText.summary(conditions, of: stations.count))
        }
        if isOurs {
            terminal.complaint(
                "longwave: nothing at all was reached, so this says nothing of the stations: look at "
                    + "this box's own network. Nothing was kept."
            )
            return .unconfirmed
        }
        if let fault {
            terminal.complaint("longwave: the results could not be kept in \(file): \(fault)")
            return .failed
        }
        guard isWhole else { return .unconfirmed }
        return count(.dead) > 0 ? .failed : .confirmed
    }

    /// - Returns: why it could not be kept.
    private func keep(_ checks: [StationCheck]) -> String? {
        var results = StationCheckFile.read(file)
        for check in checks { results.add(check) }
        do throws(WholeFile.Fault) {
            try WholeFile.replace(file, with: results.bytes)
            return nil
        } catch {
            return error.description
        }
    }

    private func refuse(_ id: String, _ nearest: [Station], json: Bool) -> ExitStatus {
        let names = nearest.map { "\($0.name) (\($0.id))" }
        let hint = names.isEmpty ? "" : " Near to it: \(names.joined(separator: ", "))."
        let detail = "There is no station “\(id.prefixForDisplay)”.\(hint)"
        if json {
            terminal.out(JSONMember.object(["code": .text("unknown_station"), "detail": .text(detail)]))
        } else {
            terminal.complaint("longwave: \(detail)")
        }
        return .refused
    }
}
