/// How the command line ends: one number for each verdict (design 4).
enum ExitStatus: Int32, Sendable, Equatable {
    /// Confirmed, or an answer that needs no verdict.
    case confirmed = 0
    /// Failed, also because no host answered.
    case failed = 1
    /// The words on the command line make no sense.
    case usage = 2
    case refused = 3
    /// No proof came in time.
    case unconfirmed = 4
    /// A newer command took over.
    case superseded = 5
}
