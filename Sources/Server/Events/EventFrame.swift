internal import Core
internal import Model

/// What a subscriber may ask for.
enum EventTopic: String, Sendable, CaseIterable {
    case player, stations, presets, tokens

    init(_ topic: HostEvent.Topic) {
        switch topic {
        case .stations: self = .stations
        case .presets: self = .presets
        case .tokens: self = .tokens
        }
    }
}

/// One event, written once for everybody.
struct EventFrame: Sendable {
    /// Events of one slot replace each other: only the newest counts.
    enum Slot: Hashable, Sendable {
        case player(PlayerID)
        case topic(EventTopic)
        case heartbeat
    }

    let slot: Slot
    /// Within one slot older ones never follow newer ones; nil where that has no meaning.
    let revision: Int?
    let bytes: [UInt8]

    /// nil for what everybody hears.
    var topic: EventTopic? {
        switch slot {
        case .player: .player
        case .topic(let topic): topic
        case .heartbeat: nil
        }
    }
}
