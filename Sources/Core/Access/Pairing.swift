package import Model

/// Gives owners their tokens, and knows them again (design 7, Access).
package actor Pairing {
    /// How long a code can be redeemed.
    static let codeLife = Duration.seconds(300)
    /// Wrong guesses, from anywhere, that kill a code: five in a hundred million.
    static let guessesPerCode = 5

    private let store: any TokenStore
    private let clock: any HostClock
    private let randomness: Randomness
    private let hash: @Sendable ([UInt8]) -> [UInt8]
    private let events: EventFeed
    private var current: (code: PairingCode, wrong: Int)?
    private var limit = GuessLimit()

    /// `hash` is SHA-256.
    package init(
        tokens: any TokenStore,
        clock: any HostClock,
        randomness: Randomness,
        hash: @escaping @Sendable ([UInt8]) -> [UInt8],
        events: EventFeed
    ) {
        self.store = tokens
        self.clock = clock
        self.randomness = randomness
        self.hash = hash
        self.events = events
    }

    /// A new code, good for five minutes and one use; it replaces the one before.
    package func beginCode() -> PairingCode {
        // 64 bits against ten to the eighth: the bias of the remainder is far below one in a billion.
        let number = randomness.bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } % 100_000_000
        let digits = String(number)
        let code = PairingCode(
            code: String(repeating: "0", count: 8 - digits.count) + digits,
            expires: clock.now + Self.codeLife
        )
        current = (code, 0)
        return code
    }

    /// Trades the code for a token: 64 characters of lower-case hex, told this once and stored only as its SHA-256.
    ///
    /// - Parameters:
    ///   - code: as typed.
    ///   - label: what the owner calls the device.
    ///   - from: nil for the unix socket.
    /// - Returns: the token and how it is listed.
    /// - Throws: ``PairingProblem``; a wrong guess counts against the code and against the client.
    package func redeem(
        _ code: String,
        label: String,
        from: IPAddress?
    ) async throws(PairingProblem) -> (token: String, OwnerToken) {
        if let wait = limit.wait(for: from, at: clock.now) { throw .tooManyAttempts(retryAfter: wait) }
        if let held = current, held.code.expires <= clock.now { current = nil }
        guard let held = current else {
            limit.wrongGuess(by: from, at: clock.now)
            throw .expired
        }
        guard held.code.matches(code) else {
            limit.wrongGuess(by: from, at: clock.now)
            let wrong = held.wrong + 1
            current = wrong < Self.guessesPerCode ? (held.code, wrong) : nil
            throw .wrong
        }
        // Used up before anything is awaited: two that come at once must not both get a token.
        current = nil
        let token = randomness.hex(bytes: 32)
        let name = label.prefixForDisplay
        let owner = OwnerToken(id: randomness.hex(bytes: 8), label: name.isEmpty ? "?" : name, createdAt: clock.date)
        do throws(StoreError) {
            try await store.add(owner, hash: hash(Array(token.utf8)))
        } catch {
            if current == nil { current = held }
            throw .storage(error)
        }
        limit.rightGuess(by: from)
        publishChange()
        return (token, owner)
    }

    /// Whose token this is; nil for a text that is none, or one that was revoked.
    package func owner(bearing token: String) async throws(StoreError) -> OwnerToken? {
        guard token.utf8.count == 64, token.utf8.allSatisfy(\.isLowerHex) else { return nil }
        return try await store.token(hash: hash(Array(token.utf8)))
    }

    package func tokens() async throws(StoreError) -> [OwnerToken] { try await store.tokens() }

    /// Ends a token at once.
    ///
    /// - Returns: false where there is no such token.
    package func revoke(_ id: String) async throws(StoreError) -> Bool {
        guard try await store.revoke(id) else { return false }
        publishChange()
        return true
    }

    private func publishChange() {
        events.publish(.changed(.tokens, revision: events.revision(of: .tokens) + 1))
    }
}
