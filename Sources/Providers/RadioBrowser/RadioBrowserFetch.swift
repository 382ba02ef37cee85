internal import Model

/// One question to one server of the directory: https, public addresses, no redirects, bounded in size and time.
struct RadioBrowserFetch: Sendable {
    static let greatestBody = 4 << 20

    let client: any HTTPClient
    let resolver: any NameResolver
    let clock: any HostClock

    /// - Returns: the body of an answer with status 200; nil for everything else, at the latest after `limit`.
    func get(_ text: String, within limit: Duration) async -> [UInt8]? {
        guard let address = StreamAddress(text), address.reasonAgainst(.open) == nil else { return nil }
        let worker = Task { await body(of: address) }
        let clock = clock
        let timer = Task {
            // Only cancellation ends it early, and then the answer is there.
            guard (try? await clock.sleep(until: clock.now + limit)) != nil else { return }
            worker.cancel()
        }
        defer { timer.cancel() }
        return await withTaskCancellationHandler {
            await worker.value
        } onCancel: {
            worker.cancel()
        }
    }

    private func body(of address: StreamAddress) async -> [UInt8]? {
        do {
            let dial = try await resolver.addresses(of: address.host).filter(\.isPublic)
            guard !dial.isEmpty else { return nil }
            let headers = [(name: "Accept", value: "application/json")]
            let response = try await client.send(HTTPRequest(address: address, dial: dial, headers: headers))
            let body = response.body
            defer { body.cancel() }
            guard response.status == 200 else { return nil }
            return try await withTaskCancellationHandler {
                var bytes: [UInt8] = []
                while let chunk = try await body.next() {
                    bytes += chunk
                    guard bytes.count <= Self.greatestBody else { return nil }
                }
                return bytes
            } onCancel: {
                body.cancel()
            }
        } catch {
            return nil
        }
    }
}
