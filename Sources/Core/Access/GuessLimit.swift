internal import Model

/// Slows down whoever guesses: after a few wrong guesses each further one costs a longer wait, per client.
struct GuessLimit: Sendable {
    /// Wrong guesses without a wait: enough for slips of a finger.
    static let free = 3
    static let firstWait = Duration.seconds(30)
    static let longestWait = Duration.seconds(900)
    /// After this long without a guess a client begins anew.
    static let memory = Duration.seconds(3600)
    /// Clients that are remembered; beyond it the one that guessed longest ago is forgotten.
    static let greatestCount = 256

    private struct Record: Sendable {
        var wrong = 0
        var lastAt: Duration
        var blockedUntil: Duration
    }

    private var records: [IPAddress?: Record] = [:]

    /// How long `client` must wait before it may guess; nil where it may now. Without an address it is whoever holds
    /// the unix socket.
    func wait(for client: IPAddress?, at now: Duration) -> Duration? {
        guard let record = records[Self.key(client)], record.blockedUntil > now else { return nil }
        return record.blockedUntil - now
    }

    mutating func wrongGuess(by client: IPAddress?, at now: Duration) {
        records = records.filter { now - $0.value.lastAt < Self.memory }
        let key = Self.key(client)
        var record = records[key] ?? Record(lastAt: now, blockedUntil: now)
        record.wrong += 1
        record.lastAt = now
        if record.wrong >= Self.free {
            let doublings = min(record.wrong - Self.free, 10)
            record.blockedUntil = now + min(Self.firstWait * (1 << doublings), Self.longestWait)
        }
        records[key] = record
        if records.count > Self.greatestCount, let oldest = records.min(by: { $0.value.lastAt < $1.value.lastAt }) {
            records[oldest.key] = nil
        }
    }

    mutating func rightGuess(by client: IPAddress?) { records[Self.key(client)] = nil }

    /// One IPv6 client may use every address of its /64.
    private static func key(_ client: IPAddress?) -> IPAddress? {
        guard let client, !client.isVersion4 else { return client }
        return IPAddress(bytes: client.bytes.prefix(8) + Array(repeating: 0, count: 8))
    }
}
