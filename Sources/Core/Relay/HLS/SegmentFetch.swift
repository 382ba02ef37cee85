internal import Model

/// Fetches one segment with all that it needs: its initialization section and its key, under the same guards as every
/// address, decrypted. Knows nothing of time; whoever calls it cancels it.
struct SegmentFetch: Sendable {
    /// What segments share, kept from one to the next.
    struct Held: Sendable {
        var initialization: MediaInitialization?
        var section: [UInt8] = []
        var keyAddress: StreamAddress?
        var key: [UInt8] = []
    }

    struct Fetched: Sendable {
        /// Ready to be taken apart.
        let bytes: [UInt8]
        let held: Held
    }

    private static let greatestSection = 1 << 20

    let fetch: GuardedFetch
    let cipher: any BlockCipher
    let trust: StationTrust

    /// - Throws: the code of whatever kept it away; ``FaultCode/unsupportedStream`` for a way of encryption that is not
    ///   taken apart, ``FaultCode/malformedResponse`` for a key that does not fit or a body beyond the bounds.
    func fetch(_ segment: MediaSegment, holding held: Held) async throws(FaultCode) -> Fetched {
        var held = held
        if let initialization = segment.initialization {
            if held.initialization?.isSame(as: initialization) != true {
                let bytes = try await bytes(
                    of: initialization.address,
                    initialization.range,
                    limit: Self.greatestSection
                )
                held.section = try await decrypted(bytes, initialization.key, segment.sequence, &held)
                held.initialization = initialization
            }
        } else {
            (held.initialization, held.section) = (nil, [])
        }
        // First the key: without it the segment is of no use.
        if case .aes128(let address, _) = segment.key { try await hold(address, &held) }
        guard segment.key != .refused else { throw .unsupportedStream }
        let bytes = try await bytes(of: segment.address, segment.range, limit: SegmentReader.limit)
        return Fetched(bytes: try await decrypted(bytes, segment.key, segment.sequence, &held), held: held)
    }

    private func bytes(of address: StreamAddress, _ range: ByteRange?, limit: Int) async throws(FaultCode) -> [UInt8] {
        var headers = Self.headers
        if let range { headers.append((name: "Range", value: "bytes=\(range.offset)-\(range.end - 1)")) }
        let answer = try await fetch.open(address, trust: trust, headers: headers)
        let bytes = try await GuardedFetch.rest(of: answer.response.body, after: [], limit: limit)
        guard let range else { return bytes }
        // A server that knows no ranges sends the whole.
        let part = answer.response.status == 206 ? bytes[...] : bytes.dropFirst(range.offset)
        guard part.count >= range.length else { throw .malformedResponse }
        return Array(part.prefix(range.length))
    }

    private func decrypted(
        _ bytes: [UInt8],
        _ key: SegmentKey,
        _ sequence: Int,
        _ held: inout Held
    ) async throws(FaultCode) -> [UInt8] {
        switch key {
        case .none: return bytes
        case .refused: throw .unsupportedStream
        case .aes128(let address, let iv):
            try await hold(address, &held)
            let vector = iv ?? Self.vector(of: sequence)
            guard let plain = cipher.decryptAES128CBC(bytes, key: held.key, iv: vector) else {
                throw .malformedResponse
            }
            return try Self.withoutPadding(plain)
        }
    }

    private func hold(_ address: StreamAddress, _ held: inout Held) async throws(FaultCode) {
        guard held.keyAddress != address else { return }
        let content = try await fetch.body(of: address, trust: trust, headers: Self.headers, limit: 16)
        guard content.bytes.count == 16 else { throw .malformedResponse }
        held.keyAddress = address
        held.key = content.bytes
    }

    private static let headers = [(name: "Accept", value: "*/*")]

    /// The number of a segment as 128 bits, big-endian (RFC 8216 5.2).
    private static func vector(of sequence: Int) -> [UInt8] {
        (0..<16).map { $0 < 8 ? 0 : UInt8(truncatingIfNeeded: sequence >> (8 * (15 - $0))) }
    }

    /// PKCS #7: the last byte says how many there are of it. Anything else was decrypted with another key.
    private static func withoutPadding(_ bytes: [UInt8]) throws(FaultCode) -> [UInt8] {
        guard let last = bytes.last, (1...16).contains(last), bytes.count >= Int(last) else { throw .malformedResponse }
        guard bytes.suffix(Int(last)).allSatisfy({ $0 == last }) else { throw .malformedResponse }
        return Array(bytes.dropLast(Int(last)))
    }
}

extension MediaInitialization {
    /// The same but for a token in the query, which may be minted anew for each reading of the playlist.
    fileprivate func isSame(as other: MediaInitialization) -> Bool {
        range == other.range && key == other.key && address.description == other.address.description
            && address.target.prefix { $0 != "?" } == other.address.target.prefix { $0 != "?" }
    }
}
