import Model
import Testing

@testable import Providers

/// A secret that a person puts into the wrong field must not come back in a report.
struct SecretsTests {
    private static let secret = "http://me:CANARY@radio.lan/"
    private static let good = "id: 'de.a', name: 'A', streams: [{ url: 'https://a.example/' }]"

    @Test(arguments: [
        "stations: [{ id: '\(secret)', name: 'A' }]",
        "stations: [{ id: '\(secret)', name: 'A', wrong: 1 }]",
        "stations: [{ \(good), '\(secret)': 1 }]",
        "stations: [{ \(good), state: '\(secret)' }]",
        "stations: [{ id: 'de.a', name: 'A', streams: [{ url: '\(secret)' }] }]",
        "stations: [{ id: 'de.a', name: 'A', streams: [{ url: 'https://a.example/', kind: '\(secret)' }] }]",
        "stations: [{ id: 'de.a', name: 'A', successor: '\(secret)', homepage: '\(secret)' }]",
        "aliases: [{ alias: '\(secret)', target: 'de.a' }]", "aliases: [{ alias: 'x', target: '\(secret)' }]",
        "lists: [{ id: '\(secret)', name: 'L', stations: [] }]",
        "lists: [{ id: 'l', name: 'L', stations: ['\(secret)'] }]", "'\(secret)': []",
        "stations: [{ '\(secret)': 1, '\(secret)': 2 }]", "stations: [{ id: 'x?token=CANARY', name: 'A' }]",
    ])
    func aReportRepeatsNoAddress(_ text: String) throws {
        let own = try TemporaryFolder()
        let shipped = try TemporaryFolder()
        try own.write("{ \(text) }", to: "own.json5")
        var reader = StationsReader(shipped: StationFolder(path: shipped.path), own: StationFolder(path: own.path))
        let catalogue = reader.read(revision: 1)
        #expect(!"\(catalogue.problems) \(catalogue.stations.map(\.state))".contains("CANARY"))
        #expect(!catalogue.problems.isEmpty || !catalogue.stations.isEmpty)
    }
}
