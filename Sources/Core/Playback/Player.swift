package import Model

/// The one authority over what plays on one output: runs a ``PlaybackSession`` and does what it asks.
///
/// Commands are taken in the order of their calls. ``run()`` must be running for anything to happen.
package actor Player: PlayerAuthority {
    package nonisolated let id: PlayerID

    /// A call to the renderer that has not returned after this long counts as unanswered.
    package static let callLimit = Duration.seconds(2)

    let provider: any Provider
    let relay: any StreamRelay
    let relayAddress: @Sendable (RelayGrant) -> String
    let makeRenderer: @Sendable () throws -> any Renderer
    let intents: any IntentStore
    let settings: any SettingsStore
    let receipts: any ReceiptStore
    let streamMoves: any StreamMoveStore
    let stationCharsets: any StationCharsetStore
    private let events: EventFeed
    let clock: any HostClock
    private let randomness: Randomness
    let log: any LogSink

    var session: PlaybackSession
    var renderer: (any Renderer)?
    var rendererNumber = 0
    private var waiters: [OperationID: [Int: CheckedContinuation<Receipt?, Never>]] = [:]
    private var nextWaiter = 0
    private var recent: [OperationID: Receipt] = [:]
    private var recentOrder: [OperationID] = []

    private nonisolated let current: Lock<PlayerSnapshot>
    let work = AsyncStream.makeStream(of: Work.self)
    let saves = AsyncStream.makeStream(of: Save.self)
    /// Of the renderer in use; each has a lane of its own, so that one that hangs holds up no other.
    var calls: AsyncStream<RendererCall>.Continuation?
    private var isRestored = false
    let alarms = AsyncStream.makeStream(of: Duration?.self, bufferingPolicy: .bufferingNewest(1))

    /// What runs beside the session, each in a task of its own.
    enum Work: Sendable {
        case admit(MediaRef, OperationID)
        case resolve(MediaRef, Generation)
        case awaitOutput(OutputName, PlayID)
        case listen(to: any Renderer, number: Int)
        case serve(any Renderer, AsyncStream<RendererCall>, number: Int)
        case close(any Renderer)
        case revoke(PlayID)
    }

    /// What is written, strictly in order.
    enum Save: Sendable {
        case intent(Intent)
        case settings(PlayerSettings)
        case receipt(Receipt)
        case move(StreamMove)
        case charset(String, MediaRef)
    }

    /// What the renderer is told, strictly in order.
    enum RendererCall: Sendable {
        case load(ResolvedStream, PlayID, OutputName)
        case unload
        case watch(WatchCadence)
        case volume(Volume)
        case muted(Bool)
    }

    /// `relayAddress` gives the address under which a renderer on this host reaches a grant; `makeRenderer` is called at
    /// the start and whenever a renderer is beyond repair.
    package init(
        session: PlaybackSession,
        provider: any Provider,
        relay: any StreamRelay,
        relayAddress: @escaping @Sendable (RelayGrant) -> String,
        makeRenderer: @escaping @Sendable () throws -> any Renderer,
        intents: any IntentStore,
        settings: any SettingsStore,
        receipts: any ReceiptStore,
        streamMoves: any StreamMoveStore,
        stationCharsets: any StationCharsetStore,
        events: EventFeed,
        clock: any HostClock,
        randomness: Randomness,
        log: any LogSink
    ) {
        self.id = session.id
        self.session = session
        self.provider = provider
        self.relay = relay
        self.relayAddress = relayAddress
        self.makeRenderer = makeRenderer
        self.intents = intents
        self.settings = settings
        self.receipts = receipts
        self.streamMoves = streamMoves
        self.stationCharsets = stationCharsets
        self.events = events
        self.clock = clock
        self.randomness = randomness
        self.log = log
        self.current = Lock(session.makeSnapshot())
    }

    /// The snapshot as last published; from any thread, without a hop.
    package nonisolated var snapshot: PlayerSnapshot { current.withLock { $0 } }

    /// Takes up what was saved; nothing plays by it. Called before the host answers anyone, so that the first answer
    /// is true.
    package func restore() async {
        guard !isRestored else { return }
        isRestored = true
        replaceRenderer()
        let intent = await restored("intent") { try await self.intents.intent(of: self.id) } ?? nil
        let saved = await restored("settings") { try await self.settings.settings(of: self.id) }
        receive(.restored(intent, saved ?? PlayerSettings()))
    }

    /// Works until the task is cancelled; ends the renderer before it returns.
    package func run() async {
        await restore()
        await withDiscardingTaskGroup { group in
            group.addTask { await self.save() }
            group.addTask { await self.keepAlarm() }
            for await work in work.stream {
                group.addTask { await self.perform(work) }
            }
            group.cancelAll()
        }
        await renderer?.close()
    }

    /// Takes a command and returns when it is accepted, long before its verdict, which may come until `deadline` from
    /// now.
    package func perform(_ command: PlayerCommand, deadline: Duration) -> OperationID {
        let operation = OperationID(random: randomness)
        receive(.command(command, operation, deadline: deadline))
        return operation
    }

    /// The receipt of an operation: open, recent, or from the store.
    package func receipt(_ id: OperationID) async throws(StoreError) -> Receipt? {
        if let receipt = recent[id] { return receipt }
        return try await receipts.receipt(id)
    }

    /// Waits for the verdict of an operation, at most for `limit`.
    ///
    /// - Returns: the receipt, without a verdict where the limit came first; nil for an operation that is not known
    ///   in this run.
    package func outcome(of id: OperationID, within limit: Duration) async -> Receipt? {
        guard let receipt = recent[id], receipt.verdict == nil else { return recent[id] }
        let until = clock.now + limit
        nextWaiter += 1
        let number = nextWaiter
        return await withTaskGroup(of: Receipt?.self) { group in
            group.addTask { await self.wait(for: id, as: number) }
            group.addTask {
                // A cancelled sleep means that the verdict came first.
                try? await self.clock.sleep(until: until)
                return await self.stopWaiting(for: id, as: number)
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            return first
        }
    }

    /// Which hop is dead, in one sentence, and what was seen at each.
    package func explain() async -> Explanation {
        session.explain(await relay.tally(of: session.playID), at: clock.now)
    }

    /// How many bytes of audio the relay has fetched for the current load.
    package func tally() async -> RelayTally? { await relay.tally(of: session.playID) }

    // MARK: The session

    func receive(_ input: SessionInput) {
        for effect in session.handle(input, at: clock.now, date: clock.date) { perform(effect) }
        alarms.continuation.yield(session.nextWake)
    }

    func perform(_ effect: SessionEffect) {
        switch effect {
        case .admit(let media, let operation): work.continuation.yield(.admit(media, operation))
        case .save(let intent): saves.continuation.yield(.intent(intent))
        case .saveSettings(let settings): saves.continuation.yield(.settings(settings))
        case .resolve(let media, let generation): work.continuation.yield(.resolve(media, generation))
        case .load(let stream, let id, let output):
            calls == nil ? receive(.loadRejected(id, .closed)) : call(.load(stream, id, output))
        case .unload(let id):
            call(.unload)
            work.continuation.yield(.revoke(id))
        case .awaitOutput(let output, let id): work.continuation.yield(.awaitOutput(output, id))
        case .watch(let cadence): call(.watch(cadence))
        case .setVolume(let volume): call(.volume(volume))
        case .setMuted(let isMuted): call(.muted(isMuted))
        case .replaceRenderer: replaceRenderer()
        case .recordMove(let move): saves.continuation.yield(.move(move))
        case .recordCharset(let charset, let media): saves.continuation.yield(.charset(charset, media))
        case .record(let receipt): record(receipt)
        case .publish(let snapshot):
            current.withLock { $0 = snapshot }
            events.publish(.player(snapshot))
        }
    }

    func call(_ call: RendererCall) { calls?.yield(call) }

    func record(_ receipt: Receipt) {
        if recent.updateValue(receipt, forKey: receipt.id) == nil {
            recentOrder.append(receipt.id)
            // Older ones are in the store.
            if recentOrder.count > 100, let ended = recentOrder.firstIndex(where: { recent[$0]?.verdict != nil }) {
                recent[recentOrder.remove(at: ended)] = nil
            }
        }
        guard let verdict = receipt.verdict else { return }
        saves.continuation.yield(.receipt(receipt))
        if receipt.steps.last?.name != .heardLater {
            log.log(
                .info,
                "command ended",
                [("act", receipt.act.rawValue), ("verdict", verdict.word), ("operation", receipt.id.description)]
            )
        }
        for waiter in (waiters.removeValue(forKey: receipt.id) ?? [:]).values { waiter.resume(returning: receipt) }
    }

    private func wait(for id: OperationID, as number: Int) async -> Receipt? {
        await withCheckedContinuation { continuation in
            if let receipt = recent[id], receipt.verdict == nil {
                waiters[id, default: [:]][number] = continuation
            } else {
                continuation.resume(returning: recent[id])
            }
        }
    }

    private func stopWaiting(for id: OperationID, as number: Int) -> Receipt? {
        waiters[id]?.removeValue(forKey: number)?.resume(returning: recent[id])
        return recent[id]
    }
}
