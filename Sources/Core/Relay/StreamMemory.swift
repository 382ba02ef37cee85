internal import Model

/// Why a stream was given up, with what its server said of coming back.
struct StreamFailure: Error, Sendable, Equatable {
    let code: FaultCode
    /// The server's own `Retry-After`.
    var retryAfter: Duration?
}

/// What the streams of stations did lately: one that failed is tried last for a while, then preferred again
/// (reference/radio.md 1.4.7 and 1.4.8). It lives as long as the host, and holds no address that a stream redirected
/// to.
struct StreamMemory: Sendable {
    static let firstCooling = Duration.seconds(60)
    static let greatestCooling = Duration.seconds(30 * 60)
    /// What a country's border or a removed mount takes to change.
    static let longCooling = Duration.seconds(24 * 60 * 60)
    /// Streams that are remembered; the one that cools the shortest time goes first.
    static let limit = 1000

    private struct Entry {
        var until: Duration
        /// The step that the next failure doubles.
        var step: Duration
    }

    private var entries: [StreamAddress: Entry] = [:]

    /// The numbers of `streams` in the order in which they are to be tried: as listed, those that cool at the end, the
    /// one that has cooled longest first.
    func order(_ streams: [StationStream], at now: Duration) -> [Int] {
        let cooling = streams.map { entries[$0.address].flatMap { $0.until > now ? $0.until : nil } ?? .zero }
        return streams.indices.sorted { (cooling[$0], $0) < (cooling[$1], $1) }
    }

    /// Takes what one pass over a station's streams met.
    ///
    /// - Returns: true where no host could be reached at all: that is this host's network, and no stream is blamed.
    @discardableResult
    mutating func take(
        _ failures: [(address: StreamAddress, failure: StreamFailure)],
        isWholePass: Bool,
        at now: Duration
    )
        -> Bool
    {
        if isWholePass, !failures.isEmpty, failures.allSatisfy({ $0.failure.code.saysNothingOfTheServer }) {
            return Set(failures.map(\.address.host)).count > 1
        }
        for (address, failure) in failures { cool(address, failure, at: now) }
        return false
    }

    /// A stream that was running broke off soon after it began.
    mutating func dropped(_ address: StreamAddress, at now: Duration) {
        cool(address, StreamFailure(code: .streamDropped), at: now)
    }

    /// A stream that has run well owes nothing.
    mutating func ran(_ address: StreamAddress) { entries[address] = nil }

    private mutating func cool(_ address: StreamAddress, _ failure: StreamFailure, at now: Duration) {
        // Whoever has been preferred again for long begins anew.
        let last = entries[address].flatMap { $0.until + Self.greatestCooling > now ? $0 : nil }
        let step = last.map { min($0.step * 2, Self.greatestCooling) } ?? Self.firstCooling
        let length =
            switch failure.code {
            case .upstreamForbidden, .upstreamNotFound, .upstreamGone: Self.longCooling
            default: min(max(step, failure.retryAfter ?? .zero), Self.longCooling)
            }
        entries[address] = Entry(until: now + length, step: step)
        guard entries.count > Self.limit else { return }
        if let first = entries.min(by: { $0.value.until < $1.value.until })?.key { entries[first] = nil }
    }
}

extension FaultCode {
    /// A failure that this host's own network explains as well as theirs.
    fileprivate var saysNothingOfTheServer: Bool { self == .nameUnresolved || self == .connectionFailed }
}
