internal import Model

/// Opens a stream whose address answered with an HLS playlist: chooses a variant and takes the first segment apart.
/// Whoever calls it cancels it.
struct HLSOpener: Sendable {
    /// Lists that lead to lists; a third is a riddle.
    private static let greatestNesting = 2
    /// Variants that are tried before the stream has failed.
    private static let greatestTries = 3
    /// Bytes of the first segment that are looked at: several frames of whatever codec.
    private static let sniffed = 16 * 1024

    static let headers = [(name: "Accept", value: "application/vnd.apple.mpegurl, audio/mpegurl, */*;q=0.1")]

    let fetch: GuardedFetch
    let cipher: any BlockCipher
    let clock: any HostClock

    /// Opens the stream that `list`, the whole body that `address` answered with, leads to.
    func open(
        _ list: [UInt8],
        from address: StreamAddress,
        trust: StationTrust
    ) async throws(FaultCode) -> StreamOpener.Opened {
        let playlist = try HLSPlaylist(list, from: address)
        let (media, final) = try await media(playlist, at: address, trust: trust, nesting: 0)
        let feed = HLSFeed(of: final, media, with: self, trust: trust)
        let pieces = try await feed.next()
        var head: [UInt8] = []
        for case .audio(let bytes) in pieces where head.count < Self.sniffed {
            head += bytes.prefix(Self.sniffed - head.count)
        }
        guard let audio = SniffedAudio(head, declaredType: nil) else { throw .notAudio }
        return StreamOpener.Opened(
            source: HLSSource(feed, patience: await feed.patience),
            origin: final.description,
            audio: audio,
            sendsTitles: true,
            pieces: pieces
        )
    }

    private func media(
        _ playlist: HLSPlaylist,
        at address: StreamAddress,
        trust: StationTrust,
        nesting: Int
    ) async throws(FaultCode) -> (MediaPlaylist, StreamAddress) {
        switch playlist {
        case .media(let media): return (media, address)
        case .master(let master):
            guard nesting < Self.greatestNesting else { throw .malformedResponse }
            var codes: [FaultCode] = []
            for candidate in try VariantChoice(master).candidates.prefix(Self.greatestTries) {
                do throws(FaultCode) {
                    let content = try await fetch.body(
                        of: candidate.address,
                        trust: trust,
                        headers: Self.headers,
                        limit: HLSPlaylist.greatestLength
                    )
                    let next = try HLSPlaylist(content.bytes, from: content.address)
                    return try await media(next, at: content.address, trust: trust, nesting: nesting + 1)
                } catch {
                    codes.append(error)
                    guard !Task.isCancelled else { throw error }
                }
            }
            throw FaultRanking.mostTelling(codes)
        }
    }
}
