/// The way to a host's control endpoint.
protocol ControlChannel: Sendable {
    /// Where it leads, for a person.
    var address: ControlAddress { get }

    /// Sends one request and reads the whole answer, whatever its status. Never sends twice.
    func request(_ method: String, _ path: String, json: [UInt8]?) async throws(ControlFault) -> ControlAnswer

    /// The lines of an answer that goes on, such as the event stream, without their ends. One reader.
    func lines(_ path: String) async throws(ControlFault) -> AsyncThrowingStream<String, any Error>
}

struct ControlAnswer: Sendable, Equatable {
    let status: Int
    let body: [UInt8]
}

/// Why there is no answer of the kind that was asked for.
enum ControlFault: Error, Sendable, Equatable {
    /// Nobody is there; nothing was sent.
    case unreachable(String)
    /// It went away before it had answered: whether it did what it was asked is not known.
    case broken(String)
    /// It answered with a problem where lines were asked for.
    case answered(ControlAnswer)
}
