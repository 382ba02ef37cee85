internal import Model

@testable import Providers

/// The text of a file with one station a given id.
func stationsText(_ ids: String..., name: String? = nil) -> String {
    let stations = ids.map { id in
        "  { id: \"\(id)\", name: \"\(name ?? id)\", streams: [{ url: \"https://radio.example/\(id)\" }] },\n"
    }
    return "{ stations: [\n\(stations.joined())] }\n"
}

extension StationCatalogue {
    var ids: [String] { stations.map(\.id.description) }
    /// Of the first problem; empty where there is none.
    var firstReason: String { problems.first?.reason ?? "" }
}

/// The folder of stations that this repository ships.
let shippedStations = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/stations"

/// The text of a file that the host could ship, with one station a given id.
func shippedText(_ ids: String...) -> String {
    let stations = ids.map { id in
        "  { id: \"\(id)\", name: \"\(id)\", streams: [{ url: \"https://radio.example/\(id)\", grade: \"A\" }] },\n"
    }
    return "{ stations: [\n\(stations.joined())] }\n"
}
