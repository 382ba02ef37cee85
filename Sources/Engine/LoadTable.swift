internal import Model

/// Which entry of libmpv's playlist is which load; every load ends exactly once.
///
/// Entry ids only rise. A load that is replaced before its entry was started gets no event of libmpv's, so its end is
/// concluded here.
struct LoadTable {
    private struct Load {
        let id: PlayID
        /// nil until the load was accepted.
        var entry: Int64?
        var isStarted = false
    }

    private var loads: [Load] = []

    /// Nothing is loaded, and nothing is on its way.
    var isEmpty: Bool { loads.isEmpty }

    /// A load is being sent.
    mutating func ask(_ id: PlayID) { loads.append(Load(id: id)) }

    /// libmpv took the load and named its entry; comes before the entry starts.
    mutating func accept(_ id: PlayID, entry: Int64) {
        guard let index = loads.lastIndex(where: { $0.id == id }) else { return }
        loads[index].entry = entry
    }

    /// libmpv did not take the load.
    mutating func reject(_ id: PlayID) { loads.removeAll { $0.id == id && $0.entry == nil } }

    /// - Returns: the load that started, and the older ones which now never will.
    mutating func start(entry: Int64) -> (started: PlayID?, ended: [PlayID]) {
        let passed = loads.filter { load in load.entry.map { $0 < entry } ?? false }
        loads.removeAll { load in load.entry.map { $0 < entry } ?? false }
        guard let index = loads.firstIndex(where: { $0.entry == entry }) else { return (nil, passed.map(\.id)) }
        loads[index].isStarted = true
        return (loads[index].id, passed.map(\.id))
    }

    /// - Returns: the load that ended; nil where it is not one of ours.
    mutating func end(entry: Int64) -> PlayID? {
        guard let index = loads.firstIndex(where: { $0.entry == entry }) else { return nil }
        return loads.remove(at: index).id
    }

    /// libmpv took a stop: accepted loads that have not started never will.
    mutating func stop() -> [PlayID] {
        let dropped = loads.filter { $0.entry != nil && !$0.isStarted }
        loads.removeAll { $0.entry != nil && !$0.isStarted }
        return dropped.map(\.id)
    }

    /// The core is gone.
    mutating func close() -> [PlayID] {
        defer { loads = [] }
        return loads.map(\.id)
    }
}
