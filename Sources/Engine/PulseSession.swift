internal import CPulse
internal import Glibc
internal import Model

/// One connection to the Pulse server after the other. Confined to the thread that turns its loop; libpulse calls back
/// from there only.
final class PulseSession {
    private let loop: PulseLoop
    private let server: String?
    private let clientName: String
    private let processID = String(getpid())
    private let report: (PulseReport) -> Void
    private var context: OpaquePointer?
    private var isDead = false
    /// Answers that the server still owes before the view is whole.
    private var owed = 0

    private(set) var view = PulseView()
    /// The first view is whole.
    private(set) var isReady = false
    private(set) var connectedAt = Duration.zero

    init(loop: PulseLoop, server: String?, clientName: String, report: @escaping (PulseReport) -> Void) {
        self.loop = loop
        self.server = server
        self.clientName = clientName
        self.report = report
    }

    var isConnected: Bool { context != nil }

    /// Begins to connect; never starts a server.
    func connect(at now: Duration) {
        guard context == nil, let api = loop.api else { return }
        guard let context = pa_context_new(api, "\(clientName) watch") else { return }
        self.context = context
        connectedAt = now
        isDead = false
        let me = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_state_callback(context, pulseStateChanged, me)
        if pa_context_connect(context, server, PA_CONTEXT_NOAUTOSPAWN, nil) < 0 { disconnect() }
    }

    /// Drops a connection that failed, or that is not ready though it was begun before `deadline`.
    func dropIfDead(orUnreadySince deadline: Duration) {
        guard isConnected, isDead || !isReady && connectedAt <= deadline else { return }
        disconnect()
    }

    func disconnect() {
        guard let context else { return }
        self.context = nil
        pa_context_set_state_callback(context, nil, nil)
        pa_context_set_subscribe_callback(context, nil, nil)
        pa_context_disconnect(context)
        pa_context_unref(context)
        let wasReady = isReady
        isReady = false
        view = PulseView()
        if wasReady { report(.lost) }
    }

    fileprivate func stateChanged() {
        guard let context else { return }
        let state = pa_context_get_state(context)
        if state == PA_CONTEXT_FAILED || state == PA_CONTEXT_TERMINATED { isDead = true }
        guard state == PA_CONTEXT_READY else { return }
        let me = Unmanaged.passUnretained(self).toOpaque()
        pa_context_set_subscribe_callback(context, pulseChanged, me)
        let mask =
            PA_SUBSCRIPTION_MASK_SINK.rawValue | PA_SUBSCRIPTION_MASK_SINK_INPUT.rawValue
            | PA_SUBSCRIPTION_MASK_SERVER.rawValue
        start(pa_context_subscribe(context, pa_subscription_mask_t(rawValue: mask), nil, nil))
        owed = 3
        start(pa_context_get_server_info(context, pulseServerSeen, me))
        start(pa_context_get_sink_info_list(context, pulseSinkSeen, me))
        start(pa_context_get_sink_input_info_list(context, pulseStreamSeen, me))
    }

    fileprivate func changed(_ event: pa_subscription_event_type_t, _ index: UInt32) {
        guard let context else { return }
        let me = Unmanaged.passUnretained(self).toOpaque()
        let facility = event.rawValue & PA_SUBSCRIPTION_EVENT_FACILITY_MASK.rawValue
        if facility == PA_SUBSCRIPTION_EVENT_SERVER.rawValue {
            return start(pa_context_get_server_info(context, pulseServerSeen, me))
        }
        let isSink = facility == PA_SUBSCRIPTION_EVENT_SINK.rawValue
        let isGone = event.rawValue & PA_SUBSCRIPTION_EVENT_TYPE_MASK.rawValue == PA_SUBSCRIPTION_EVENT_REMOVE.rawValue
        switch (isSink, isGone) {
        case (true, true): update { $0.sinks[index] = nil }
        case (false, true): update { $0.streams[index] = nil }
        case (true, false): start(pa_context_get_sink_info_by_index(context, index, pulseSinkSeen, me))
        case (false, false): start(pa_context_get_sink_input_info(context, index, pulseStreamSeen, me))
        }
    }

    fileprivate func saw(_ server: pa_server_info) {
        let name = server.default_sink_name.map { String(cString: $0) }
        update { $0.defaultSink = name }
    }

    fileprivate func saw(_ sink: pa_sink_info) {
        guard let name = sink.name else { return }
        let seen = PulseView.Sink(
            name: String(cString: name),
            isRunning: sink.state == PA_SINK_RUNNING,
            isMuted: sink.mute != 0,
            gain: Self.gain(sink.volume),
            isInStreams: sink.flags.rawValue & PA_SINK_FLAT_VOLUME.rawValue != 0
        )
        update { $0.sinks[sink.index] = seen }
    }

    fileprivate func saw(_ stream: pa_sink_input_info) {
        guard let properties = stream.proplist else { return }
        let process = pa_proplist_gets(properties, "application.process.id").map { String(cString: $0) }
        let name = pa_proplist_gets(properties, "application.name").map { String(cString: $0) }
        guard process == processID, name == clientName else { return }
        let seen = PulseView.Stream(
            sink: stream.sink,
            isCorked: stream.corked != 0,
            isMuted: stream.mute != 0,
            // One without a volume carries what the server can't scale.
            gain: stream.has_volume != 0 ? Self.gain(stream.volume) : 1
        )
        update { $0.streams[stream.index] = seen }
    }

    /// A list, or the answer about one thing, is complete.
    fileprivate func listEnded() {
        guard !isReady, owed > 0 else { return }
        owed -= 1
        guard owed == 0 else { return }
        isReady = true
        report(.changed(view))
    }

    private func update(_ change: (inout PulseView) -> Void) {
        let old = view
        change(&view)
        if isReady, view != old { report(.changed(view)) }
    }

    private static func gain(_ volume: pa_cvolume) -> Double {
        var volume = volume
        return pa_sw_volume_to_linear(pa_cvolume_max(&volume))
    }

    private func start(_ operation: OpaquePointer?) {
        if let operation { pa_operation_unref(operation) }
    }
}

private func session(_ me: UnsafeMutableRawPointer?) -> PulseSession? {
    me.map { Unmanaged<PulseSession>.fromOpaque($0).takeUnretainedValue() }
}

private func pulseStateChanged(_: OpaquePointer?, _ me: UnsafeMutableRawPointer?) { session(me)?.stateChanged() }

private func pulseChanged(
    _: OpaquePointer?,
    _ event: pa_subscription_event_type_t,
    _ index: UInt32,
    _ me: UnsafeMutableRawPointer?
) {
    session(me)?.changed(event, index)
}

private func pulseServerSeen(
    _: OpaquePointer?,
    _ server: UnsafePointer<pa_server_info>?,
    _ me: UnsafeMutableRawPointer?
) {
    if let server { session(me)?.saw(server.pointee) }
    session(me)?.listEnded()
}

private func pulseSinkSeen(
    _: OpaquePointer?,
    _ sink: UnsafePointer<pa_sink_info>?,
    _ end: Int32,
    _ me: UnsafeMutableRawPointer?
) {
    if end == 0, let sink { session(me)?.saw(sink.pointee) } else { session(me)?.listEnded() }
}

private func pulseStreamSeen(
    _: OpaquePointer?,
    _ stream: UnsafePointer<pa_sink_input_info>?,
    _ end: Int32,
    _ me: UnsafeMutableRawPointer?
) {
    if end == 0, let stream { session(me)?.saw(stream.pointee) } else { session(me)?.listEnded() }
}
