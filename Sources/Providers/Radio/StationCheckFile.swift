internal import FoundationEssentials
internal import Glibc
package import Model

/// `station-checks.json` of the state directory: the last check of each station. Probe results live here, never in the
/// catalogue.
package struct StationCheckFile: Sendable, Equatable {
    package static let name = "station-checks.json"
    /// More is not read: five thousand stations fit.
    static let greatestSize = 8 << 20

    /// By the text of the station's id.
    package private(set) var checks: [String: StationCheck] = [:]

    private struct Wire: Codable {
        var stations: [String: Tolerant<StationCheck>]

        init(_ checks: [String: StationCheck]) { stations = checks.mapValues { Tolerant($0) } }
    }

    package init() {}

    /// - Returns: nil where the bytes are no such file; a single entry that cannot be read is left out.
    package init?(_ bytes: [UInt8]) {
        // try?: a file that is broken is one that says nothing; it can be made again at any time.
        guard let wire = try? JSONDecoder().decode(Wire.self, from: Data(bytes)) else { return nil }
        for (id, entry) in wire.stations {
            guard case .success(let check) = entry.result, StationID(id) != nil, check.station == id else { continue }
            checks[id] = check
        }
    }

    /// The file at `path`; an empty one where there is none, or nothing that can be read. Blocks for as long as the disk
    /// does.
    package static func read(_ path: String) -> StationCheckFile {
        guard case .success(let bytes) = StationFolder.bytes(of: path, atMost: greatestSize) else {
            return StationCheckFile()
        }
        return StationCheckFile(bytes) ?? StationCheckFile()
    }

    /// Takes a check in, in place of an earlier one of the same station.
    package mutating func add(_ check: StationCheck) { checks[check.station] = check }

    /// The file's bytes, in order of id.
    package var bytes: [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Values of text and whole numbers always encode.
        guard let data = try? encoder.encode(Wire(checks)) else { preconditionFailure("plain values encode") }
        return Array(data) + [UInt8(ascii: "\n")]
    }
}

/// The file of checks over time: read again when it has changed, and not otherwise.
struct CheckShelf: Sendable {
    private struct Stamp: Equatable {
        let inode: UInt
        let size: Int
        let seconds: Int
        let nanoseconds: Int
    }

    private let path: String?
    private var stamp: Stamp?
    private var file = StationCheckFile()

    init(path: String?) { self.path = path }

    /// Blocks for as long as the disk does.
    mutating func check(of station: StationID) -> StationCheck? {
        guard let path else { return nil }
        let now = Self.stamp(of: path)
        if now != stamp {
            stamp = now
            file = now == nil ? StationCheckFile() : .read(path)
        }
        return file.checks[station.description]
    }

    private static func stamp(of path: String) -> Stamp? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return Stamp(
            inode: UInt(status.st_ino),
            size: Int(status.st_size),
            seconds: status.st_mtim.tv_sec,
            nanoseconds: status.st_mtim.tv_nsec
        )
    }
}
