internal import FoundationEssentials
internal import Model

/// `catalogue.json5`: what a catalogue is, beside what is in it.
struct CatalogueManifest: Decodable, Sendable, Equatable {
    static let fileName = "catalogue.json5"
    /// The format of station files that this build reads. A catalogue that needs more is refused as a whole.
    static let format = 1

    /// A date as a number.
    let version: Int
    let minimumFormat: Int

    init(_ bytes: [UInt8]) throws(StationFile.Fault) {
        do { _ = try JSON5Outline(bytes) } catch { throw StationFile.Fault(reason: error.description) }
        let decoder = JSONDecoder()
        decoder.allowsJSON5 = true
        do { self = try decoder.decode(Self.self, from: Data(bytes)) } catch {
            throw StationFile.Fault(reason: "it needs “version” and “minimumFormat”, both whole numbers")
        }
        guard (1...99_999_999).contains(version) else {
            throw StationFile.Fault(reason: "“version” is a date as a number, such as 20261130")
        }
        guard minimumFormat <= Self.format else {
            throw StationFile.Fault(
                reason: "it needs a newer Longwave: format \(minimumFormat), and this one reads \(Self.format)"
            )
        }
    }
}
