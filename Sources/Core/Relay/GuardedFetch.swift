internal import Model

/// Asks for an address under the guards: resolves its name, dials only what may be dialled, follows redirects. Knows
/// nothing of time; whoever calls it cancels it.
struct GuardedFetch: Sendable {
    /// An answer with content, its body not read yet.
    struct Answer: Sendable {
        let response: HTTPResponse
        /// The final address: what relative addresses in the content are relative to.
        let address: StreamAddress
    }

    /// A whole small body.
    struct Content: Sendable {
        let bytes: [UInt8]
        let address: StreamAddress
        let contentType: String?
    }

    let client: any HTTPClient
    let resolver: any NameResolver
    /// Hears of what is met on the way; nil where nobody asks.
    var trail: FetchTrail?
    /// Whether what is asked for stands in the catalogue: only then its move is worth telling.
    var isListed = true

    /// - Throws: the code of whatever kept the content away; ``FaultCode/addressRefused`` where the address itself may
    ///   not be asked.
    func open(
        _ address: StreamAddress,
        trust: StationTrust,
        headers: [(name: String, value: String)]
    ) async throws(FaultCode) -> Answer {
        guard AddressGuard.allows(address, trust: trust) else { throw .addressRefused }
        var path = RedirectGuard(from: address, trust: trust)
        while true {
            let response = try await send(to: path, trust: trust, headers: headers)
            switch StatusClassification(response.status) {
            case .content: return Answer(response: response, address: path.address)
            case .redirect:
                response.body.cancel()
                let before = path.address
                try path.follow(response.headers["location"])
                if isListed { trail?.redirected(from: before, to: path.address, status: response.status) }
            case .refused(let code):
                response.body.cancel()
                if code == .upstreamBusy { trail?.refused(response.headers) }
                throw code
            }
        }
    }

    /// The whole body, at most `limit` bytes of it.
    ///
    /// - Throws: as ``open(_:trust:headers:)``; ``FaultCode/malformedResponse`` where the body is longer.
    func body(
        of address: StreamAddress,
        trust: StationTrust,
        headers: [(name: String, value: String)],
        limit: Int
    ) async throws(FaultCode) -> Content {
        let answer = try await open(address, trust: trust, headers: headers)
        let bytes = try await Self.rest(of: answer.response.body, after: [], limit: limit)
        return Content(
            bytes: bytes,
            address: answer.address,
            contentType: answer.response.headers["content-type"]
        )
    }

    /// `begun` and what is left of `body`, which ends with this.
    ///
    /// - Throws: ``FaultCode/malformedResponse`` where that is more than `limit` bytes, else the code of the fault.
    static func rest(of body: any ByteSource, after begun: [UInt8], limit: Int) async throws(FaultCode) -> [UInt8] {
        defer { body.cancel() }
        let bytes = try await beginning(of: body, after: begun, beyond: limit)
        guard bytes.count <= limit else { throw .malformedResponse }
        return bytes
    }

    /// `begun` and what follows of `body`, until that is more than `limit` bytes or all; the body is not ended.
    ///
    /// - Throws: the code of the fault.
    static func beginning(
        of body: any ByteSource,
        after begun: [UInt8],
        beyond limit: Int
    ) async throws(FaultCode) -> [UInt8] {
        var bytes = begun
        while bytes.count <= limit {
            let chunk: [UInt8]?
            do {
                chunk = try await withTaskCancellationHandler { () async throws(HTTPFault) in
                    try await body.next()
                } onCancel: {
                    body.cancel()
                }
            } catch let fault as HTTPFault {
                throw fault.codeBeforeAudio
            } catch {
                // The port throws HTTPFault only; a second kind is a broken port.
                throw .connectionFailed
            }
            guard let chunk else { break }
            bytes += chunk
        }
        return bytes
    }

    private func send(
        to path: RedirectGuard,
        trust: StationTrust,
        headers: [(name: String, value: String)]
    ) async throws(FaultCode) -> HTTPResponse {
        do {
            let addresses = try await resolver.addresses(of: path.address.host)
            let dial = AddressGuard.dialable(addresses, trust: trust)
            guard !dial.isEmpty else { throw path.isFirst ? FaultCode.addressRefused : .redirectRefused }
            return try await client.send(HTTPRequest(address: path.address, dial: dial, headers: headers))
        } catch let fault as HTTPFault {
            throw fault.codeBeforeAudio
        } catch let code as FaultCode {
            throw code
        } catch {
            // Both ports throw HTTPFault only; a third kind is a broken port.
            throw .connectionFailed
        }
    }
}
