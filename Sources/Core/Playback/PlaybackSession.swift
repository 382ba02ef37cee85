package import FoundationEssentials
package import Model

/// The rules of one player: inputs in, effects out. It knows no clock, no store and no sound; the same inputs at the
/// same times give the same effects.
///
/// Commands are in `PlaybackSession+Commands`, loads and what is seen of them in `PlaybackSession+Loads`, what is shown
/// in `PlaybackSession+Snapshot`.
package struct PlaybackSession: Sendable {
    /// No progress for this long while bytes should flow: the stream is taken as dropped (design 3).
    package static let stallLimit = Duration.seconds(10)
    /// A load that the relay was never asked for, and that ended in nothing else.
    package static let openLimit = Duration.seconds(30)
    /// No answer of the renderer for this long: `stuck` (OU5).
    package static let stuckLimit = Duration.seconds(8)
    /// Sound seen for this long earns a live stream a new pass over its listed streams.
    package static let goodSound = Duration.seconds(60)
    /// A press this soon after a failure of the output starts one rung higher (OU4).
    package static let escalationWindow = Duration.seconds(120)

    /// A programme that is silent for this long while it plays is told as a notice.
    package static let silenceNotice = Duration.seconds(10)
    /// An output that takes nothing for this long is told as a notice; opening takes a moment.
    package static let outputNotice = Duration.seconds(1)

    /// Titles between what the relay has read and what is heard.
    static let titlesKept = 32

    package let id: PlayerID
    package let epoch: String
    let randomness: Randomness

    var now = Duration.zero
    var date = Date(timeIntervalSince1970: 0)
    var effects: [SessionEffect] = []

    var generation = Generation(0)
    var playID = PlayID(0)
    var sequence = 0
    /// The sequence of the last command that took the player; a play that was admitted after it is superseded.
    var lastTaken = 0

    var phase = PlaybackPhase.idle
    var waitingFor: WaitingFor?
    var intent: Intent?
    /// Asked for, not yet on the disk.
    var pending: Intent?
    var resolved: ResolvedStream?
    var stream: SnapshotStream?
    var onAir: OnAir?
    /// What the stream said lately, oldest first; the renderer says when each is heard.
    var titles: [StreamTitle] = []
    var anchor: PositionAnchor?
    var notice: Notice?

    var output: SnapshotOutput
    var settings = PlayerSettings()
    var volume = Volume.safe
    var isMuted = false

    var operations: [OpenOperation] = []
    /// Ended unconfirmed in this generation: later sound is noted on their receipts.
    var late: [OpenOperation] = []

    var watch: EvidenceWatch?
    /// What the renderer holds, as far as it has told.
    var loaded: PlayID?
    var loadedAt: Duration?
    var fetchingAt: Duration?
    var relayFault: FaultCode?
    /// When `playing` was entered last.
    var soundSince: Duration?
    /// Sound was confirmed in this generation.
    var wasConfirmed = false
    var hasUsedPass = false
    /// The relay is trying the listed streams anew under the running load.
    var isRejoining = false
    var failure: (code: FaultCode, at: Duration)?
    var unansweredSince: Duration?
    /// Since when the sink has been seen to take nothing.
    var outputFaultSince: Duration?
    var isRendererDead = false

    private var published: PlayerSnapshot?

    /// A session of the run named `epoch`. `output` is what the command line or the configuration asks for; nil leaves
    /// it to what was saved.
    package init(id: PlayerID, epoch: String, output: OutputName?, randomness: Randomness) {
        self.id = id
        self.epoch = epoch
        self.randomness = randomness
        self.output = SnapshotOutput(name: output ?? .auto)
        self.settings.output = output
    }

    /// Takes one input and returns what is to be done, in order. `now` is the host's monotonic clock and never steps
    /// back; `date` is the wall clock, for records only.
    package mutating func handle(_ input: SessionInput, at now: Duration, date: Date) -> [SessionEffect] {
        self.now = now
        self.date = date
        effects = []
        switch input {
        case .restored(let intent, let settings): restore(intent, settings)
        case .command(let command, let id, let deadline): take(command, id, deadline)
        case .admitted(let id, let result): admitted(id, result)
        case .intentSaved(let generation, let result): intentSaved(generation, result)
        case .settingsSaved(let saved, let result): settingsSaved(saved, result)
        case .resolved(let generation, let result): resolved(generation, result)
        case .outputMissing(let id): if id == playID, phase.isUnderWay { waitForOutput() }
        case .outputAvailable(let id): outputAvailable(id)
        case .loadRejected(let id, let error): loadRejected(id, error)
        case .relay(let id, let event): relayed(id, event)
        case .renderer(let event): rendered(event)
        case .tick: break
        }
        keepTime()
        publish()
        return effects
    }

    /// When this session wants to be called again; nil while it waits for nothing.
    package var nextWake: Duration? {
        var times = operations.map(\.deadline)
        if let unansweredSince, phase != .stuck { times.append(unansweredSince + Self.stuckLimit) }
        if let limit = progressLimit { times.append(limit) }
        if phase == .playing, let last = watch?.last { times.append(last.at + EvidenceWatch.window) }
        return times.min()
    }

    /// Whether work for this load is still wanted.
    package func isCurrent(_ id: PlayID) -> Bool { id == playID && phase.isUnderWay }

    /// The receipt of an operation that is still open or late.
    package func receipt(_ id: OperationID) -> Receipt? {
        (operations + late).first { $0.id == id }?.receipt
    }

    /// What the store gave is shown and can be played; nothing plays by itself.
    private mutating func restore(_ intent: Intent?, _ settings: PlayerSettings) {
        let asked = self.settings.output
        self.settings = settings
        self.settings.output = asked ?? settings.output
        output = SnapshotOutput(name: self.settings.output ?? .auto)
        volume = settings.volume ?? .safe
        isMuted = settings.isMuted ?? false
        effects += [.setVolume(volume), .setMuted(isMuted)]
        guard let intent, self.intent == nil, pending == nil else { return }
        self.intent = intent
        generation = max(generation, intent.generation)
        phase = .stopped
        // Only to show what it is.
        effects.append(.resolve(intent.media, generation))
    }

    /// Judges everything that time alone decides.
    private mutating func keepTime() {
        watch?.expire(at: now)
        if let since = unansweredSince, now - since >= Self.stuckLimit, phase != .stuck { becomeStuck() }
        if phase == .playing, let watch, watch.evidence.level < watch.evidence.required { evidenceWithdrawn() }
        if let limit = progressLimit, now >= limit { dropped(relayFault ?? .upstreamTimeout) }
        for operation in operations where now >= operation.deadline {
            answer(operation.id, .unconfirmed(unconfirmedReason(operation)))
        }
    }

    private func unconfirmedReason(_ operation: OpenOperation) -> UnconfirmedReason {
        guard operation.awaited == .sound else { return .deadline }
        if phase == .waiting { return .waiting }
        guard let evidence = watch?.evidence, evidence.level >= evidence.required, evidence.signal != .present else {
            return .deadline
        }
        return .silent
    }

    /// Until when the current load must have moved.
    private var progressLimit: Duration? {
        guard loadedAt != nil || fetchingAt != nil else { return nil }
        switch phase {
        case .starting, .buffering, .reconnecting:
            // The relay's pass has deadlines of its own.
            if isRejoining { return nil }
            if let moved = [watch?.lastRise, fetchingAt].compactMap(\.self).max() { return moved + Self.stallLimit }
            return loadedAt.map { $0 + Self.openLimit }
        default: return nil
        }
    }

    private mutating func publish() {
        var snapshot = makeSnapshot()
        if let published {
            snapshot.rev = published.rev
            guard snapshot != published else { return }
            snapshot.rev = published.rev + 1
        }
        published = snapshot
        effects.append(.publish(snapshot))
    }

    /// Ends an operation with its one verdict.
    mutating func answer(_ id: OperationID, _ verdict: Verdict, _ seen: [String: String] = [:]) {
        guard let index = operations.firstIndex(where: { $0.id == id }) else { return }
        var operation = operations.remove(at: index)
        operation.end(verdict, at: now, seen)
        if case .unconfirmed = verdict, operation.awaited == .sound { late.append(operation) }
        effects.append(.record(operation.receipt))
    }

    /// Ends every operation that waits for sound or silence of an older generation.
    mutating func supersede() {
        for operation in operations {
            switch operation.awaited {
            case .sound, .silence: answer(operation.id, .superseded)
            case .admission, .volume, .mute, .settings: break
            }
        }
        late = []
    }

    /// Those that wait for the sound of what is loaded or being loaded. While an intent is being saved, whoever waits
    /// for sound waits for that one's, and nothing seen of the load before concerns them.
    var operationsOfLoad: [OpenOperation] { pending == nil ? operations.filter { $0.awaited == .sound } : [] }

    /// Adds a step to every operation that waits for the sound of the load.
    mutating func note(_ step: ReceiptStep.Name, _ seen: [String: String] = [:]) {
        for index in operations.indices where operations[index].awaited == .sound && pending == nil {
            operations[index].note(step, at: now, seen)
            effects.append(.record(operations[index].receipt))
        }
    }
}

extension PlaybackPhase {
    /// A play is being carried out, or is held open.
    package var isUnderWay: Bool {
        switch self {
        case .resolving, .starting, .playing, .buffering, .reconnecting, .waiting: true
        case .idle, .paused, .stopped, .failed, .stuck: false
        }
    }
}
