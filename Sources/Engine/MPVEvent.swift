internal import CMPV

/// One event of libmpv, copied: the memory of the original ends at the next wait.
enum MPVEvent: Sendable, Equatable {
    case startFile(entry: Int64)
    case endFile(entry: Int64, reason: MPVEndReason, error: Int32)
    case playbackRestart
    /// A watched property may have changed. Its value can be of the load before: libmpv hands these over only once
    /// its queue is empty, so they are not in order with the other events.
    case changed(MPVProperty, MPVNode)
    /// The answer to the request of this id; `error` is below zero where it was refused. In order with the events of
    /// loads.
    case reply(id: UInt64, error: Int32, MPVNode)
    /// The core is gone and its memory is freed; the last event.
    case closed

    /// - Returns: nil for events that we have no use for.
    init?(_ event: mpv_event) {
        switch event.event_id {
        case MPV_EVENT_START_FILE:
            guard let file = event.data?.assumingMemoryBound(to: mpv_event_start_file.self) else { return nil }
            self = .startFile(entry: file.pointee.playlist_entry_id)
        case MPV_EVENT_END_FILE:
            guard let end = event.data?.assumingMemoryBound(to: mpv_event_end_file.self) else { return nil }
            self = .endFile(
                entry: end.pointee.playlist_entry_id,
                reason: MPVEndReason(end.pointee.reason),
                error: end.pointee.error
            )
        case MPV_EVENT_PLAYBACK_RESTART: self = .playbackRestart
        case MPV_EVENT_PROPERTY_CHANGE:
            guard let change = event.data?.assumingMemoryBound(to: mpv_event_property.self) else { return nil }
            guard let property = MPVProperty(rawValue: String(cString: change.pointee.name)) else { return nil }
            self = .changed(property, Self.value(of: change.pointee))
        case MPV_EVENT_GET_PROPERTY_REPLY:
            let value = event.data?.assumingMemoryBound(to: mpv_event_property.self).pointee
            self = .reply(id: event.reply_userdata, error: event.error, value.map(Self.value) ?? .none)
        case MPV_EVENT_SET_PROPERTY_REPLY:
            self = .reply(id: event.reply_userdata, error: event.error, .none)
        case MPV_EVENT_COMMAND_REPLY:
            let answer = event.data?.assumingMemoryBound(to: mpv_event_command.self).pointee.result
            self = .reply(id: event.reply_userdata, error: event.error, answer.map(MPVNode.init) ?? .none)
        default: return nil
        }
    }

    private static func value(of property: mpv_event_property) -> MPVNode {
        guard property.format == MPV_FORMAT_NODE, let data = property.data else { return .none }
        return MPVNode(data.assumingMemoryBound(to: mpv_node.self).pointee)
    }
}

/// Why libmpv left an entry.
enum MPVEndReason: Sendable, Equatable {
    case endOfData, stopped, quit, failed
    /// The entry was a playlist and was replaced by its entries.
    case redirected

    init(_ reason: mpv_end_file_reason) {
        switch reason {
        case MPV_END_FILE_REASON_EOF: self = .endOfData
        case MPV_END_FILE_REASON_STOP: self = .stopped
        case MPV_END_FILE_REASON_QUIT: self = .quit
        case MPV_END_FILE_REASON_REDIRECT: self = .redirected
        default: self = .failed
        }
    }
}

/// What libmpv is asked; answered by ``MPVEvent/reply(id:error:_:)``, except ``observe(_:)``.
enum MPVRequest: Sendable, Equatable {
    case command(MPVCommandName, [String] = [])
    case set(MPVProperty, String)
    case get(MPVProperty)
    /// Never answered; changes come as ``MPVEvent/changed(_:_:)``, the first one at once.
    case observe(MPVProperty)
}
