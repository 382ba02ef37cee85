internal import Model

/// Follows where our stream is at the Pulse server during one load, and says when it is in the wrong room.
struct SinkTrace {
    /// How long a stream that was never on its sink may be seen elsewhere before that counts: the server's news of a
    /// stream that is being closed can come late.
    static let grace = Duration.milliseconds(250)

    private let id: PlayID
    /// The sink asked for; without one, where the stream was first seen.
    private var home: String?
    private var ignored: Set<UInt32>
    /// Streams that were seen at home.
    private var settled: Set<UInt32> = []
    private var isOpen = false
    private var strayedTo: String?
    private var suspectSince: Duration?
    private var isLost = false
    private var view: PulseView

    /// - Parameters:
    ///   - id: the load.
    ///   - sink: the sink asked for; nil for whichever the server chooses.
    ///   - view: what the server said last.
    ///   - ignoring: streams of an output that was closed before this load.
    init(_ id: PlayID, sink: String?, view: PulseView, ignoring: Set<UInt32>) {
        self.id = id
        self.home = sink
        self.view = view
        self.ignored = ignoring
    }

    /// Our stream as it is now; nil before the output was opened.
    var observation: SinkObservation? { isOpen ? view.newest(except: ignored)?.observation : nil }

    /// libmpv has opened the output for this load.
    mutating func open(at now: Duration) -> RendererEvent? {
        isOpen = true
        return judge(at: now)
    }

    mutating func handle(_ report: PulseReport, at now: Duration) -> RendererEvent? {
        if case .changed(let view) = report {
            self.view = view
            return judge(at: now)
        }
        view = PulseView()
        defer {
            // The next server counts anew.
            settled = []
            ignored = []
        }
        return judge(at: now)
    }

    /// Called after each report, and with each observation since time alone can prove a suspicion.
    mutating func judge(at now: Duration) -> RendererEvent? {
        guard isOpen else { return nil }
        guard let (index, seen) = view.newest(except: ignored) else { return judgeAbsence() }
        isLost = false
        let home = home ?? seen.name
        self.home = home
        guard seen.name != home else {
            settled.insert(index)
            strayedTo = nil
            suspectSince = nil
            return nil
        }
        guard seen.name != strayedTo else { return nil }
        let since = suspectSince ?? now
        suspectSince = since
        guard settled.contains(index) || now - since >= Self.grace else { return nil }
        strayedTo = seen.name
        return .outputMoved(id, from: home, to: seen.name)
    }

    /// A stream that is gone while its sink is there was closed by libmpv itself.
    private mutating func judgeAbsence() -> RendererEvent? {
        guard let home, !isLost, !settled.isEmpty, ignored.isSuperset(of: view.streams.keys) else { return nil }
        guard !view.sinks.values.contains(where: { $0.name == home }) else { return nil }
        isLost = true
        return .outputLost(id)
    }
}
