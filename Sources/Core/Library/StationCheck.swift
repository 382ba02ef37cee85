package import Model

/// In what a stream differs from its entry in the catalogue.
package enum StreamDifference: Sendable, Equatable {
    /// It gave no audio.
    case dead(FaultCode)
    /// This build cannot read its kind, which says nothing of the stream.
    case unread
    case codec(listed: String, heard: String)
    /// In kbit/s.
    case bitrate(listed: Int, heard: Int)
    /// The listed address answers that it has moved for good, to this scheme and host.
    case moved(to: String)
}

/// What a whole check says of a station.
package enum StationCondition: String, Sendable, CaseIterable {
    /// Every stream gave audio as it is listed.
    case asListed
    /// It can be heard, but not all of it as it is listed.
    case differs
    /// No stream gave audio.
    case dead
    /// None of its streams can be read by this build.
    case unread
}

extension StreamCheck {
    /// How far apart a listed bitrate and the mean of a few seconds may be before they differ: an encoder of variable
    /// bitrate strays, another mount does not.
    private static let strayKbps = 8

    /// In what this check differs from `stream`, the one that was checked.
    package func differences(from stream: StationStream) -> [StreamDifference] {
        var found: [StreamDifference] = []
        if let movedTo, movedTo != stream.address.description { found.append(.moved(to: movedTo)) }
        guard let heard else {
            // A word of a newer host still says that nothing was heard.
            let code = fault.flatMap(FaultCode.init(rawValue:)) ?? .upstreamError
            return found + [code == .unsupportedStream ? .unread : .dead(code)]
        }
        if let listed = stream.codec, let codec = heard.codec, codec != listed {
            found.append(.codec(listed: listed, heard: codec))
        }
        if let listed = stream.bitrateKbps, let bitrate = heard.bitrateKbps {
            let stray = max(Self.strayKbps, listed / 8)
            if abs(listed - bitrate) > stray { found.append(.bitrate(listed: listed, heard: bitrate)) }
        }
        return found
    }
}

extension StationCheck {
    /// The differences stream by stream; nil for a stream that `station` has had only since, or whose address has
    /// changed since, so that nothing is said of it.
    package func differences(from station: Station) -> [[StreamDifference]?] {
        station.streams.enumerated().map { index, stream in
            guard streams.indices.contains(index), streams[index].origin == stream.address.description else {
                return nil
            }
            return streams[index].differences(from: stream)
        }
    }

    /// What the check says of `station` as it is listed now.
    package func condition(of station: Station) -> StationCondition {
        let heard = streams.contains { $0.heard != nil }
        let known = differences(from: station)
        if heard { return known.allSatisfy { $0?.isEmpty ?? true } ? .asListed : .differs }
        let isUnread = !streams.isEmpty && streams.allSatisfy { $0.fault == FaultCode.unsupportedStream.rawValue }
        return isUnread ? .unread : .dead
    }
}

/// Whether a whole survey says anything of the stations, or only of this box's own network.
package enum SurveyRule {
    private static let ownNetwork: Set<String> = Set(
        [FaultCode.nameUnresolved, .connectionFailed, .upstreamTimeout].map(\.rawValue)
    )

    /// Nothing at all was reached, over more than one host: then the fault is here (reference/radio.md 1.4).
    package static func isOurNetwork(_ checks: [StationCheck]) -> Bool {
        let streams = checks.flatMap(\.streams)
        guard Set(streams.map(\.origin)).count > 1 else { return false }
        return streams.allSatisfy { $0.heard == nil && $0.fault.map(ownNetwork.contains) ?? false }
    }
}
