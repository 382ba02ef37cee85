package import Model

/// The one authority over what plays on one output: runs a ``PlaybackSession`` and does what it asks.
///
/// Commands are taken in the order of their calls. ``run()`` must be running for anything to happen.
package actor Player: PlayerAuthority {
    package nonisolated let id: PlayerID

    /// A call to the renderer that has not returned after this long counts as unanswered.
    package static let callLimit = Duration.seconds(2)

    private let provider: any Provider
    private let relay: any StreamRelay
    private let relayAddress: @Sendable (RelayGrant) -> String
    private let makeRenderer: @Sendable () throws -> any Renderer
    private let intents: any IntentStore
    private let settings: any SettingsStore
    private let receipts: any ReceiptStore
    private let streamMoves: any StreamMoveStore
    private let stationCharsets: any StationCharsetStore
    private let events: EventFeed
    private let clock: any HostClock
    private let randomness: Randomness
    private let log: any LogSink

    private var session: PlaybackSession
    private var renderer: (any Renderer)?
    private var rendererNumber = 0
    private var waiters: [OperationID: [Int: CheckedContinuation<Receipt?, Never>]] = [:]
    private var nextWaiter = 0
    private var recent: [OperationID: Receipt] = [:]
    private var recentOrder: [OperationID] = []

    private nonisolated let current: Lock<PlayerSnapshot>
    private let work = AsyncStream.makeStream(of: Work.self)
    private let saves = AsyncStream.makeStream(of: Save.self)
    /// Of the renderer in use; each has a lane of its own, so that one that hangs holds up no other.
    private var calls: AsyncStream<RendererCall>.Continuation?
    private var isRestored = false
    private let alarms = AsyncStream.makeStream(of: Duration?.self, bufferingPolicy: .bufferingNewest(1))

    /// What runs beside the session, each in a task of its own.
    private enum Work: Sendable {
        case admit(MediaRef, OperationID)
        case resolve(MediaRef, Generation)
        case awaitOutput(OutputName, PlayID)
        case findOutput(OutputName, OperationID)
        case weigh(PlayID)
        case listen(to: any Renderer, number: Int)
        case serve(any Renderer, AsyncStream<RendererCall>, number: Int)
        case close(any Renderer)
        case revoke(PlayID)
    }

    /// What is written, strictly in order.
    private enum Save: Sendable {
        case intent(Intent)
        case settings(PlayerSettings)
        case receipt(Receipt)
        case move(StreamMove)
        case charset(String, MediaRef)
    }

    /// What the renderer is told, strictly in order.
    private enum RendererCall: Sendable {
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

    private func receive(_ input: SessionInput) {
        for effect in session.handle(input, at: clock.now, date: clock.date) { perform(effect) }
        alarms.continuation.yield(session.nextWake)
    }

    private func perform(_ effect: SessionEffect) {
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
        case .findOutput(let output, let id): work.continuation.yield(.findOutput(output, id))
        case .weigh(let id): work.continuation.yield(.weigh(id))
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

    private func call(_ call: RendererCall) { calls?.yield(call) }

    private func record(_ receipt: Receipt) {
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

    // MARK: Work beside the session

    private func perform(_ work: Work) async {
        switch work {
        case .admit(let media, let operation):
            do throws(Refusal) {
                receive(.admitted(operation, .success(try await provider.admit(media))))
            } catch {
                receive(.admitted(operation, .failure(error)))
            }
        case .resolve(let media, let generation):
            do throws(ProviderError) {
                var stream = try await provider.resolve(media)
                stream.learnedCharset = await learnedCharset(of: stream.media)
                receive(.resolved(generation, .success(stream)))
            } catch {
                receive(.resolved(generation, .failure(error)))
            }
        case .awaitOutput(let output, let id): await awaitOutput(output, id)
        case .findOutput(let output, let id): await findOutput(output, id)
        case .weigh(let id): receive(.weighed(id, await relay.tally(of: id)))
        case .listen(let renderer, let number): await listen(to: renderer, number: number)
        case .serve(let renderer, let calls, let number): await serve(renderer, calls, number: number)
        case .close(let renderer): await renderer.close()
        case .revoke(let id): await relay.revoke(id)
        }
    }

    /// A title may look odd until its charset is learned again; that is no reason not to play.
    private func learnedCharset(of media: MediaRef) async -> String? {
        do throws(StoreError) {
            return try await stationCharsets.charset(of: media)
        } catch {
            if error != .degraded { log.log(.warning, "charset not read", [("reason", "\(error)")]) }
            return nil
        }
    }

    /// Looks every two seconds, only while somebody waits: outputs announce themselves in too many ways to hear all.
    private func awaitOutput(_ output: OutputName, _ id: PlayID) async {
        await look(for: output, while: { $0.isCurrent(id) && $0.phase == .waiting }) { .outputAvailable(id) }
    }

    private func findOutput(_ output: OutputName, _ id: OperationID) async {
        await look(for: output, while: { $0.isSought(id) }) { .outputFound(id) }
    }

    private func look(
        for output: OutputName,
        while isWanted: (PlaybackSession) -> Bool,
        found input: () -> SessionInput
    ) async {
        while isWanted(session), !Task.isCancelled {
            if await renderer?.isAvailable(output) == true { return receive(input()) }
            // Only cancellation throws, and the loop's condition sees it.
            try? await clock.sleep(until: clock.now + .seconds(2))
        }
    }

    private func replaceRenderer() {
        if let renderer { work.continuation.yield(.close(renderer)) }
        calls?.finish()
        calls = nil
        rendererNumber += 1
        do {
            let renderer = try makeRenderer()
            self.renderer = renderer
            let (stream, continuation) = AsyncStream.makeStream(of: RendererCall.self)
            calls = continuation
            work.continuation.yield(.listen(to: renderer, number: rendererNumber))
            work.continuation.yield(.serve(renderer, stream, number: rendererNumber))
        } catch {
            renderer = nil
            log.log(.error, "no renderer", [("reason", "\(error)")])
            receive(.renderer(.died("\(error)")))
        }
    }

    private func listen(to renderer: any Renderer, number: Int) async {
        for await event in renderer.events {
            if case .died(let reason) = event { log.log(.error, "renderer died", [("reason", reason)]) }
            heard(event, from: number)
        }
    }

    private func restored<Value: Sendable>(
        _ what: String,
        _ read: () async throws -> Value
    ) async -> Value? {
        do {
            return try await read()
        } catch {
            log.log(.error, "not restored", [("what", what), ("reason", "\(error)")])
            return nil
        }
    }

    // MARK: Lanes

    private func save() async {
        for await save in saves.stream {
            switch save {
            case .intent(let intent):
                do throws(StoreError) {
                    try await intents.save(intent)
                    receive(.intentSaved(intent.generation, .success(())))
                } catch {
                    log.log(.error, "intent not saved", [("reason", "\(error)")])
                    receive(.intentSaved(intent.generation, .failure(error)))
                }
            case .settings(let values):
                do throws(StoreError) {
                    try await settings.save(values, of: id)
                    receive(.settingsSaved(values, .success(())))
                } catch {
                    log.log(.error, "settings not saved", [("reason", "\(error)")])
                    receive(.settingsSaved(values, .failure(error)))
                }
            case .receipt(let receipt):
                do throws(StoreError) {
                    try await receipts.save(receipt)
                } catch {
                    // The answer stands without its record; recording is best effort (O5).
                    log.log(.warning, "receipt not saved", [("reason", "\(error)")])
                }
            case .move(let move):
                do throws(StoreError) {
                    try await streamMoves.saw(move, at: clock.date)
                } catch {
                    // It is met again with the next connection.
                    log.log(.warning, "stream move not saved", [("reason", "\(error)")])
                }
            case .charset(let charset, let media):
                do throws(StoreError) {
                    try await stationCharsets.learned(charset, of: media, at: clock.date)
                } catch {
                    // It is learned again from the next titles.
                    log.log(.warning, "charset not saved", [("reason", "\(error)")])
                }
            }
        }
    }

    /// Makes the calls of one renderer, one after the other, and says when one does not return.
    private func serve(_ renderer: any Renderer, _ calls: AsyncStream<RendererCall>, number: Int) async {
        for await call in calls {
            let since = clock.now
            await withDiscardingTaskGroup { group in
                group.addTask {
                    do {
                        try await self.clock.sleep(until: since + Self.callLimit)
                        await self.called(.callOverdue(since: since), number: number)
                    } catch {
                        // The call returned in time.
                    }
                }
                await self.make(call, to: renderer, number: number)
                group.cancelAll()
            }
            // One that gave up waiting has returned too, but that the renderer owes an answer stands.
            if clock.now - since >= Self.callLimit { called(.callReturned, number: number) }
        }
    }

    private func called(_ input: SessionInput, number: Int) {
        if number == rendererNumber { receive(input) }
    }

    private func make(_ call: RendererCall, to renderer: any Renderer, number: Int) async {
        do throws(RendererError) {
            switch call {
            case .load(let stream, let id, let output): try await load(stream, id, output, into: renderer)
            case .unload: try await renderer.unload()
            case .watch(let cadence): await renderer.watch(cadence)
            case .volume(let volume): try await renderer.setVolume(volume)
            case .muted(let isMuted): try await renderer.setMuted(isMuted)
            }
        } catch {
            log.log(.warning, "renderer refused", [("reason", "\(error)")])
            guard number == rendererNumber, case .load(_, let id, _) = call else { return }
            receive(.loadRejected(id, error))
        }
    }

    /// What a renderer says that was replaced is heard by nobody.
    private func heard(_ event: RendererEvent, from number: Int) {
        if number == rendererNumber { receive(.renderer(event)) }
    }

    private func load(
        _ stream: ResolvedStream,
        _ id: PlayID,
        _ output: OutputName,
        into renderer: any Renderer
    ) async throws(RendererError) {
        // Overtaken while it waited in the lane: it never sounded, so it has ended.
        guard session.isCurrent(id) else { return receive(.renderer(.ended(id, .replaced))) }
        guard await renderer.isAvailable(output) else { return receive(.outputMissing(id)) }
        let grant = await relay.grant(stream, for: id) { [weak self] event in
            await self?.receive(.relay(id, event))
        }
        guard session.isCurrent(id) else {
            await relay.revoke(id)
            return receive(.renderer(.ended(id, .replaced)))
        }
        try await renderer.load(relayAddress(grant), as: id, to: output)
    }

    private func keepAlarm() async {
        var pending: Task<Void, Never>?
        for await time in alarms.stream {
            pending?.cancel()
            guard let time else { continue }
            // A task of its own, since the next alarm must be able to end it; there is never more than one.
            pending = Task {
                do {
                    try await self.clock.sleep(until: time)
                    self.receive(.tick)
                } catch {
                    // Cancelled by a newer alarm.
                }
            }
        }
        pending?.cancel()
    }
}
