internal import Core
internal import Model

/// The larger catalogue of strangers, in the shape of the host's own and apart from it.
extension StationRoutes {
    /// What an open directory finds, apart from the catalogue.
    func search(_ request: Request) async throws(Problem) -> Response {
        try request.knows(["directory", "q"])
        let directory = try openDirectory(request.parameter("directory") ?? "")
        let query = request.parameter("q") ?? ""
        guard query.count >= 2 else {
            throw Problem(
                422,
                "missing_parameter",
                "A parameter is missing",
                "Say two letters of the name at least: ?directory=\(Self.radioBrowser)&q=NAME."
            )
            .naming("q")
        }
        let answer: OpenDirectoryAnswer
        do throws(OpenDirectoryFault) { answer = try await directory.search(query) } catch {
            throw Self.problem(error, query)
        }
        return .json { json in
            json.member("stations", array: answer.stations) { $0.station($1) }
            json.member("total", answer.stations.count)
            json.member("revision", 0)
            json.member("next", nil as String?)
            json.member("problems", array: [] as [String]) { $0.value($1) }
            json.member("directory") { $0.directory(Self.radioBrowser, answer) }
        }
    }

    private static let radioBrowser = "radio-browser"

    private func openDirectory(_ name: String) throws(Problem) -> any OpenDirectory {
        guard name == Self.radioBrowser else {
            throw Problem(
                404,
                "unknown_directory",
                "There is no such directory",
                "“\(name.prefixForDisplay)” is no directory. Known is \(Self.radioBrowser)."
            )
            .naming("directory")
        }
        guard let directory = context.stations.openDirectory else {
            throw Problem(
                409,
                "directory_off",
                "The directory is switched off",
                "The owner of this host switches it on with radioBrowser: true in its configuration."
            )
            .naming("directory")
        }
        return directory
    }

    private static func problem(_ fault: OpenDirectoryFault, _ text: String) -> Problem {
        switch fault {
        case .unavailable:
            Problem(
                503,
                "directory_unavailable",
                "The directory does not answer",
                "None of radio-browser's servers answered as it should. The host's own stations are not touched by that."
            )
        case .unknownStation, .noSafeAddress: unknown(text, [])
        }
    }

    func openStation(_ text: String) async throws(Problem) -> Response {
        let directory = try openDirectory(Self.radioBrowser)
        guard let id = OpenStationID(text) else { throw Self.unknown(text, []) }
        let answer: OpenDirectoryAnswer
        do throws(OpenDirectoryFault) { answer = try await directory.station(id) } catch {
            throw Self.problem(error, text)
        }
        guard let station = answer.stations.first else { throw Self.unknown(text, []) }
        return .json { json in
            json.key("station")
            json.station(station)
            json.member("alias", nil as String?)
            json.member("lastCheck", nil as String?)
            json.member("moved", array: [] as [KeptMove]) { $0.move($1) }
        }
    }
}
