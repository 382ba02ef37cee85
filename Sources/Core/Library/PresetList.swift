package import Model

/// The user's presets in their order, and the rules of changing them: places are dense from 0, no station stands twice.
package struct PresetList: Sendable, Equatable {
    /// More than any person keeps apart; a bound for whoever adds without end.
    package static let limit = 1000

    /// The place of a preset is its index.
    package private(set) var presets: [Preset]

    package init(_ presets: [Preset] = []) { self.presets = presets }

    package func position(of id: PresetID) -> Int? { presets.firstIndex { $0.id == id } }

    /// Puts a preset at `position`, or at the end; those from there on move one place back.
    ///
    /// - Returns: its place.
    @discardableResult
    package mutating func insert(_ preset: Preset, at position: Int? = nil) throws(PresetProblem) -> Int {
        if let twin = presets.first(where: { $0.station == preset.station || $0.id == preset.id }) {
            throw .duplicate(twin)
        }
        guard presets.count < Self.limit else { throw .full }
        let position = position ?? presets.count
        guard (0...presets.count).contains(position) else { throw .badPosition(0...presets.count) }
        presets.insert(preset, at: position)
        return position
    }

    /// Moves a preset so that it then stands at `position`.
    ///
    /// - Returns: false where it stood there already, and nothing changed.
    package mutating func move(_ id: PresetID, to position: Int) throws(PresetProblem) -> Bool {
        guard let old = self.position(of: id) else { throw .unknown }
        guard presets.indices.contains(position) else { throw .badPosition(0...presets.count - 1) }
        guard position != old else { return false }
        presets.insert(presets.remove(at: old), at: position)
        return true
    }

    /// Takes a preset out; those behind it move up.
    ///
    /// - Returns: the preset and the place it had.
    @discardableResult
    package mutating func remove(_ id: PresetID) throws(PresetProblem) -> (preset: Preset, position: Int) {
        guard let position = position(of: id) else { throw .unknown }
        return (presets.remove(at: position), position)
    }

    /// Gives each preset the name that `name` knows; where it knows none, the last one stays.
    mutating func rename(_ name: (StationID) -> String?) {
        for index in presets.indices {
            if let known = name(presets[index].station) { presets[index].name = known }
        }
    }
}

/// Why a change of the presets was not made; nothing changed then.
package enum PresetProblem: Error, Sendable, Equatable {
    /// The station is this preset already.
    case duplicate(Preset)
    /// Places that there are.
    case badPosition(ClosedRange<Int>)
    /// No preset has this ID.
    case unknown
    /// No station has this name.
    case unknownStation(nearest: [String])
    case full
    /// Somebody else changed the list since it was read.
    case changed
    case storage(StoreError)
}
