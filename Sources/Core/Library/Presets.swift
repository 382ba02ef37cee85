package import Model

/// The one authority over the presets. A change is on the disk before it is acknowledged or seen by anyone; changes are
/// made one after the other, in the order of their calls.
package actor Presets {
    /// The list at one revision.
    package struct Shelf: Sendable, Equatable {
        package let presets: [Preset]
        /// Rises with every change of this run, from 1.
        package let revision: Int
    }

    /// A preset with its place.
    package struct Placed: Sendable, Equatable {
        package let preset: Preset
        package let position: Int
        /// The list with this in it, or out of it.
        package let shelf: Shelf

        package var revision: Int { shelf.revision }
    }

    /// How many removed presets can be put back though the catalogue no longer has their station.
    private static let remembered = 16

    private let store: any PresetStore
    private let stations: any StationDirectory
    private let randomness: Randomness
    private let events: EventFeed
    private let log: any LogSink
    private let orderChanged: @Sendable (StationOrder) async -> Void

    /// nil until it was read.
    private var list: PresetList?
    private var revision = 1
    /// Newest last.
    private var removed: [Preset] = []
    private var isAtWork = false
    private var waiting: [CheckedContinuation<Void, Never>] = []

    /// `orderChanged` hears what Next and Previous mean from now on, before the change that led to it is acknowledged.
    package init(
        store: any PresetStore,
        stations: any StationDirectory,
        randomness: Randomness,
        events: EventFeed,
        log: any LogSink,
        orderChanged: @escaping @Sendable (StationOrder) async -> Void
    ) {
        self.store = store
        self.stations = stations
        self.randomness = randomness
        self.events = events
        self.log = log
        self.orderChanged = orderChanged
    }

    /// Follows the catalogue: what its stations are called, and which are on the air. Returns when the task is cancelled.
    package func run() async {
        let changes = await stations.changes()
        events.publish(.changed(.presets, revision: revision))
        await catalogueChanged()
        for await _ in changes { await catalogueChanged() }
    }

    /// - Throws: ``Model/StoreError`` where the list could not be read; never an empty list for a failure.
    package func shelf() async throws(StoreError) -> Shelf {
        if let list { return Shelf(presets: list.presets, revision: revision) }
        await enter()
        defer { leave() }
        return Shelf(presets: try await read().presets, revision: revision)
    }

    /// Saves a station at `position`, or at the end. An alias is saved as the station that it names now.
    ///
    /// - `expected`: the revision that the list must have; nil where any will do.
    package func add(
        _ media: MediaRef,
        at position: Int?,
        ifRevision expected: Int? = nil
    ) async throws(PresetProblem) -> Placed {
        let catalogue = await stations.catalogue()
        return try await change(expected) { list throws(PresetProblem) in
            let preset = try self.preset(of: media, in: catalogue)
            // A saved ID may have become another name of the same station since.
            let meant = catalogue.savedStation(preset.station)?.id ?? preset.station
            if let twin = list.presets.first(where: { catalogue.savedStation($0.station)?.id == meant }) {
                throw .duplicate(twin)
            }
            return (preset, try list.insert(preset, at: position))
        }
    }

    /// Moves a preset so that it then stands at `position`. Where it stood there already nothing changes, and the
    /// revision stays.
    package func move(
        _ id: PresetID,
        to position: Int,
        ifRevision expected: Int? = nil
    ) async throws(PresetProblem) -> Placed {
        try await change(expected) { list throws(PresetProblem) in
            _ = try list.move(id, to: position)
            return (list.presets[position], position)
        }
    }

    /// - Returns: what was removed and where it stood: enough to add it again.
    package func remove(_ id: PresetID, ifRevision expected: Int? = nil) async throws(PresetProblem) -> Placed {
        let removed = try await change(expected) { list throws(PresetProblem) in try list.remove(id) }
        self.removed = (self.removed + [removed.preset]).suffix(Self.remembered)
        return removed
    }

    // MARK: Changing

    private func change(
        _ expected: Int?,
        _ make: (inout PresetList) throws(PresetProblem) -> (preset: Preset, position: Int)
    ) async throws(PresetProblem) -> Placed {
        await enter()
        defer { leave() }
        let old: PresetList
        do throws(StoreError) { old = try await read() } catch { throw .storage(error) }
        if let expected, expected != revision { throw .changed }
        var new = old
        let made = try make(&new)
        if new != old { try await keep(new) }
        return Placed(
            preset: made.preset,
            position: made.position,
            shelf: Shelf(presets: new.presets, revision: revision)
        )
    }

    /// First the disk, then everybody else.
    private func keep(_ new: PresetList) async throws(PresetProblem) {
        do throws(StoreError) { try await store.save(new.presets) } catch { throw .storage(error) }
        list = new
        revision += 1
        events.publish(.changed(.presets, revision: revision))
        await orderChanged(StationOrder(presets: new.presets, in: await stations.catalogue()))
    }

    private func read() async throws(StoreError) -> PresetList {
        if let list { return list }
        let read = PresetList(try await store.presets())
        list = read
        return read
    }

    private func preset(of media: MediaRef, in catalogue: StationCatalogue) throws(PresetProblem) -> Preset {
        switch media {
        case .station(let name):
            switch catalogue.find(name) {
            case .found(let station, _):
                // The same ID as before where it was removed a moment ago: an undo is no new preset.
                let id = removed.last { $0.station == station.id }?.id ?? PresetID(random: randomness)
                return Preset(id: id, station: station.id, name: station.name)
            case .unknown(let nearest):
                if let gone = removed.last(where: { $0.media == media }) { return gone }
                throw .unknownStation(nearest: nearest.map { "\($0.name) (\($0.id))" })
            }
        }
    }

    private func catalogueChanged() async {
        await enter()
        defer { leave() }
        let catalogue = await stations.catalogue()
        do throws(StoreError) {
            var list = try await read()
            list.rename { catalogue.savedStation($0)?.name }
            await orderChanged(StationOrder(presets: list.presets, in: catalogue))
            guard list != self.list else { return }
            try await store.save(list.presets)
            self.list = list
            revision += 1
            events.publish(.changed(.presets, revision: revision))
        } catch {
            // The names are told anew with the next change; without presets the lists still give an order.
            log.log(.warning, "presets not refreshed", [("reason", "\(error)")])
            await orderChanged(StationOrder(presets: list?.presets ?? [], in: catalogue))
        }
    }

    // MARK: One after the other

    /// Waits for its turn; an actor alone would let the next change in while the disk works on this one.
    private func enter() async {
        guard isAtWork else {
            isAtWork = true
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    private func leave() {
        guard !waiting.isEmpty else {
            isAtWork = false
            return
        }
        waiting.removeFirst().resume()
    }
}
