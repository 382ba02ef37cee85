internal import Core
internal import Model
internal import Server

/// A check of a station in words for a terminal.
struct CheckText {
    private static let idWidth = 28
    private static let wordWidth = 11

    let station: Station
    let check: StationCheck

    /// One line for a station that is as it is listed, and one more for each stream that is not.
    var lines: [String] {
        let condition = check.condition(of: station)
        let differences = check.differences(from: station)
        let id = station.id.description
        let head = id.padded(to: max(Self.idWidth, id.count + 2)) + condition.text.padded(to: Self.wordWidth)
        let first = check.streams.lazy.compactMap(\.heard).first
        var lines = [(head + (first.map(Self.words) ?? "")).withoutControls.trimmedEnd]
        guard condition != .asListed else { return lines }
        for (index, known) in differences.enumerated() {
            guard let known, !known.isEmpty else { continue }
            let reasons = known.map(\.sentence).joined(separator: "; ")
            let origin = station.streams[index].address.description
            lines.append("  stream \(index + 1) of \(differences.count), \(origin): \(reasons)".withoutControls)
        }
        return lines
    }

    /// Such as `aac 64 kbit/s 44.1 kHz, on air: Somebody - Something`.
    private static func words(_ heard: StreamHeard) -> String {
        let rate = heard.sampleRate.map { rate in
            "\(rate / 1000)\(rate % 1000 == 0 ? "" : ".\(rate % 1000 / 100)") kHz"
        }
        let format = [heard.codec ?? "audio", heard.bitrateKbps.map { "\($0) kbit/s" }, rate].compactMap(\.self)
        let titles = heard.title.map { ", on air: \($0)" } ?? (heard.sendsTitles ? ", titles" : "")
        return format.joined(separator: " ") + titles
    }

    static func summary(_ conditions: [StationCondition], of total: Int) -> String {
        let parts = StationCondition.allCases.compactMap { condition -> String? in
            let count = conditions.filter { $0 == condition }.count
            return count > 0 ? "\(count) \(condition.text)" : nil
        }
        let done = conditions.count == total ? "\(total)" : "\(conditions.count) of \(total)"
        let noun = total == 1 ? "station" : "stations"
        return "\(done) \(noun): \(parts.isEmpty ? "none done" : parts.joined(separator: ", "))."
    }
}

extension StationCondition {
    fileprivate var text: String {
        switch self {
        case .asListed: "as listed"
        case .differs: "differs"
        case .dead: "dead"
        case .unread: "not read"
        }
    }
}

extension String {
    fileprivate var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
