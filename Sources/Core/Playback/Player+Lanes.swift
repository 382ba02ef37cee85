internal import Model

/// What is done strictly in order: saving, and calling a renderer.
extension Player {
    func save() async {
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
    func serve(_ renderer: any Renderer, _ calls: AsyncStream<RendererCall>, number: Int) async {
        for await call in calls {
            let since = clock.now
            await withDiscardingTaskGroup { group in
                group.addTask {
                    do {
                        try await self.clock.sleep(until: since + Self.callLimit)
                        await self.heard(.unresponsive(since: since), from: number)
                    } catch {
                        // The call returned in time.
                    }
                }
                await self.make(call, to: renderer, number: number)
                group.cancelAll()
            }
            if clock.now - since >= Self.callLimit { heard(.responsive, from: number) }
        }
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
    func heard(_ event: RendererEvent, from number: Int) {
        if number == rendererNumber { receive(.renderer(event)) }
    }

    func load(
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

    func keepAlarm() async {
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
