package import Model

/// A short code that an owner reads on the host and types into a new device.
package struct PairingCode: Sendable, Equatable {
    /// Eight decimal digits.
    package let code: String
    /// On the host's monotonic clock.
    package let expires: Duration

    package init(code: String, expires: Duration) {
        self.code = code
        self.expires = expires
    }

    /// Whether `guess` is this code; spaces and hyphens in it do not count. Takes the same time for every guess of
    /// eight characters.
    func matches(_ guess: String) -> Bool {
        guard guess.utf8.count <= 32 else { return false }
        let given = guess.utf8.filter { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "-") }
        let wanted = Array(code.utf8)
        guard given.count == wanted.count else { return false }
        return zip(given, wanted).reduce(into: UInt8(0)) { $0 |= $1.0 ^ $1.1 } == 0
    }
}

/// Why a code was not redeemed.
package enum PairingProblem: Error, Sendable, Equatable {
    case wrong
    /// There is no code now: too old, used, killed by wrong guesses, or none was made.
    case expired
    /// This client guessed wrong too often; the guess was not looked at.
    case tooManyAttempts(retryAfter: Duration)
    /// The code was right and stays good, but the token could not be kept.
    case storage(StoreError)
}
