internal import Model

/// The way from a listed address through its playlists to what can be asked for: which address is next, and what is to
/// be said when none gave audio (reference/radio.md 1.4 and 2.2). Lives as long as one attempt; nothing is kept.
struct WrapperWalk: Sendable {
    struct Target: Sendable, Equatable {
        let address: StreamAddress
        /// Lists that led here; 0 for the listed address itself.
        let depth: Int
    }

    /// Entries that are asked for, over all lists of a walk.
    static let entriesTried = 8
    /// A list in a list is normal; one in that leads nowhere.
    static let deepest = 2

    private let listed: StreamAddress
    private let trust: StationTrust
    private let hosts: [String]
    /// The next one last.
    private var pending: [Target]
    private var seen: Set<StreamAddress> = []
    private var lists: Set<StreamAddress> = []
    private var tried = 0
    private var codes: [FaultCode] = []

    /// Begins at `listed`. Entries of lists may live at `hosts` only, where it names any.
    init(from listed: StreamAddress, trust: StationTrust, hosts: [String]) {
        self.listed = listed
        self.trust = trust
        self.hosts = hosts
        self.pending = [Target(address: listed, depth: 0)]
    }

    /// Whether ``next()`` would give another.
    var hasNext: Bool { !pending.isEmpty && tried < Self.entriesTried }

    /// The code that tells most of what happened.
    var fault: FaultCode { FaultRanking.mostTelling(codes) }

    /// The next address to ask for; nil at the end of the walk.
    mutating func next() -> Target? {
        guard hasNext, let target = pending.popLast() else { return nil }
        if target.depth > 0 { tried += 1 }
        seen.insert(target.address)
        return target
    }

    /// The address gave no audio and no list.
    mutating func failed(_ code: FaultCode) { codes.append(code) }

    /// `target` gave `list`, at `address` after redirects: its entries come before whatever else is left.
    mutating func descend(into list: WrapperList, of target: Target, at address: StreamAddress) {
        let isNew = lists.insert(address).inserted
        lists.insert(target.address)
        guard isNew, target.depth < Self.deepest else { return failed(.tooManyRedirects) }
        guard !list.entries.isEmpty else { return failed(.emptyStream) }
        var entries: [Target] = []
        for entry in list.entries {
            do throws(FaultCode) {
                let next = try self.address(of: entry, in: address)
                guard !lists.contains(next) else { throw .tooManyRedirects }
                // The same thing twice in a list has failed once already.
                guard seen.insert(next).inserted else { continue }
                entries.append(Target(address: next, depth: target.depth + 1))
            } catch {
                failed(error)
            }
        }
        pending += entries.reversed()
    }

    /// What may be asked for. Where a name leads is found out when it is.
    private func address(of entry: WrapperEntry, in list: StreamAddress) throws(FaultCode) -> StreamAddress {
        if let scheme = Self.scheme(of: entry.address), StreamAddress.Scheme(rawValue: scheme) == nil {
            throw .unsupportedStream
        }
        guard let address = list.resolving(entry.address) else { throw .malformedResponse }
        // Credentials are the user's to give: those of the listed address, and only to its own server.
        guard address.credentials == nil, AddressGuard.allows(address, trust: trust) else { throw .addressRefused }
        guard hosts.isEmpty || hosts.contains(address.host) else { throw .addressRefused }
        return address.bearingCredentials(of: listed)
    }

    /// In lower case; nil for a relative address.
    private static func scheme(of address: String) -> String? {
        let scheme = address.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
        guard scheme.endIndex < address.endIndex, address[scheme.endIndex] == ":" else { return nil }
        return scheme.lowercased()
    }
}
