internal import Model

/// What runs beside the session, each in a task of its own.
extension Player {
    func perform(_ work: Work) async {
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
    func awaitOutput(_ output: OutputName, _ id: PlayID) async {
        while session.isCurrent(id), session.phase == .waiting, !Task.isCancelled {
            if await renderer?.isAvailable(output) == true { return receive(.outputAvailable(id)) }
            // Only cancellation throws, and the loop's condition sees it.
            try? await clock.sleep(until: clock.now + .seconds(2))
        }
    }

    func replaceRenderer() {
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

    func listen(to renderer: any Renderer, number: Int) async {
        for await event in renderer.events {
            if case .died(let reason) = event { log.log(.error, "renderer died", [("reason", reason)]) }
            heard(event, from: number)
        }
    }

    func restored<Value: Sendable>(
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
}
