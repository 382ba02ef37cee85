@preconcurrency internal import Dispatch
internal import Glibc

/// SIGTERM and SIGINT as a stream; the first one means: stop in order.
enum TerminationSignals {
    static func stream() -> AsyncStream<Int32> {
        let (stream, continuation) = AsyncStream.makeStream(of: Int32.self)
        let queue = DispatchQueue(label: "signals")
        let sources = [SIGTERM, SIGINT].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler { @Sendable in continuation.yield(number) }
            source.resume()
            return source
        }
        continuation.onTermination = { @Sendable _ in
            for source in sources { source.cancel() }
        }
        return stream
    }
}
